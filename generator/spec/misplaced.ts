import { diagnose } from "../diagnostics/diagnostic.js";
import { positionAt, type Location } from "../diagnostics/source-file.js";
import { locateMember, locatePath } from "../load/origin.js";
import { isArray, isObject, objectMember } from "../load/values.js";
import type { Json, JsonObject } from "../model/model.js";
import { isKeyword, stepsTo, subschemas, type Subschema } from "../resolve/keywords.js";
import type { Scope } from "../resolve/scope.js";
import { document } from "./document.js";
import { alternativesOf, entryOf, keysOf, passes, type Path, type Schema } from "./zod-walk.js";

/** Keys that many things have: where one is unknown, nothing says which thing it was meant for. */
const everywhere: ReadonlySet<string> = new Set(
  "$ref $schema _meta content description file name size text title uri url version".split(" "),
);

/**
 * Where a key that means nothing at `path` would mean something: the nearest declaration around it that knows the key, or the
 * nearest mapping whose entries look like its value. A part that is indented too deep ends up like this.
 */
export function ownerOf(key: string, value: unknown, path: Path): Path | undefined {
  for (let depth = path.length - 1; depth >= 0; depth--) {
    const around = path.slice(0, depth);
    if (keysOf(document, around)?.has(key) === true && !everywhere.has(key)) return around;
    const entry = entryOf(document, around);
    if (entry !== undefined && looksLike(entry, value)) return around;
  }
  // An input beside `requires` instead of under it; or a part of one, for which there is no name yet.
  const requires = [...path, "requires"];
  const entry = entryOf(document, requires);
  if (entry === undefined) return undefined;
  if (looksLike(entry, value)) return requires;
  return keysOf(entry, [])?.has(key) === true && !everywhere.has(key) ? [...requires, anyName] : undefined;
}

/** In place of the name of an input that has none. */
const anyName = "NAME";

/** True when a value can only be an entry of this kind: all of its keys are, and the ones that matter are there. */
export function looksLike(entry: Schema, value: unknown): boolean {
  const known = keysOf(entry, []);
  if (known === undefined || !isObject(value)) return false;
  const keys = Object.keys(value);
  const kinds = alternativesOf(entry);
  return (
    keys.length > 0 &&
    keys.every((key) => known.has(key) || key.startsWith("x-")) &&
    (kinds.length === 0 || kinds.some((kind) => keys.includes(kind)))
  );
}

/**
 * The declaration that an entry of a mapping is a key of, when it cannot be an entry: `annotations` under `requires`, `prompts`
 * under `tools`.
 *
 * @param entry - path of the entry.
 */
export function ownerAround(key: string, value: unknown, entry: Path): Path | undefined {
  const own = entryOf(document, entry.slice(0, -1));
  if (own === undefined || everywhere.has(key) || !isObject(value) || Object.hasOwn(value, "$ref")) return undefined;
  const kinds = alternativesOf(own);
  const known = keysOf(own, []);
  const names = Object.keys(value);
  // `everyTool` under `tools` would pass for a tool of that name; nobody names one like this.
  const isName = !/[A-Z]/.test(key);
  const fits = isName && names.some((name) => (kinds.length > 0 ? kinds.includes(name) : known?.has(name) === true));
  if (fits) return undefined;
  for (let depth = entry.length - 2; depth >= 0; depth--) {
    const owner = entry.slice(0, depth);
    const wanted = keysOf(document, owner)?.get(key);
    if (wanted !== undefined) return accepts(key, wanted, value) ? owner : undefined;
  }
  return undefined;
}

function accepts(key: string, wanted: Schema, value: unknown): boolean {
  // What is asked for is looked at loosely: a slip inside of it must not hide that consent is gone.
  if (key === "requires") return isObject(value) && Object.values(value).some(isObject);
  if (key === "everyTool") return isObject(value) && Object.hasOwn(value, "requires");
  if (key === "inputSchema" || key === "outputSchema") return isObject(value);
  return passes(wanted, value);
}

/** Reports a key that belongs further out, and remembers it, so that nothing else is said about it. */
export function reportMisplaced(scope: Scope, parent: JsonObject, key: string, owner: Path, path: Path): void {
  const place = locateMember(scope.origins, parent, key, "key");
  const own = label(owner);
  const where = path.slice(Math.min(owner.length, path.length - 1)).join(".");
  scope.report(
    diagnose("spec/misplaced-key", place, { key, owner: own, where }, { help: way(scope, owner, path, place) }),
  );
  scope.claimed.add(claim(owner, key));
  scope.misplaced.set(parent, new Set([...(scope.misplaced.get(parent) ?? []), key]));
}

/** The name under which `Scope.claimed` remembers a key. */
export const claim = (owner: Path, key: string): string => `${label(owner)} ${key}`;

/** `tools.provision.requires`, or `the document`. */
export function label(path: Path): string {
  return path.length === 0 ? "the document" : path.join(".");
}

/** How to get the key to where it belongs: in a column with the part that holds it now. */
function way(scope: Scope, owner: Path, path: Path, place: Location | undefined): string {
  if (owner.at(-1) === anyName) return "Write an input under `requires`, with a name of your choice, and put it there.";
  const beside = path[owner.length];
  if (beside === undefined) return `Move it under "${String(owner.at(-1) ?? "")}".`;
  const sibling = locatePath(scope.origins, scope.project.entry.value, path.slice(0, owner.length + 1), "key");
  const apart = columns(place, sibling, String(beside));
  return apart === undefined
    ? `Move it out, beside "${beside}".`
    : `Move it ${apart} ${apart === 1 ? "column" : "columns"} to the left, in line with "${beside}".`;
}

