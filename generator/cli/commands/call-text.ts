import type { SavedCall } from "@mcp-parley/runtime/client";
import { plainJson } from "../../terminal/plain-text.js";
import { addressText, quoted, type ServerAddress } from "../../terminal/server-address.js";

/**
 * The command line that makes a call; headers, which may be secret, are left out.
 *
 * @param parley - how the program is called.
 */
export function callText({ method, params }: SavedCall, address: ServerAddress, parley: string): string {
  const target = "uri" in params ? params.uri : params.name;
  const given: unknown = "arguments" in params ? params.arguments : undefined;
  const args = typeof given === "object" && given !== null ? Object.entries(given).map(argumentText) : [];
  const words = [target, ...args].map((word) => quoted(word));
  if (method === "prompts/get") words.push("--prompt");
  const command = method === "resources/read" ? "read" : "call";
  return address.kind === "http"
    ? [parley, command, quoted(address.url.href), ...words].join(" ")
    : [parley, command, ...words, addressText(address)].join(" ");
}

function argumentText([name, value]: readonly [string, unknown]): string {
  return typeof value === "string" ? `${name}=${value}` : `${name}:=${plainJson(value, 0)}`;
}
