import type { Connection } from "@mcp-parley/runtime/contract-v1/client";

type Client = Connection["client"];

/** Everything that a server lists; a list that it does not have is empty. */
export interface Surface {
  readonly serverInfo:
    | { readonly name: string; readonly version: string; readonly title?: string | undefined }
    | undefined;
  readonly capabilities: object | undefined;
  readonly instructions: string | undefined;
  readonly tools: Awaited<ReturnType<Client["listTools"]>>["tools"];
  readonly prompts: Awaited<ReturnType<Client["listPrompts"]>>["prompts"];
  readonly resources: Awaited<ReturnType<Client["listResources"]>>["resources"];
  readonly resourceTemplates: Awaited<ReturnType<Client["listResourceTemplates"]>>["resourceTemplates"];
}

/** Asks for all pages of all lists that the server says it has. */
export async function listServer({ client }: Connection, signal: AbortSignal): Promise<Surface> {
  const can = client.getServerCapabilities();
  const options = { signal };
  return {
    serverInfo: client.getServerVersion(),
    capabilities: can,
    instructions: client.getInstructions(),
    tools: can?.tools === undefined ? [] : (await client.listTools(undefined, options)).tools,
    prompts: can?.prompts === undefined ? [] : (await client.listPrompts(undefined, options)).prompts,
    resources: can?.resources === undefined ? [] : (await client.listResources(undefined, options)).resources,
    // Servers with resources and no templates may not know the method.
    resourceTemplates:
      can?.resources === undefined
        ? []
        : await client.listResourceTemplates(undefined, options).then(
            (result) => result.resourceTemplates,
            () => [],
          ),
  };
}
