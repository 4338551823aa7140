import * as z from "zod";
import { diagnose } from "../diagnostics/diagnostic.js";
import type { Location } from "../diagnostics/source-file.js";
import type { LoadedDocument } from "../load/load-document.js";
import { locateMember } from "../load/origin.js";
import { isObject, member, objectMember } from "../load/values.js";
import type { Json, JsonObject } from "../model/model.js";
import { resolveEntity } from "../resolve/resolve-entity.js";
import type { Scope } from "../resolve/scope.js";
import { document } from "./document.js";
import { input, inputKindNames, type InputKind, type InputOption } from "./input.js";
import { wordsOf } from "./issue-words.js";
import { reportIssues } from "./issues.js";
import { checkSchemaPlaces, claim, ownerAround, reportMisplaced } from "./misplaced.js";
import { prompt, resource, tool } from "./primitives.js";
import { shapeTest } from "./shape-test.js";
import { openMap } from "./values.js";
import { keysOf } from "./zod-walk.js";

/** An entry of `requires` whose shape is right. */
export interface DeclaredInput {
  readonly key: string;
  readonly value: JsonObject;
  readonly kind: InputKind;
  readonly document: LoadedDocument;
  readonly place: Location | undefined;
}

/** A tool, prompt or resource whose shape is right, except for the inputs named in `broken`. */
export interface Declared {
  readonly key: string;
  readonly value: JsonObject;
  readonly document: LoadedDocument;
  readonly place: Location | undefined;
  readonly inputs: readonly DeclaredInput[];
  readonly broken: ReadonlySet<string>;
}

export interface Spec {
  readonly root: JsonObject;
  readonly document: LoadedDocument;
  readonly everyTool: { readonly inputs: readonly DeclaredInput[]; readonly broken: ReadonlySet<string> };
  readonly tools: readonly Declared[];
  readonly prompts: readonly Declared[];
  readonly resources: readonly Declared[];
}

const entities = openMap().optional();

// Tools and the like are checked one by one, after their references are followed, under any name.
const top = document.extend({
  schemas: entities,
  inputs: entities,
  everyTool: z.strictObject({ requires: openMap() }).optional(),
  tools: entities,
  prompts: entities,
  resources: entities,
});
const shallow = {
  tool: tool.extend({ requires: entities }),
  prompt: prompt.extend({ requires: entities }),
  resource: resource.extend({ requires: entities }),
} as const;
const hasShape = {
  tool: shapeTest(shallow.tool),
  prompt: shapeTest(shallow.prompt),
  resource: shapeTest(shallow.resource),
  input: shapeTest(input),
} as const;

/** Checks the shape of the whole document and follows the references of whole declarations. */
export function readSpec(scope: Scope, entry: LoadedDocument): Spec | undefined {
  const root = entry.value;
  if (!isObject(root)) return undefined;
  const context = { scope, where: [], place: { file: entry.file, start: 0, end: 1 } };
  if (isOther(root)) {
    scope.report(diagnose("load/not-a-document", context.place, { path: entry.file.path, wanted: "a spec" }));
    return undefined;
  }
  const checked = top.safeParse(root, { error: wordsOf });
  const version = member(root, "parley");
  if (typeof version === "string" && version !== "1") {
    scope.report(diagnose("spec/version", locateMember(scope.origins, root, "parley"), { version }));
  }
  const issues = (checked.error?.issues ?? []).filter(
    (issue) => !(issue.path[0] === "parley" && typeof version === "string"),
  );
  reportIssues(top, root, issues, context);
  for (const [name, schema] of Object.entries(objectMember(root, "schemas") ?? {})) {
    checkSchemaPlaces(scope, schema, ["schemas", name]);
  }
  const every = objectMember(objectMember(root, "everyTool"), "requires");
  const spec: Spec = {
    root,
    document: entry,
    everyTool: readInputs(scope, every, entry, ["everyTool", "requires"]),
    tools: readEntities(scope, root, "tool", entry),
    prompts: readEntities(scope, root, "prompt", entry),
    resources: readEntities(scope, root, "resource", entry),
  };
  checkUnused(scope, root);
  return spec;
}

/** A document of another kind, as a `package.json` is: nothing in it is a slip in a spec. */
function isOther(root: JsonObject): boolean {
  const names = Object.keys(root);
  return names.length > 0 && !names.some((name) => keysOf(document, [])?.has(name));
}

/** Inputs to reuse that nothing uses yet are still checked for their shape. */
function checkUnused(scope: Scope, root: JsonObject): void {
  const inputs = objectMember(root, "inputs");
  for (const [key, value] of Object.entries(inputs ?? {})) {
    if (inputs === undefined || !isObject(value) || scope.checked.has(value) || Object.hasOwn(value, "$ref")) continue;
    readInput(scope, key, value, ["inputs", key], locateMember(scope.origins, inputs, key, "key"));
  }
}

const onlyUnknownKeys = (issues: readonly z.core.$ZodIssue[]): boolean =>
  issues.every((issue) => issue.code === "unrecognized_keys");

