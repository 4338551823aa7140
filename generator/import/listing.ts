import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.js";
import type { SourceFile } from "../diagnostics/source-file.js";
import { locate, locateMember, type Origins } from "../load/origin.js";
import { arrayMember, isArray, isObject, kindOf, member, objectMember, textMember } from "../load/values.js";
import type { Json, JsonObject } from "../model/model.js";

/** What a listing holds; the names are those of the results (MCP tools/list and the like). */
export const listNames = ["tools", "prompts", "resources", "resourceTemplates"] as const;
export type ListName = (typeof listNames)[number];

/** A captured listing, all pages of all lists together. */
export interface Listing {
  readonly file: SourceFile;
  readonly origins: Origins;
  readonly server: JsonObject | undefined;
  readonly capabilities: JsonObject | undefined;
  readonly instructions: string | undefined;
  readonly lists: Readonly<Record<ListName, readonly Json[]>>;
  /** Results that carried cache hints, by list. */
  readonly cacheHints: ReadonlyMap<ListName, JsonObject>;
  /** Members of results that mean nothing here, with the result that has them. */
  readonly unknown: readonly { readonly parent: JsonObject; readonly key: string }[];
}

/** Members of JSON-RPC messages and results that describe the exchange and not the server. */
const envelope: ReadonlySet<string> = new Set([
  "jsonrpc",
  "id",
  "resultType",
  "protocolVersion",
  "supportedVersions",
  "ttlMs",
  "cacheScope",
  "nextCursor",
]);

const known: ReadonlySet<string> = new Set([
  ...envelope,
  ...listNames,
  "server",
  "serverInfo",
  "capabilities",
  "instructions",
  "_meta",
]);

const serverInfoKey = "io.modelcontextprotocol/serverInfo";

/**
 * Sorts out what was captured: one object with all lists, a list of results (pages and kinds in any order), and JSON-RPC
 * responses in place of bare results.
 */
export function readListing(
  value: Json,
  file: SourceFile,
  origins: Origins,
): [Listing | undefined, readonly Diagnostic[]] {
  const results = (isArray(value) ? value : [value]).map(resultOf);
  const diagnostics: Diagnostic[] = [];
  const refuse = (problem: string, parent?: object, key?: string): void => {
    const place =
      parent === undefined
        ? { file, start: 0, end: 1 }
        : key === undefined
          ? locate(origins, parent)
          : locateMember(origins, parent, key);
    diagnostics.push(diagnose("import/not-a-listing", place, { problem }));
  };

  const lists: Record<ListName, Json[]> = { tools: [], prompts: [], resources: [], resourceTemplates: [] };
  const cacheHints = new Map<ListName, JsonObject>();
  const cursors = new Map<ListName, { readonly parent: JsonObject; readonly open: boolean }>();
  const unknown: { parent: JsonObject; key: string }[] = [];
  let server: JsonObject | undefined;
  let capabilities: JsonObject | undefined;
  let instructions: string | undefined;
  let seen = false;

  for (const result of results) {
    if (!isObject(result)) {
      refuse(`it holds ${kindOf(result)} where a result belongs`);
      continue;
    }
    for (const name of listNames) {
      if (!Object.hasOwn(result, name)) continue;
      seen = true;
      const items = arrayMember(result, name);
      if (items === undefined) refuse(`"${name}" is ${kindOf(result[name])}`, result, name);
      else lists[name].push(...items);
      cacheHints.set(name, result);
      cursors.set(name, { parent: result, open: textMember(result, "nextCursor") !== undefined });
    }
    const info = objectMember(member(result, "_meta"), serverInfoKey);
    server ??= objectMember(result, "server") ?? objectMember(result, "serverInfo") ?? info;
    capabilities ??= objectMember(result, "capabilities");
    instructions ??= textMember(result, "instructions");
    for (const key of Object.keys(result)) if (!known.has(key)) unknown.push({ parent: result, key });
  }
  if (diagnostics.length === 0 && !seen) {
    refuse(`it has none of ${listNames.map((name) => `"${name}"`).join(", ")}`);
  }
  if (diagnostics.length > 0) return [undefined, diagnostics];
  for (const [name, { parent, open }] of cursors) {
    if (!open) continue;
    diagnostics.push(diagnose("import/incomplete", locateMember(origins, parent, "nextCursor", "key"), { what: name }));
  }
  return [{ file, origins, server, capabilities, instructions, lists, cacheHints, unknown }, diagnostics];
}

/** The result of a JSON-RPC response; anything else is taken for the result itself. */
function resultOf(value: Json): Json {
  const result = objectMember(value, "result");
  return result !== undefined && textMember(value, "jsonrpc") !== undefined ? result : value;
}
