import { isObject } from "../load/values.js";
import type { JsonSchema } from "../model/model.js";

export type Dialect = "2020-12" | "draft-07";

const dialects: ReadonlyMap<string, Dialect> = new Map([
  ["https://json-schema.org/draft/2020-12/schema", "2020-12"],
  ["http://json-schema.org/draft/2020-12/schema", "2020-12"],
  ["http://json-schema.org/draft-07/schema", "draft-07"],
  ["https://json-schema.org/draft-07/schema", "draft-07"],
]);

/** Dialect that a schema declares; none means 2020-12 (MCP 2025-11-25, basic). Undefined: one that we do not know. */
export function dialectOf(schema: JsonSchema): Dialect | undefined {
  if (!isObject(schema) || !Object.hasOwn(schema, "$schema")) return "2020-12";
  const declared = schema["$schema"];
  return typeof declared === "string" ? dialects.get(declared.replace(/#$/, "")) : undefined;
}