function columns(place: Location | undefined, sibling: Location | undefined, name: string): number | undefined {
  if (place === undefined || sibling === undefined || place.file !== sibling.file) return undefined;
  const { text } = place.file;
  if (!text.slice(sibling.start, sibling.end).includes(name)) return undefined;
  // In braces, columns say nothing.
  const line = text.slice(text.lastIndexOf("\n", place.start - 1) + 1, place.start);
  const apart = positionAt(place.file, place.start).column - positionAt(sibling.file, sibling.start).column;
  return line.trim() === "" && apart > 0 ? apart : undefined;
}

/**
 * Reports keys of the declaration around a JSON Schema that were written inside of it, where JSON Schema allows and ignores
 * every unknown keyword: `requires` two columns too deep asks nobody.
 *
 * @param path - of the schema in the document.
 */
export function checkSchemaPlaces(scope: Scope, schema: Json | undefined, path: Path): void {
  if (!isObject(schema)) return;
  const stack: Visit[] = [{ node: schema }];
  const seen = new Set<JsonObject>();
  for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
    const { node } = visit;
    if (seen.has(node)) continue;
    seen.add(node);
    const declared = objectMember(node, "properties") ?? none;
    for (const key of Object.keys(node)) {
      if (isKeyword(key) && key !== "examples") continue;
      const value = node[key] ?? null;
      const owner = ownerInSchema(key, value, path, node === schema, declared);
      if (owner !== undefined) reportMisplaced(scope, node, key, owner, pathOf(visit, path));
      else if (path[0] === "schemas" && asks(key, value)) reportAsking(scope, node, key, pathOf(visit, path));
    }
    for (const name of Object.keys(declared)) {
      const value = declared[name] ?? null;
      if (!isStructure(value)) continue;
      const owner = ownerInSchema(name, value, path, false, none);
      if (owner !== undefined) reportMisplaced(scope, declared, name, owner, [...pathOf(visit, path), "properties"]);
      else if (path[0] === "schemas" && asks(name, value)) {
        reportAsking(scope, declared, name, [...pathOf(visit, path), "properties"]);
      }
    }
    for (const sub of subschemas(node)) if (isObject(sub.value)) stack.push({ node: sub.value, around: visit, sub });
  }
}

const none: JsonObject = {};

/** A mapping that is no schema, so that its name need not be the name of a property. */
function isStructure(value: Json): boolean {
  if (!isObject(value)) return false;
  const keys = Object.keys(value);
  return keys.length > 0 && !keys.some(isKeyword);
}

/** A schema that the walk has come to, and from where. */
interface Visit {
  readonly node: JsonObject;
  readonly around?: Visit;
  readonly sub?: Subschema;
}

function pathOf({ around, sub }: Visit, root: Path): Path {
  return around === undefined || sub === undefined ? root : [...pathOf(around, root), ...stepsTo(around.node, sub)];
}

/** Inputs, which only a tool, prompt or resource can require. */
function asks(key: string, value: Json): boolean {
  const input = entryOf(document, ["everyTool", "requires"]);
  return key === "requires" && isObject(value) && Object.values(value).some((item) => input && looksLike(input, item));
}

/** A shared schema stands in no declaration that the key could have slipped out of. */
function reportAsking(scope: Scope, parent: JsonObject, key: string, path: Path): void {
  const values = { key, owner: "a tool, prompt or resource", where: label(path) };
  const help = "A shared schema holds types only. Move it to what asks; inputs to share go under `inputs`.";
  scope.report(diagnose("spec/misplaced-key", locateMember(scope.origins, parent, key, "key"), values, { help }));
  scope.misplaced.set(parent, new Set([...(scope.misplaced.get(parent) ?? []), key]));
}

function ownerInSchema(key: string, value: Json, path: Path, atRoot: boolean, declared: JsonObject): Path | undefined {
  if (everywhere.has(key)) return undefined;
  if (isKeyword(key)) return atRoot && key === "examples" && areCalls(value, declared) ? path.slice(0, -1) : undefined;
  // Deeper inside, a bare `once: true` may be anybody's own keyword; a whole structure is not.
  if (!atRoot && !isObject(value)) return undefined;
  for (let depth = path.length - 1; depth >= 0; depth--) {
    const wanted = keysOf(document, path.slice(0, depth))?.get(key);
    if (wanted !== undefined) return accepts(key, wanted, value) ? path.slice(0, depth) : undefined;
  }
  return undefined;
}

/** Worked calls, which are no examples of the arguments themselves. */
function areCalls(value: Json, declared: JsonObject): boolean {
  const parts = ["arguments", "answers", "compute", "result"];
  const isCall = (item: Json): boolean =>
    isObject(item) &&
    Object.keys(item).every((key) => key === "name" || parts.includes(key)) &&
    parts.some((key) => Object.hasOwn(item, key) && isObject(item[key]) && !Object.hasOwn(declared, key));
  return isArray(value) && value.length > 0 && value.every(isCall);
}
