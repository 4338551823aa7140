import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.js";
import { locateMember } from "../load/origin.js";
import { isObject, member, setMember, textMember } from "../load/values.js";
import type { Json, JsonObject } from "../model/model.js";
import { createCodeNames, type EntryKind } from "./code-names.js";
import { importPrompt } from "./import-prompt.js";
import { importResource } from "./import-resource.js";
import { importTool } from "./import-tool.js";
import { createKeys } from "./keys.js";
import { capabilityMembers, serverMembers } from "./listed-shapes.js";
import type { Listing, ListName } from "./listing.js";
import { createOmissions, omissionDiagnostics, type Omission } from "./omissions.js";
import { copyMembers, type Omit } from "./shape.js";
import type { ImportEntry, ImportedEntry } from "./imported-entry.js";

/** A spec, as plain data, and what of the listing it does not hold. */
export interface ImportedSpec {
  readonly spec: JsonObject;
  readonly omissions: readonly Omission[];
  /** Listed entries that are not in the spec, by list and index. */
  readonly leftOut: readonly { readonly list: ListName; readonly index: number }[];
}

type Draft = { [key: string]: Json };

/**
 * Makes a spec that lists what a captured server lists. The listing is not trusted: only members that the language knows
 * are copied, nothing is fetched, and an entry that refers to anything outside itself is left out.
 */
export function importListing(listing: Listing): [ImportedSpec, readonly Diagnostic[]] {
  const omissions = createOmissions(listing.origins);
  const diagnostics: Diagnostic[] = [];
  const leftOut: { list: ListName; index: number }[] = [];
  const codeNames = createCodeNames();

  const section = (lists: readonly ListName[], kind: EntryKind, importEntry: ImportEntry): Draft => {
    const entries: Draft = {};
    const keys = createKeys();
    const identities = new Set<string>();
    for (const list of lists) {
      for (const [index, item] of listing.lists[list].entries()) {
        const place =
          locateMember(listing.origins, listing.lists[list], index) ??
          (isObject(item) ? listing.origins.get(item) : undefined);
        const imported = importEntry(item, (path, parent) =>
          omissions.add({ kind, name: nameOf(item), list, index }, path, parent),
        );
        const problem = typeof imported === "string" ? imported : identified(imported, identities, kind);
        if (typeof imported === "string" || problem !== undefined) {
          leftOut.push({ list, index });
          diagnostics.push(diagnose("import/left-out", place, { kind, name: nameOf(item), problem: String(problem) }));
          continue;
        }
        const { name } = imported;
        const key = keys.take(name, kind);
        const code = codeNames.take(kind === "resource" ? key : name, kind);
        if (code.reason !== undefined) {
          const values = { kind, name, codeName: code.name, reason: code.reason };
          diagnostics.push(diagnose("import/code-name", place, values));
        }
        setMember(entries, key, {
          ...(key === name ? {} : { name }),
          ...(code.reason === undefined ? {} : { codeName: code.name }),
          ...imported.members,
        });
      }
    }
    return entries;
  };
  const spec: Draft = { parley: "1", server: importServer(listing, omissions.add, diagnostics) };
  const capabilities = importCapabilities(listing, omissions.add);
  if (Object.keys(capabilities).length > 0) spec["capabilities"] = capabilities;
  const cache = importCacheHints(listing, omissions.add);
  if (Object.keys(cache).length > 0) spec["cache"] = cache;
  const sections = {
    tools: section(["tools"], "tool", importTool),
    prompts: section(["prompts"], "prompt", importPrompt),
    resources: section(["resources", "resourceTemplates"], "resource", importResource),
  };
  for (const [name, entries] of Object.entries(sections)) if (Object.keys(entries).length > 0) spec[name] = entries;
  for (const { parent, key } of listing.unknown) omissions.add({ kind: "listing", name: "" }, [key], parent);

  const imported = { spec, omissions: omissions.all(), leftOut };
  return [imported, [...diagnostics, ...omissionDiagnostics(omissions.all())]];
}

const nameOf = (item: Json): string => textMember(item, "name") ?? "";

/** Notes what identifies an entry on the wire; says so when another entry has it already. */
function identified(entry: ImportedEntry, taken: Set<string>, kind: string): string | undefined {
  if (taken.has(entry.identity)) return `another ${kind} before it has the same ${entry.identifiedBy}`;
  taken.add(entry.identity);
  return undefined;
}

type AddOmission = ReturnType<typeof createOmissions>["add"];

function importServer(listing: Listing, add: AddOmission, diagnostics: Diagnostic[]): Draft {
  const { server } = listing;
  const omit: Omit = (path, parent) => add({ kind: "server", name: "" }, path, parent);
  const copy =
    server === undefined ? {} : copyMembers(server, serverMembers, omit, new Set(["instructions", "capabilities"]));
  const place = server === undefined ? { file: listing.file, start: 0, end: 1 } : listing.origins.get(server);
  const assumed = (key: string, value: string): string => {
    const given = copy[key];
    if (typeof given === "string" && given !== "") return given;
    diagnostics.push(diagnose("import/assumed", place, { what: `the ${key} of the server`, value: `"${value}"` }));
    return value;
  };
  const name = assumed("name", "imported-server");
  const version = assumed("version", "0.0.0");
  const instructions = listing.instructions ?? textMember(server, "instructions");
  return { ...copy, name, version, ...(instructions === undefined ? {} : { instructions }) };
}

function importCapabilities(listing: Listing, add: AddOmission): Draft {
  const declared = listing.capabilities ?? member(listing.server, "capabilities");
  if (!isObject(declared)) return {};
  const copy = copyMembers(declared, capabilityMembers, (path, parent) =>
    add({ kind: "listing", name: "" }, ["capabilities", ...path], parent),
  );
  // What a list implies needs no words.
  for (const key of ["tools", "prompts", "resources"]) {
    const value = copy[key];
    if (isObject(value) && Object.keys(value).length === 0) delete copy[key];
  }
  return copy;
}

function importCacheHints(listing: Listing, add: AddOmission): Draft {
  const hints: Draft = {};
  for (const [list, result] of listing.cacheHints) {
    const ttlMs = member(result, "ttlMs");
    const scope = member(result, "cacheScope");
    if (ttlMs === undefined && scope === undefined) continue;
    if (
      !Number.isSafeInteger(ttlMs) ||
      Number(ttlMs) < 0 ||
      (scope !== undefined && scope !== "public" && scope !== "private")
    ) {
      add({ kind: "listing", name: "" }, [ttlMs === undefined ? "cacheScope" : "ttlMs"], result);
      continue;
    }
    // The hint of a server that gives none.
    if (ttlMs === 0 && scope !== "public") continue;
    hints[list] = { ttlMs: Number(ttlMs), ...(scope === "public" ? { scope } : {}) };
  }
  return hints;
}
