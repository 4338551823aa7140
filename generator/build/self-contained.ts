import { diagnose } from "../diagnostics/diagnostic.js";
import { locateMember } from "../load/origin.js";
import { isObject } from "../load/values.js";
import type { JsonObject, JsonSchema } from "../model/model.js";
import { bundleSchema } from "../resolve/bundle-schema.js";
import { hasMark, mark } from "../resolve/marks.js";
import type { SchemaHome } from "../resolve/schema-home.js";
import type { BuildContext } from "./build-context.js";

/** Most definitions in all schemas of a server. A client is sent them all; these are some five megabytes. */
const mostDefinitions = 50_000;

/** The definitions that the schemas made so far hold. */
export interface DefinitionCount {
  total: number;
}

/**
 * A schema as it is sent, with a copy of all that it refers to. Tools over many shared schemas become very many copies: beyond
 * all measure it is reported, and nothing is copied any more.
 *
 * @param member - of what declaration the schema is which member.
 */
export function selfContained(
  context: BuildContext,
  schema: JsonSchema,
  home: SchemaHome,
  member: readonly [JsonObject, string],
): JsonSchema {
  const { scope, definitions } = context;
  if (definitions.total > mostDefinitions) return schema;
  const refers = hasMark(scope, schema, mark.reference);
  const bundled = refers ? bundleSchema(scope.project, schema, home) : schema;
  definitions.total += definitionCount(bundled);
  if (definitions.total > mostDefinitions) {
    const place = locateMember(scope.origins, ...member, "key");
    scope.report(diagnose("schema/too-many-copies", place, { limit: mostDefinitions }));
  }
  return bundled;
}

function definitionCount(schema: JsonSchema): number {
  if (!isObject(schema)) return 0;
  const held = [schema["$defs"], schema["definitions"]].filter(isObject);
  return held.reduce((sum, definitions) => sum + Object.keys(definitions).length, 0);
}
