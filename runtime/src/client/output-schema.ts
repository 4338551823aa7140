import { fromJsonSchema } from "@modelcontextprotocol/client";
import { isObject, type JsonObject } from "../json/plain-object.js";

type Check = ReturnType<typeof fromJsonSchema>["~standard"]["validate"];

/** Compiled on first use, once for every client of the process that shares the schema constant. */
const checks = new WeakMap<object, Check>();

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
  const { issues } = await check(value);
  return issues?.map((issue) => issue.message).join("; ");
}

/**
 * An output schema as the engine of the SDK must see it; for schemas that hold a `format` or an `$id`, others are so already.
 * `format` is an annotation (JSON Schema 2020-12, section 7.2.1), which the engine would assert; and the engine takes every
 * later schema with the same `$id` for the first, so the root's is dropped unless a reference uses it.
 */
export function engineSchema(schema: JsonObject): JsonObject {
  const copy = { ...schema };
  if (!/"\$ref":"[^#]/.test(JSON.stringify(schema))) delete copy["$id"];
  return withoutFormats(copy);
}

const values: ReadonlySet<string> = new Set(["const", "enum", "default", "examples"]);

function withoutFormats(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, part]) => key !== "format" || typeof part !== "string")
      .map(([key, part]): [string, unknown] => [key, values.has(key) ? part : inner(part)]),
  );
}

function inner(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(inner);
  return isObject(part) ? withoutFormats(part) : part;
}
