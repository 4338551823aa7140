import { forPeople } from "./for-people.js";
import { plainJson, plainLine } from "./plain-text.js";

/** Why a call has no result. */
export interface Failure {
  readonly code: number | string;
  readonly message: string;
  readonly data?: unknown;
}

/** What the server, the transport or the client's own checks said; nothing for a bug of ours. */
export async function failureOf(error: unknown): Promise<Failure | undefined> {
  const { ProtocolError, SdkError } = await import("@modelcontextprotocol/client");
  const { CallError } = await import("@mcp-parley/runtime/client");
  if (error instanceof ProtocolError) {
    return { code: error.code, message: error.message, ...(error.data === undefined ? {} : { data: error.data }) };
  }
  if (error instanceof CallError || error instanceof SdkError) return { code: error.code, message: error.message };
  return undefined;
}

/** The same as a sentence for people. */
export function failureText({ code, message, data }: Failure): string {
  const said = plainLine(message);
  if (code === missingCapability) return `the server wants ${wantedText(data)}\n  It said: ${said}`;
  if (code === -32_601) return `the server does not know this request: ${said}`;
  if (code === "REQUEST_TIMEOUT") return `the server did not answer in time: ${said}. --timeout gives it longer.`;
  const detail = data === undefined || typeof code === "string" ? "" : `\n${plainJson(data)}`;
  return typeof code === "number" ? `the server refused (${code}): ${forPeople(said, [])}${detail}` : said;
}

/** Missing required client capability (MCP 2026-07-28, error codes). */
const missingCapability = -32_021;

/** What a server needs and was not offered, in terms of what a person at a terminal can do about it. */
function wantedText(data: unknown): string {
  const wanted: unknown =
    typeof data === "object" && data !== null && "requiredCapabilities" in data ? data.requiredCapabilities : undefined;
  const has = (name: string): boolean => typeof wanted === "object" && wanted !== null && Object.hasOwn(wanted, name);
  if (has("roots")) return "to know which folders it may look at: name them with --root <folder>.";
  if (has("sampling")) return "a language model for this, and a terminal has none.";
  return "something of its client that a terminal does not have.";
}
