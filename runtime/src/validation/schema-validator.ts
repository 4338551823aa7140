import { isObject, type JsonObject } from "../json/plain-object.js";
import { explainFailure } from "./explain-failure.js";
import { prepareSchema, renameMembers } from "./prepare-schema.js";
import type { JsonSchema, Problem } from "./schemas.js";

/** The validator that an MCP SDK package ships; each half of the runtime passes its own package's. */
export interface SchemaEngine {
  getValidator(
    schema: JsonObject,
  ): (value: unknown) => { readonly valid: boolean; readonly errorMessage: string | undefined };
}

/** Judges a value: `undefined` when it is good, else the problems. */
export type Validate = (value: unknown) => readonly Problem[] | undefined;

/**
 * Compiles schemas with the SDK's engine, each once, on first use.
 *
 * Formats are annotations here (JSON Schema 2020-12, format-annotation vocabulary): a server may name any, and none breaks
 * a call. Member names that every object inherits (`constructor`, `__proto__`) are ordinary names.
 *
 * @param createEngine - makes an engine. Schemas with an `$id` get one of their own, since an engine resolves an `$id` that it
 * has seen to the first schema that had it.
 */
export function schemaCompiler(createEngine: () => SchemaEngine): (schema: JsonSchema) => Validate {
  const compiled = new WeakMap<object, Validate>();
  let shared: SchemaEngine | undefined;
  return (schema) => {
    if (typeof schema === "boolean") return schema ? accept : refuse;
    const known = compiled.get(schema);
    if (known !== undefined) return known;
    const prepared = prepareSchema(schema);
    const engine = prepared.identified ? createEngine() : (shared ??= createEngine());
    const check = engine.getValidator(prepared.schema);
    const validate: Validate = (value) => {
      const outcome = check(prepared.renames ? renameMembers(value) : value);
      return outcome.valid ? undefined : explainFailure(schema, value, outcome.errorMessage ?? "");
    };
    compiled.set(schema, validate);
    return validate;
  };
}

const accept: Validate = () => undefined;
const refuse: Validate = () => [{ path: "", message: "is not allowed" }];

/** True when a schema's root describes an object; only such results are an MCP `structuredContent` on every revision. */
export function describesObject(schema: JsonSchema): boolean {
  return isObject(schema) && schema["type"] === "object";
}
