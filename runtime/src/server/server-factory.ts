import type {
  Implementation,
  JSONRPCRequest,
  McpRequestContext,
  Result,
  ServerCapabilities,
  ServerContext,
  ServerOptions,
} from "@modelcontextprotocol/server";
import { Server } from "@modelcontextprotocol/server";
import { invalidParams } from "./errors.js";
import { toolParamsProblem } from "./request-params.js";
import type { ServedPart } from "./served-part.js";
import type { Service } from "./service.js";
import type { ToolDeclaration } from "./tool.js";

/** A server as it was specified: what it says of itself and the functions that serve it. */
export interface ServerDefinition<Handlers> {
  readonly info: Implementation;
  readonly capabilities: ServerCapabilities;
  readonly instructions?: string;
  readonly cacheHints?: NonNullable<ServerOptions["cacheHints"]>;
  /** Names of the functions that the author writes. */
  readonly handlers?: readonly (keyof Handlers & string)[];
  /** What it answers. */
  readonly serves: readonly ServedPart<Handlers>[];
}

/**
 * Makes one server for one connection, or for one HTTP request; cheap, since everything that can be shared is. What
 * `serveStdio`, `createMcpHandler` and `connect` of the SDK take.
 */
export interface ServerFactory {
  (context?: McpRequestContext): Server;
  /** What the servers share, for entries that must know about keys. */
  readonly service: Service<unknown>;
  readonly tools: ReadonlyMap<string, ToolDeclaration>;
  /** Some primitive may run once only. */
  readonly once: boolean;
  /** Every scope that some primitive needs. */
  readonly scopes: readonly string[];
  /** The scopes that a request needs: of a completion, by the type of its reference and what that refers to. */
  scopesOf(method: string, target: string): readonly string[];
}

type Serve = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

// The low-level server on purpose: our schemas are data, not zod. It would answer a malformed `tools/call` with what its validator
// says, before it asks any schema of ours. The one place where its deprecation is known.
// oxlint-disable-next-line typescript/no-deprecated
class LowLevelServer extends Server {
  protected override _wrapHandler(method: string, handler: Serve): Serve {
    const served = super._wrapHandler(method, handler);
    if (method !== "tools/call") return served;
    return (request, context) => {
      const problem = toolParamsProblem(request.params);
      return problem === undefined ? served(request, context) : Promise.reject(invalidParams(problem));
    };
  }
}

/**
 * Builds the tables of a server once and returns the factory of its servers.
 *
 * @throws {TypeError} when a handler is missing: a compiler tells sooner, but not every author has one.
 */
export function serverFactory<Handlers>(
  service: Service<Handlers>,
  definition: ServerDefinition<Handlers>,
): ServerFactory {
  const { info, capabilities, instructions, cacheHints, handlers = [], serves } = definition;
  const missing = handlers.filter((name) => typeof service.handlers[name] !== "function");
  if (missing.length > 0) throw new TypeError(`No handler is given for ${missing.join(", ")}`);
  const options: ServerOptions = {
    capabilities,
    ...(instructions !== undefined && { instructions }),
    ...(cacheHints !== undefined && { cacheHints }),
  };
  const declarations = serves.flatMap((part) => part.declarations);
  const installers = serves.map((part) => part.prepare(service, { capabilities, declarations }));
  const create = (context?: McpRequestContext): Server => {
    const server = new LowLevelServer(info, options);
    for (const install of installers) install(server, context);
    return server;
  };
  const tools = declarations.filter((declaration) => declaration.kind === "tool");
  return Object.assign(create, {
    service,
    tools: new Map(tools.map((declaration) => [declaration.listed.name, declaration])),
    once: declarations.some((declaration) => declaration.once !== undefined),
    scopes: [...new Set(declarations.flatMap(({ scopes }) => scopes ?? []))],
    scopesOf: (method: string, target: string) =>
      serves.map((part) => part.scopesOf?.(method, target)).find((scopes) => scopes !== undefined) ?? [],
  });
}
