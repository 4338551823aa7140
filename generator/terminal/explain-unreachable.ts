import { plainLine } from "./plain-text.js";
import type { ServerAddress } from "./server-address.js";

/**
 * Says in plain words what is in the way of a server.
 *
 * @param troubles - what the transport reported on the way.
 * @param heard - the last lines that a program wrote to its stderr.
 */
export async function explainUnreachable(
  address: ServerAddress,
  error: unknown,
  troubles: readonly Error[],
  heard: readonly string[],
): Promise<string> {
  const { SdkHttpError } = await import("@modelcontextprotocol/client");
  const causes = [error, ...troubles].flatMap(withCauses);
  const codes = causes.flatMap((cause) => (cause instanceof Error && "code" in cause ? [String(cause.code)] : []));
  if (address.kind === "command") {
    if (codes.includes("ENOENT")) return `Cannot start ${JSON.stringify(address.command)}: there is no such program.`;
    if (codes.includes("EACCES")) return `Cannot start ${JSON.stringify(address.command)}: it may not be run.`;
    const said = heard.length === 0 ? "" : ` It said:\n${heard.map((line) => `  ${line}`).join("\n")}`;
    return `The program was started, but it does not speak MCP (${reason(error)}).${said}`;
  }
  const where = address.url.href;
  const http = causes.find((cause): cause is InstanceType<typeof SdkHttpError> => cause instanceof SdkHttpError);
  if (http !== undefined) {
    if (http.status === 401 || http.status === 403)
      return `${where} wants authorization (${http.status}): give it with --header "Authorization: Bearer ...".`;
    if (http.status === 404) return `There is no MCP server at ${where} (404). Its path is often /mcp.`;
  }
  if (codes.includes("ECONNREFUSED")) return `Nothing answers at ${where}. Is the server running?`;
  if (codes.includes("ENOTFOUND")) return `There is no host ${JSON.stringify(address.url.hostname)}.`;
  return `Cannot reach an MCP server at ${where} (${reason(error)}).`;
}

function withCauses(error: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  for (let each = error; each instanceof Error && causes.length < 10; each = each.cause) {
    causes.push(each);
    if (each instanceof AggregateError) causes.push(...each.errors);
  }
  return causes;
}

function reason(error: unknown): string {
  return plainLine(error instanceof Error ? error.message : String(error)).slice(0, 200);
}
