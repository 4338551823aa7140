import type { Json, JsonObject, JsonSchema } from "../generator/model/model.js";
import { isInherited } from "./names.js";

/**
 * A small value that a schema takes, as far as its usual keywords go: for examples in a README, which a reader replaces.
 *
 * @param root - where `#/$defs/…` references lead.
 */
export function sampleValue(schema: JsonSchema, root: JsonSchema = schema, depth = 0): Json {
  if (typeof schema === "boolean" || depth > 6) return null;
  const reference = schema["$ref"];
  if (typeof reference === "string") return sampleValue(target(root, reference), root, depth + 1);
  if (schema["const"] !== undefined) return schema["const"];
  if (schema["default"] !== undefined) return schema["default"];
  const value = first(schema["enum"]);
  if (value !== undefined) return value;
  const part = firstSchema(schema["oneOf"]) ?? firstSchema(schema["anyOf"]) ?? firstSchema(schema["allOf"]);
  return part === undefined ? sampleOfType(schema, root, depth) : sampleValue(part, root, depth + 1);
}

function first(list: Json | undefined): Json | undefined {
  return isList(list) ? list[0] : undefined;
}

function firstSchema(list: Json | undefined): JsonSchema | undefined {
  const schema = first(list);
  return isSchema(schema) ? schema : undefined;
}

function sampleOfType(schema: JsonObject, root: JsonSchema, depth: number): Json {
  const declared = schema["type"];
  const type = isList(declared) ? declared[0] : declared;
  switch (typeof type === "string" ? type : "object") {
    case "string":
      return samplesByFormat.get(schema["format"]) ?? "...";
    case "integer":
    case "number":
      return typeof schema["minimum"] === "number" ? schema["minimum"] : 1;
    case "boolean":
      return true;
    case "array":
      return Number(schema["minItems"] ?? 0) > 0 && isSchema(schema["items"])
        ? [sampleValue(schema["items"], root, depth + 1)]
        : [];
    case "null":
      return null;
    default:
      return sampleObject(schema, root, depth);
  }
}

const samplesByFormat: ReadonlyMap<Json | undefined, string> = new Map([
  ["email", "someone@example.com"],
  ["uri", "https://example.com"],
  ["date", "2030-01-31"],
  ["date-time", "2030-01-31T12:00:00Z"],
]);

/** Only what has to be there, and what TypeScript would take from `Object` where it is not. */
function sampleObject(schema: JsonObject, root: JsonSchema, depth: number): JsonObject {
  const properties = schema["properties"];
  const required = schema["required"];
  if (!isSchema(properties) || typeof properties === "boolean") return {};
  const names = Object.keys(properties).filter(
    (name) => isInherited(name) || (isList(required) && required.includes(name)),
  );
  return Object.fromEntries(
    names.map((name) => {
      const member = properties[name];
      return [name, isSchema(member) ? sampleValue(member, root, depth + 1) : null];
    }),
  );
}

function target(root: JsonSchema, reference: string): JsonSchema {
  let found: Json | undefined = root;
  for (const part of reference.split("/").slice(1)) {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof found !== "object" || found === null || isList(found)) return true;
    found = Object.hasOwn(found, name) ? found[name] : undefined;
  }
  return isSchema(found) ? found : true;
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function isSchema(value: Json | undefined): value is JsonSchema {
  return typeof value === "boolean" || (typeof value === "object" && value !== null && !Array.isArray(value));
}
