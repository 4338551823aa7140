import { diagnose } from "../diagnostics/diagnostic.js";
import { locateMember } from "../load/origin.js";
import { isObject } from "../load/values.js";
import { hasMark, mark } from "../resolve/marks.js";
import type { BuildContext } from "./build-context.js";
import type { JsonObject } from "../model/model.js";

/** RFC 9110 section 5.6.2. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const primitive: ReadonlySet<unknown> = new Set(["string", "integer", "boolean"]);

/** Checks `x-mcp-header` (MCP 2026-07-28, transports): a header token, once, on a primitive property. */
export function checkHeaders(context: BuildContext, schema: JsonObject): void {
  if (!hasMark(context.scope, schema, mark.header)) return;
  const seen = new Set<string>();
  const visit = (node: JsonObject): void => {
    const properties = isObject(node["properties"]) ? node["properties"] : {};
    for (const property of Object.values(properties)) {
      if (!isObject(property)) continue;
      if (Object.hasOwn(property, "x-mcp-header")) {
        const problem = headerProblem(property, seen);
        const place = locateMember(context.scope.origins, property, "x-mcp-header");
        if (problem !== undefined) context.scope.report(diagnose("spec/x-mcp-header", place, { problem }));
      }
      visit(property);
    }
  };
  visit(schema);
}

function headerProblem(property: JsonObject, seen: Set<string>): string | undefined {
  const name = property["x-mcp-header"];
  if (typeof name !== "string" || !token.test(name)) return "must be a header token";
  if (!primitive.has(property["type"])) return "must stand on a string, integer or boolean property";
  const key = name.toLowerCase();
  if (seen.has(key)) return `"${name}" is used twice`;
  seen.add(key);
  return undefined;
}
