import { refusalOf } from "@mcp-parley/runtime/client";
import { plainJson, plainLine } from "./plain-text.js";
import { refusalText } from "./refusal-text.js";

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
  const refusal = refusalOf({ data });
  // Any server can say that its text is an author's: it must not be taken for ours.
  if (refusal?.authored === true) return `The server says: ${said}`;
  const told = refusal === undefined ? undefined : refusalText(refusal, "", []);
  if (told !== undefined) return told;
  if (code === missingCapability) return wantedText(data) ?? `The server wants more than a terminal has: ${said}`;
  if (code === -32_601) return `The server does not know this request: ${said}`;
  if (code === "REQUEST_TIMEOUT") return "The server did not answer in time. --timeout gives it longer.";
  if (typeof code !== "number") return `${ofServer.has(code) ? "The server made a mistake: " : ""}${said}.`;
  const detail = data === undefined ? "" : `\n${plainJson(data)}`;
  return `The server ${code === internalError ? "failed" : "refused"} (${code}): ${said}${detail}`;
}

/** What our own checks find of a server. */
const ofServer: ReadonlySet<string> = new Set(["invalid-question", "invalid-result"]);

/** JSON-RPC 2.0, section 5.1. */
const internalError = -32_603;

/** Missing required client capability (MCP 2026-07-28, error codes). */
const missingCapability = -32_021;

/** What a server needs and was not offered, in terms of what a person at a terminal can do about it. */
function wantedText(data: unknown): string | undefined {
  const wanted: unknown =
    typeof data === "object" && data !== null && "requiredCapabilities" in data ? data.requiredCapabilities : undefined;
  const has = (name: string): boolean => typeof wanted === "object" && wanted !== null && Object.hasOwn(wanted, name);
  if (has("roots")) return "The server wants to know which folders it may look at: name them with --root <folder>.";
  if (has("sampling")) return "The server wants a language model for this, and a terminal has none.";
  return undefined;
}
