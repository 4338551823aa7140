import { diagnose } from "../diagnostics/diagnostic.js";
import { locateMember } from "../load/origin.js";
import { isArray, isObject } from "../load/values.js";
import type { Json, JsonObject } from "../model/model.js";
import { resolveSchemaReference, type SchemaHome } from "./schema-home.js";
import type { Scope } from "./scope.js";

/** Most values that one default may become when the defaults inside it are filled in. */
const mostValues = 10_000;

/** Most defaults inside each other. */
const deepest = 32;

/** What a default becomes: how many values, how many defaults inside each other. */
interface Growth {
  readonly values: number;
  readonly depth: number;
}

/** Why a default cannot be filled in, as the end of a sentence. */
type Problem = string;

/** Reports a default that is filled in again inside itself, or that becomes a value beyond all measure. */
export function checkDefaultGrowth(scope: Scope, schema: JsonObject, home: SchemaHome): void {
  if (typeof schema["default"] !== "object" || schema["default"] === null) return;
  const grown = growthOf(scope, schema, home, new Set());
  if (typeof grown !== "string") return;
  const place = locateMember(scope.origins, schema, "default");
  scope.report(diagnose("schema/default-growth", place, { problem: grown }));
}

/** @param open - defaults that are being filled in around this one. */
function growthOf(scope: Scope, holder: JsonObject, home: SchemaHome, open: Set<JsonObject>): Growth | Problem {
  const known = scope.grown.get(holder);
  if (known !== undefined) return known;
  if (open.has(holder)) return "is filled in again inside itself, without end";
  if (open.size >= deepest) return `holds defaults inside defaults, more than ${deepest} deep`;
  open.add(holder);
  const filled = fill(scope, holder, home, holder["default"] ?? null, open);
  open.delete(holder);
  const grown = typeof filled === "string" ? filled : limited({ values: filled.values, depth: filled.depth + 1 });
  // A problem belongs to the whole round: each default on it is judged by itself.
  if (typeof grown !== "string") scope.grown.set(holder, grown);
  return grown;
}

function limited(growth: Growth): Growth | Problem {
  if (growth.depth > deepest) return `holds defaults inside defaults, more than ${deepest} deep`;
  return growth.values > mostValues ? `becomes more than ${mostValues} values with the defaults inside it` : growth;
}

/** Goes where the runtime goes: through `properties`, `items` and references. */
function fill(scope: Scope, at: JsonObject, from: SchemaHome, value: Json, open: Set<JsonObject>): Growth | Problem {
  const [schema, home] = followed(scope, at, from);
  let values = 1;
  let depth = 0;
  const add = (part: Growth | Problem): Problem | undefined => {
    if (typeof part === "string") return part;
    values += part.values;
    depth = Math.max(depth, part.depth);
    const sum = limited({ values, depth });
    return typeof sum === "string" ? sum : undefined;
  };
  if (isArray(value) && isObject(schema["items"])) {
    for (const item of value) {
      const problem = add(fill(scope, schema["items"], home, item, open));
      if (problem !== undefined) return problem;
    }
  }
  if (isObject(value) && isObject(schema["properties"])) {
    for (const [name, property] of Object.entries(schema["properties"])) {
      if (!isObject(property)) continue;
      const given = Object.hasOwn(value, name) ? value[name] : undefined;
      const part = given === undefined ? made(scope, property, home, open) : fill(scope, property, home, given, open);
      const problem = part === undefined ? undefined : add(part);
      if (problem !== undefined) return problem;
    }
  }
  return { values, depth };
}

/** What an absent property becomes; undefined when it stays absent. */
function made(
  scope: Scope,
  property: JsonObject,
  home: SchemaHome,
  open: Set<JsonObject>,
): Growth | Problem | undefined {
  const [holder, at] = followed(scope, property, home, "default");
  return Object.hasOwn(holder, "default") ? growthOf(scope, holder, at, open) : undefined;
}

/** The schema at the end of a chain of references, or the first on the way that has a keyword. */
function followed(
  scope: Scope,
  schema: JsonObject,
  home: SchemaHome,
  keyword?: string,
): readonly [JsonObject, SchemaHome] {
  const seen = new Set<JsonObject>();
  let node = schema;
  let at = home;
  for (let text = node["$ref"]; typeof text === "string" && !seen.has(node); text = node["$ref"]) {
    if (keyword !== undefined && Object.hasOwn(node, keyword)) break;
    seen.add(node);
    const [target] = resolveSchemaReference(scope.project, at, text, undefined);
    if (target === undefined || !isObject(target.schema)) break;
    node = target.schema;
    at = target.home;
  }
  return [node, at];
}
