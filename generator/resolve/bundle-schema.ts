import { isObject } from "../load/values.js";
import type { Json, JsonObject, JsonSchema } from "../model/model.js";
import { dialectOf } from "./dialect.js";
import { mapSubschemas } from "./keywords.js";
import { pointerFragment } from "./reference.js";
import { resolveSchemaReference, type SchemaHome } from "./schema-home.js";
import type { Project } from "./project.js";

/**
 * A schema that resolves inside itself: what it refers to elsewhere is copied under `$defs` (`definitions` in draft-07) and
 * the pointers are rewritten. A schema that needs nothing from elsewhere is returned as it is, value for value.
 */
export function bundleSchema(project: Project, schema: JsonSchema, home: SchemaHome): JsonSchema {
  if (!isObject(schema)) return schema;
  const keyword = dialectOf(home.root) === "draft-07" ? "definitions" : "$defs";
  const own = schema[keyword];
  const taken = new Set(isObject(own) ? Object.keys(own) : []);
  const names = new Map<JsonSchema, string>();
  const embedded: [string, Json][] = [];
  const waiting: [string, SchemaHome][] = [];

  const nameFor = (root: JsonSchema, wanted: string): string => {
    const known = names.get(root);
    if (known !== undefined) return known;
    let name = wanted;
    for (let count = 2; taken.has(name); count++) name = `${wanted}${count}`;
    taken.add(name);
    names.set(root, name);
    return name;
  };

  const rewrite = (value: Json, at: SchemaHome, prefix: readonly string[]): Json =>
    isObject(value) ? rewriteObject(value, at, prefix) : value;

  const rewriteObject = (value: JsonObject, at: SchemaHome, prefix: readonly string[]): JsonObject => {
    const copy = mapSubschemas(value, (item) => rewrite(item, at, prefix));
    const text = copy["$ref"];
    if (typeof text !== "string") return copy;
    const [target] = resolveSchemaReference(project, at, text, undefined);
    if (target === undefined) return copy;
    if (target.internal) {
      return prefix.length === 0 ? copy : { ...copy, $ref: pointerFragment([...prefix, ...target.steps]) };
    }
    if (target.home.root === schema) return { ...copy, $ref: pointerFragment(target.steps) };
    const seen = names.has(target.home.root);
    const name = nameFor(target.home.root, target.rootName);
    if (!seen) waiting.push([name, target.home]);
    return { ...copy, $ref: pointerFragment([keyword, name, ...target.steps]) };
  };

  const bundled = rewriteObject(schema, home, []);
  // What is embedded can refer to more, which waits here: a chain may be longer than the stack is deep.
  for (const [name, target] of waiting) {
    const content = rewrite(target.root, target, [keyword, name]);
    embedded.push([name, isObject(content) ? withoutIdentity(content) : content]);
  }
  if (embedded.length === 0) return bundled;
  const definitions = isObject(bundled[keyword]) ? bundled[keyword] : {};
  return { ...bundled, [keyword]: { ...definitions, ...Object.fromEntries(embedded) } };
}

/** An embedded schema is part of its new root: its own `$id` would make its pointers start anew. */
function withoutIdentity(schema: JsonObject): JsonObject {
  if (!Object.hasOwn(schema, "$id") && !Object.hasOwn(schema, "$schema")) return schema;
  const { $id: _id, $schema: _dialect, ...rest } = schema;
  return rest;
}
