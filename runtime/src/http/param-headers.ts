import { isObject, type JsonObject, own } from "../json/plain-object.js";
import type { ToolDeclaration } from "../server/tool.js";

/** One argument that a client repeats in a header: `x-mcp-header` of the input schema (MCP 2026-07-28, SEP-2243). */
export interface ParamHeader {
  readonly path: readonly string[];
  readonly header: string;
  readonly numeric: boolean;
}

/** The headers of a tool's arguments: those on members that a chain of `properties` reaches. */
export function paramHeaders(tool: ToolDeclaration): readonly ParamHeader[] {
  const found: ParamHeader[] = [];
  collect(tool.listed.inputSchema, [], found);
  return found;
}

function collect(schema: unknown, path: readonly string[], found: ParamHeader[]): void {
  if (!isObject(schema)) return;
  const name = schema["x-mcp-header"];
  if (typeof name === "string" && path.length > 0) {
    found.push({ path, header: `Mcp-Param-${name}`, numeric: schema["type"] === "integer" });
  }
  const properties = schema["properties"];
  if (!isObject(properties)) return;
  for (const [key, child] of Object.entries(properties)) collect(child, [...path, key], found);
}

/**
 * Compares the headers of a request with the arguments in its body. The SDK does so for its high-level server only.
 *
 * @returns what disagrees, to be refused with -32020; `undefined` when all is well. An absent argument needs no header.
 */
export function headerMismatch(
  declared: readonly ParamHeader[],
  args: unknown,
  headers: Headers,
): { readonly header: string; readonly problem: string } | undefined {
  for (const { path, header, numeric } of declared) {
    const value = valueAt(args, path);
    const text = textOf(value);
    if (text === undefined) continue;
    const sent = headers.get(header);
    if (sent === null) return { header, problem: "the header is missing" };
    const decoded = decodeHeader(sent);
    if (decoded === undefined) return { header, problem: "the header is not validly encoded" };
    // Clients may write 42 as 42.0.
    const equal =
      numeric && typeof value === "number" && /^-?\d+(\.\d+)?$/.test(decoded)
        ? Number(decoded) === value
        : decoded === text;
    if (!equal) return { header, problem: "the header and the argument differ" };
  }
  return undefined;
}

function valueAt(args: unknown, path: readonly string[]): unknown {
  let node: unknown = args;
  for (const key of path) node = isObject(node) ? own(node, key) : undefined;
  return node;
}

/** The text of a primitive; other values are for the argument check to judge. */
function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "true" : "false";
  return typeof value === "number" && Number.isFinite(value) ? String(value) : undefined;
}

const encodedValue = /^=\?base64\?(.*)\?=$/s;
const canonicalBase64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Values that a header cannot hold come as `=?base64?...?=`; anything but canonical base64 of UTF-8 is refused. */
function decodeHeader(sent: string): string | undefined {
  const match = encodedValue.exec(sent);
  if (match === null) return sent;
  const [, encoded = ""] = match;
  if (!canonicalBase64.test(encoded)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(atob(encoded), (c) => c.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

/** What of a body is a tool call; `undefined` for any other. */
export function toolCallOf(body: unknown): { readonly name: string; readonly args: unknown } | undefined {
  if (!isObject(body) || body["method"] !== "tools/call") return undefined;
  const params: unknown = body["params"];
  if (!isObject(params)) return undefined;
  const { name, arguments: args }: JsonObject = params;
  return typeof name === "string" ? { name, args } : undefined;
}
