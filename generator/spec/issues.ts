import type * as z from "zod";
import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.js";
import type { Location } from "../diagnostics/source-file.js";
import { nearest } from "../diagnostics/suggest.js";
import { emptyValueHelp } from "../load/empty-value.js";
import { namedEntriesHelp } from "../load/named-entries.js";
import { locateMember, locatePath, sourceOf } from "../load/origin.js";
import { isArray, isObject, kindOf } from "../load/values.js";
import type { Scope } from "../resolve/scope.js";
import { claim, label, ownerOf, reportMisplaced } from "./misplaced.js";
import { synonymOf } from "./synonyms.js";
import { alternativesOf, entryOf, keysOf, requiredKeys, schemaAt, type Path } from "./zod-walk.js";

export interface IssueContext {
  readonly scope: Scope;
  /** Path of the value in the document, for texts: `["tools", "provision"]`. */
  readonly where: Path;
  /** Place of the value's key. */
  readonly place: Location | undefined;
}

/**
 * Reports what zod found, at the place that a person has to change. A misspelt or misplaced key is reported once: that the
 * key it was meant to be is missing goes without saying.
 */
export function reportIssues(
  schema: z.ZodType,
  value: unknown,
  issues: readonly z.core.$ZodIssue[],
  context: IssueContext,
): void {
  for (const issue of issues) {
    if (issue.code === "unrecognized_keys") reportUnknown(schema, value, pathOf(issue), issue.keys, context);
  }
  for (const issue of issues) {
    if (issue.code === "unrecognized_keys") continue;
    const found = diagnoseIssue(schema, value, issue, context);
    if (found !== undefined) context.scope.report(found);
  }
}

const pathOf = (issue: z.core.$ZodIssue): Path =>
  issue.path.filter((step): step is string | number => typeof step !== "symbol");

function reportUnknown(
  schema: z.ZodType,
  root: unknown,
  path: Path,
  keys: readonly string[],
  { scope, where }: IssueContext,
): void {
  const parent = valueAt(root, path);
  if (!isObject(parent)) return;
  const full = [...where, ...path];
  const known = new Set(keysOf(schema, path)?.keys());
  for (const key of keys) {
    if (key.startsWith("x-")) continue;
    const owner = ownerOf(key, parent[key], full);
    if (owner !== undefined) {
      reportMisplaced(scope, parent, key, owner, full);
      continue;
    }
    const meant = synonymOf(key, known) ?? nearest(key, known);
    if (meant !== undefined) scope.claimed.add(claim(full, meant));
    const suggestion = meant === undefined ? "" : ` Did you mean "${meant}"?`;
    const names = [...known].filter((name) => !name.startsWith("$") && name !== "single-use");
    const help =
      meant !== undefined || names.length === 0
        ? {}
        : { help: `Known here: ${names.join(", ")}. Keys that Parley should not read start with \`x-\`.` };
    const place = locateMember(scope.origins, parent, key, "key");
    scope.report(diagnose("spec/unknown-key", place, { key, where: label(full), suggestion }, help));
  }
}

function diagnoseIssue(
  schema: z.ZodType,
  root: unknown,
  issue: z.core.$ZodIssue,
  context: IssueContext,
): Diagnostic | undefined {
  const path = pathOf(issue);
  const { where, scope } = context;
  const { origins } = scope;
  const parentPath = path.slice(0, -1);
  const key = path.at(-1);
  const parent = valueAt(root, parentPath);
  if (key !== undefined && typeof parent === "object" && parent !== null && !Object.hasOwn(parent, key)) {
    const holder = [...where, ...parentPath];
    if (scope.claimed.has(claim(holder, String(key)))) return undefined;
    const place = parentPath.length === 0 ? context.place : locatePath(origins, root, parentPath, "key");
    return diagnose("spec/missing-key", place, { key, where: label(holder) });
  }
  const found = valueAt(root, path);
  const place = path.length === 0 ? context.place : locatePath(origins, root, path);
  const shownKey = label(key === undefined ? where.slice(-1) : [key]);
  if (issue.code === "too_small" || issue.code === "too_big" || issue.code === "custom") {
    return diagnose("spec/constraint", place, { key: shownKey, problem: issue.message });
  }
  if (
    typeof found === "string" &&
    (issue.code === "invalid_value" || issue.code === "invalid_union" || issue.code === "invalid_format")
  ) {
    const values = issue.code === "invalid_value" ? issue.values.map(String) : [];
    const meant = nearest(found, values);
    const suggestion = meant === undefined ? "" : ` Did you mean "${meant}"?`;
    return diagnose("spec/invalid-value", place, { value: found, expected: issue.message, suggestion });
  }
  const source =
    typeof parent === "object" && parent !== null && key !== undefined ? sourceOf(origins, parent, key) : undefined;
  const scalar = typeof found === "number" || typeof found === "boolean" || (found === null && source === "null");
  // A bare 1.10, yes or 2026 where a text belongs: the fix is a pair of quotes around what was typed.
  const quoted = issue.message.includes("text") || issue.message.includes(`"${source}"`);
  const help =
    scalar && quoted && source !== undefined
      ? { help: `Put it in quotes: "${source}".` }
      : found === null
        ? emptyValueHelp(place, shownKey)
        : isArray(found) && entryOf(schema, path) !== undefined
          ? namedEntriesHelp(found, place)
          : {};
  const expected = issue.message === "a mapping" ? mapping(schema, path, shownKey) : issue.message;
  const actual = found === null ? "empty" : kindOf(found);
  return diagnose("spec/wrong-type", place, { key: shownKey, expected, actual }, help);
}

/** What a mapping holds: `a mapping: confirm: { message: ... }`. */
function mapping(schema: z.ZodType, path: Path, key: string): string {
  const wanted = schemaAt(schema, path);
  const alternatives = wanted === undefined ? [] : alternativesOf(wanted);
  if (alternatives.length > 0) return `a mapping with one of ${alternatives.join(", ")}`;
  const members = wanted === undefined ? [] : requiredKeys(wanted);
  const example = members.map((name) => `${name}: ...`).join(", ");
  return members.length === 0 ? "a mapping" : `a mapping, \`${key}: { ${example} }\``;
}

function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = Reflect.get(value, step) as unknown;
  }
  return value;
}
