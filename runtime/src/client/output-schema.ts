import { fromJsonSchema } from "@modelcontextprotocol/client";
import type { JsonObject } from "../json/plain-object.js";
import { prepareSchema, renameMembers } from "../validation/prepare-schema.js";

type Check = ReturnType<typeof fromJsonSchema>["~standard"]["validate"];

/** Compiled on first use, once for every client of the process that shares the schema constant. */
const checks = new WeakMap<object, Check>();

/** How values become what a schema judges, where that is not the values themselves. */
const preparations = new WeakMap<object, (value: unknown) => unknown>();

/**
 * Checks a value against an output schema, as {@link engineSchema} makes them, with the engine of the SDK.
 *
 * @returns what is wrong, in the engine's words; nothing when the value fits.
 * @throws {Error} for a schema that the engine cannot compile.
 */
export async function checkOutput(schema: JsonObject, value: unknown): Promise<string | undefined> {
  let check = checks.get(schema);
  if (check === undefined) {
    check = fromJsonSchema(schema)["~standard"].validate;
    checks.set(schema, check);
  }
  const prepare = preparations.get(schema);
  const { issues } = await check(prepare === undefined ? value : prepare(value));
  return issues?.map((issue) => issue.message).join("; ");
}

/**
 * An output schema as the engine of the SDK must see it, see {@link prepareSchema}; schemas that hold no `format`, no `$id` and
 * no name that every object has are so already. The engine takes every later schema with the same `$id` for the first, so the
 * root's is dropped unless a reference uses it.
 */
export function engineSchema(schema: JsonObject): JsonObject {
  const prepared = prepareSchema(schema);
  const copy = { ...prepared.schema };
  if (!/"\$ref":"[^#]/.test(JSON.stringify(schema))) delete copy["$id"];
  if (prepared.renames) preparations.set(copy, renameMembers);
  return copy;
}
