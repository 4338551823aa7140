import { JsonSchemaEngine } from "#engine";
import type { JsonObject } from "../json/plain-object.js";
import { type ApplyDefaults, defaultsOf } from "../validation/defaults.js";
import { schemaCompiler, type Validate } from "../validation/schema-validator.js";
import type { JsonSchema } from "../validation/schemas.js";

/**
 * The validator of a declared schema: compiled on first use, once per process.
 */
export const compiledSchema: (schema: JsonSchema) => Validate = schemaCompiler(() => new JsonSchemaEngine());

const defaults = new WeakMap<object, ApplyDefaults>();

/** Fills in the defaults of a declared schema. */
export function declaredDefaults(schema: JsonObject): ApplyDefaults {
  let apply = defaults.get(schema);
  if (apply === undefined) {
    apply = defaultsOf(schema);
    defaults.set(schema, apply);
  }
  return apply;
}
