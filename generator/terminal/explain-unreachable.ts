import { plainLine } from "./plain-text.js";
import type { ServerAddress } from "./server-address.js";

/**
 * Says in plain words what is in the way of a server.
 *
 * @param troubles - what the transport reported on the way.
 * @param heard - the last lines that a program wrote to its stderr.
 * @param wasThere - it has answered before.
 * @param revision - that the connection is held to.
 */
export async function explainUnreachable(
  address: ServerAddress,
  error: unknown,
  troubles: readonly Error[],
  heard: readonly string[],
  wasThere: boolean,
  revision?: string,
): Promise<string> {
  const { SdkHttpError } = await import("@modelcontextprotocol/client");
  const causes = [error, ...troubles].flatMap(withCauses);
  const codes = causes.map(codeOf);
  const http = causes.find((cause): cause is InstanceType<typeof SdkHttpError> => cause instanceof SdkHttpError);
  if (revision !== undefined && http === undefined && codes.includes("ERA_NEGOTIATION_FAILED"))
    return `The server does not speak ${revision}. Without --protocol it is asked what it speaks.`;
  if (address.kind === "command") {
    if (codes.includes("ENOENT")) return `Cannot start ${JSON.stringify(address.command)}: there is no such program.`;
    if (codes.includes("EACCES")) return `Cannot start ${JSON.stringify(address.command)}: it may not be run.`;
    const said = heard.length === 0 ? "" : ` It said:\n${heard.map((line) => `  ${line}`).join("\n")}`;
    if (wasThere) return `The program ended before this was finished.${said}`;
    if (codes.includes("CONNECTION_CLOSED")) return `The program ended before it spoke MCP.${said}`;
    return `The program was started, but it does not speak MCP (${reason(error)}).${said}`;
  }
  const where = address.url.href;
  if (http !== undefined) {
    if (http.status === 401) return `${where} wants authorization (401): ${authorization}.`;
    if (http.status === 403) return `${where} refuses access (403). If it wants authorization, ${authorization}.`;
    if (http.status >= 300 && http.status < 400)
      return `${where} leads somewhere else (${http.status}). Give the address that it leads to.`;
    if (http.status >= 500) return `The server at ${where} fails (${http.status}).`;
    if (http.status === 404) return `There is no MCP server at ${where} (404). Its path is often /mcp.`;
  }
  if (codes.includes("CLIENT_HTTP_UNEXPECTED_CONTENT"))
    return `There is no MCP server at ${where}: what answers speaks something else. Its path is often /mcp.`;
  // A connection that was kept open breaks first.
  const isCut = wasThere && ["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"].some((code) => codes.includes(code));
  if (codes.includes("ECONNREFUSED") || isCut) return `Nothing answers at ${where}. Is the server running?`;
  if (
    address.url.protocol === "https:" &&
    codes.some((code) => code === "ERR_SSL_WRONG_VERSION_NUMBER" || code === "ERR_SSL_PACKET_LENGTH_TOO_LONG")
  )
    return `${where} answers, but not over TLS; try http://${where.slice("https://".length)}.`;
  if (codes.includes("ENOTFOUND")) return `There is no host ${JSON.stringify(address.url.hostname)}.`;
  if (wasThere) return `The connection to ${where} broke off (${reason(error)}).`;
  return `Cannot reach an MCP server at ${where} (${reason(error)}).`;
}

const authorization = 'give it with --header "Authorization: Bearer ..."';

/** Whether an error says that nobody is there, rather than something that the server said. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // What `fetch` throws: the reason is its cause (WHATWG Fetch; undici).
  const isFetch =
    error instanceof TypeError && (/^(?:fetch failed|terminated)$/.test(error.message) || isLost(error.cause));
  return (
    isFetch ||
    /^(?:E[A-Z]+|UND_ERR_\w+|CONNECTION_CLOSED|NOT_CONNECTED|SEND_FAILED|CLIENT_HTTP_\w+)$/.test(codeOf(error))
  );
}

/** The code that Node and the SDK give their errors; empty for others. */
function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
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
