import { Unusable } from "./ending.js";
import { isRecord } from "./record.js";
import { httpUrl, type ServerAddress } from "./server-address.js";
import { savedCallVersion, type SavedCall } from "@mcp-parley/runtime/client";

/** A call that waits, with where it was going. */
export interface SavedFlow {
  readonly call: SavedCall;
  /** Absent where the call was saved by a program. */
  readonly server?: { readonly url: string } | { readonly command: readonly string[] };
}

/** What a primitive is called by. */
export type Target =
  | { readonly kind: "tool"; readonly name: string }
  | { readonly kind: "prompt"; readonly name: string }
  | { readonly kind: "resource"; readonly uri: string };

/** Whether a text is that of a saved call. */
export function isFlow(text: string): boolean {
  try {
    readFlow(JSON.parse(text), "");
    return true;
  } catch {
    return false;
  }
}

/** The text of a file; headers are left out of it, since they may hold secrets. */
export function flowText(call: SavedCall, address: ServerAddress): string {
  const server = address.kind === "http" ? { url: address.url.href } : { command: [address.command, ...address.args] };
  const flow: SavedFlow = { call, server };
  return `${JSON.stringify(flow, undefined, 2)}\n`;
}

/**
 * Reads a saved flow, or the bare call that `save()` of a generated client makes. What the call itself holds is checked
 * where it is restored.
 *
 * @param name - of the file, for messages.
 * @throws {Unusable}
 */
export function readFlow(value: unknown, name: string): { readonly flow: SavedFlow; readonly target: Target } {
  if (!isRecord(value)) throw new Unusable(`${name} is no saved call: it has to be a JSON object.`);
  const call: unknown = Object.hasOwn(value, "call") ? value["call"] : value;
  const target = targetOf(call);
  if (target !== undefined && isNewer(call)) {
    throw new Unusable(`${name} was saved by a newer version of parley than this one: update it.`);
  }
  if (!isSavedCall(call) || target === undefined) {
    throw new Unusable(`${name} is no saved call: it is not what \`parley call --save\` or \`save()\` writes.`);
  }
  const server = Object.hasOwn(value, "server") ? readServer(value["server"]) : undefined;
  return { flow: { call, ...(server === undefined ? {} : { server }) }, target };
}

function readServer(server: unknown): SavedFlow["server"] {
  if (!isRecord(server)) return undefined;
  const { url, command } = server;
  if (typeof url === "string" && httpUrl(url) !== undefined) return { url };
  const isCommand = Array.isArray(command) && command.every((word): word is string => typeof word === "string");
  return isCommand ? { command } : undefined;
}

function targetOf(call: unknown): Target | undefined {
  const params = isRecord(call) ? call["params"] : undefined;
  if (!isRecord(call) || !isRecord(params)) return undefined;
  const { name, uri } = params;
  if (call["method"] === "resources/read") return typeof uri === "string" ? { kind: "resource", uri } : undefined;
  if (typeof name !== "string") return undefined;
  if (call["method"] === "tools/call") return { kind: "tool", name };
  return call["method"] === "prompts/get" ? { kind: "prompt", name } : undefined;
}

function isSavedCall(call: unknown): call is SavedCall {
  return isRecord(call) && call["parley"] === savedCallVersion && isRecord(call["inputRequests"]);
}

/** Saved in a form that only a later version of the runtime can read. */
function isNewer(call: unknown): boolean {
  return isRecord(call) && typeof call["parley"] === "number" && call["parley"] > savedCallVersion;
}