function issuesOf(schema: z.ZodType, value: Json, hasShape: (value: Json) => boolean): readonly z.core.$ZodIssue[] {
  return hasShape(value) ? [] : (schema.safeParse(value, { error: wordsOf }).error?.issues ?? []);
}

/** Where a tool and the like hold JSON Schemas. */
const schemaSlots = ["inputSchema", "outputSchema", "state"] as const;

/** Reports an entry that is a key of the declaration around the mapping. */
function isAround(scope: Scope, all: JsonObject | undefined, key: string, where: readonly string[]): boolean {
  if (all === undefined) return false;
  const owner = ownerAround(key, member(all, key), where);
  if (owner !== undefined) reportMisplaced(scope, all, key, owner, where.slice(0, -1));
  return owner !== undefined;
}

function readEntities(
  scope: Scope,
  root: JsonObject,
  what: "tool" | "prompt" | "resource",
  document: LoadedDocument,
): readonly Declared[] {
  const all = objectMember(root, `${what}s`);
  const declared: Declared[] = [];
  for (const [key, written] of Object.entries(all ?? {})) {
    const where = [`${what}s`, key];
    if (isAround(scope, all, key, where)) continue;
    const place = all === undefined ? undefined : locateMember(scope.origins, all, key, "key");
    const resolved = resolveEntity(scope, written, document, what);
    if (resolved === undefined) continue;
    const { value } = resolved;
    for (const slot of schemaSlots) checkSchemaPlaces(scope, member(value, slot), [...where, slot]);
    const issues = issuesOf(shallow[what], value, hasShape[what]);
    reportIssues(shallow[what], value, issues, { scope, where, place });
    const requires = objectMember(value, "requires");
    const { inputs, broken } = readInputs(scope, requires, resolved.document, [...where, "requires"]);
    if (!isObject(value) || !onlyUnknownKeys(issues)) continue;
    declared.push({ key, value, document: resolved.document, place, inputs, broken });
  }
  return declared;
}

function readInputs(
  scope: Scope,
  requires: JsonObject | undefined,
  document: LoadedDocument,
  where: readonly string[],
): { readonly inputs: readonly DeclaredInput[]; readonly broken: ReadonlySet<string> } {
  const inputs: DeclaredInput[] = [];
  const broken = new Set<string>();
  for (const [key, written] of Object.entries(requires ?? {})) {
    if (isAround(scope, requires, key, [...where, key])) continue;
    const place = requires === undefined ? undefined : locateMember(scope.origins, requires, key, "key");
    const resolved = resolveEntity(scope, written, document, "input");
    const found = resolved === undefined ? undefined : readInput(scope, key, resolved.value, [...where, key], place);
    if (found === undefined || resolved === undefined) broken.add(key);
    else inputs.push({ key, ...found, document: resolved.document, place });
  }
  return { inputs, broken };
}

function readInput(
  scope: Scope,
  key: string,
  value: Json,
  where: readonly string[],
  place: Location | undefined,
): { readonly value: JsonObject; readonly kind: InputKind } | undefined {
  const issues = issuesOf(input, value, hasShape.input);
  checkSchemaPlaces(scope, member(value, "compute"), [...where, "compute"]);
  checkSchemaPlaces(scope, member(member(value, "elicit"), "schema"), [...where, "elicit", "schema"]);
  reportIssues(input, value, issues, { scope, where, place });
  if (!isObject(value)) return undefined;
  scope.checked.add(value);
  const kinds = inputKindNames.filter((kind) => Object.hasOwn(value, kind));
  const [kind] = kinds;
  // A reference that is no text was reported.
  if (kind === undefined && Object.hasOwn(value, "$ref")) return undefined;
  if (kind === undefined && inputKindNames.some((name) => scope.claimed.has(claim(where, name)))) return undefined;
  if (kind === undefined || kinds.length > 1) {
    const problem = kind === undefined ? "says nothing to ask or compute" : `is both ${kinds.join(" and ")}`;
    // Indented too little, an option of the input above looks like an input of its own.
    const isOption = kind === undefined && keysOf(input, [])?.has(key) === true;
    const help = isOption
      ? { help: `"${key}" is a key of an input: indent it further, below the others of its input.` }
      : {};
    scope.report(diagnose("spec/input-kind", place, { input: key, problem }, help));
    return undefined;
  }
  const misplaced = misplacedOptions(kind).filter((option) => Object.hasOwn(value, option));
  for (const option of misplaced) {
    const at = locateMember(scope.origins, value, option, "key");
    scope.report(diagnose("spec/option-not-for-kind", at, { option, kind: `"${kind}"` }));
  }
  return misplaced.length === 0 && onlyUnknownKeys(issues) ? { value, kind } : undefined;
}

/** Options that mean nothing for a kind. */
function misplacedOptions(kind: InputKind): readonly InputOption[] {
  switch (kind) {
    case "compute":
      return ["onDecline", "whenUnavailable", "within", "check", "attempts", "pins"];
    case "elicit":
    case "confirm":
    case "elicitUrl":
      return ["refresh"];
    // A model and a list of roots are given or they are not: their results have no `action` (MCP 2026-07-28, client features).
    case "sample":
    case "roots":
      return ["onDecline", "refresh"];
  }
}
