import { diagnose } from "../diagnostics/diagnostic.js";
import { emptyValueHelp } from "../load/empty-value.js";
import { locateMember } from "../load/origin.js";
import { isObject, kindOf, textMember } from "../load/values.js";
import type { JsonObject, JsonSchema } from "../model/model.js";
import { checkContradictions } from "./check-contradictions.js";
import { dialectOf } from "./dialect.js";
import { keywordRules, type CheckedRoot } from "./keyword-rules.js";
import { keywordHelp } from "./keyword-help.js";
import { forEachSubschema, isKeyword, isStandardKeyword, meantKeyword, schemaKeywords } from "./keywords.js";
import { acceptedName, everyMark, mark } from "./marks.js";
import type { SchemaHome, SchemaTarget } from "./schema-home.js";
import type { Scope } from "./scope.js";
import { isStrayProperty } from "./stray-property.js";
import { isTypeName } from "./type-names.js";

/**
 * Checks a schema's own shape and its references, with positions. Property names that look like keywords are names, and
 * unknown keywords are fine, unless they look like slips.
 *
 * @param as - a form's keywords and defaults are judged by what clients can show, in `flatForm`.
 */
export function checkSchema(
  scope: Scope,
  schema: JsonSchema,
  home: SchemaHome,
  as: "schema" | "form" = "schema",
): void {
  if (typeof schema === "boolean") return;
  // What is referred to waits in a list: a chain of references may be longer than the stack is deep.
  const waiting: SchemaTarget[] = [];
  checkRoot(scope, schema, home, as === "form", waiting);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (isObject(next.schema)) checkRoot(scope, next.schema, next.home, false, waiting);
  }
}

function checkRoot(scope: Scope, schema: JsonObject, home: SchemaHome, inForm: boolean, waiting: SchemaTarget[]): void {
  const dialect = dialectOf(home.root);
  if (dialect === undefined && schema === home.root) {
    scope.report(
      diagnose("schema/dialect", locateMember(scope.origins, schema, "$schema"), {
        dialect: textMember(schema, "$schema") ?? "no text",
      }),
    );
  }
  checkNode(scope, schema, { home, dialect: dialect ?? "2020-12", inForm, waiting });
}

/**
 * @param property - its name, where it is the schema of one.
 * @returns the marks of the schema.
 */
function checkNode(scope: Scope, schema: JsonObject, root: CheckedRoot, property?: string): number {
  const known = scope.marks.get(schema);
  if (known !== undefined) return known;
  // Where an alias leads back to what is around it, there may be everything.
  scope.marks.set(schema, everyMark);
  let marks = 0;
  for (const keyword in schema) {
    const rule = keywordRules.get(keyword);
    if (rule === undefined) {
      if (!root.inForm) checkUnknownKeyword(scope, schema, keyword);
      continue;
    }
    const value = schema[keyword] ?? null;
    marks |= rule.marks;
    const expected = rule.expects?.(value);
    if (expected !== undefined) {
      // An "exclusiveMinimum: true" is draft-04; the message says what it became.
      const place = locateMember(scope.origins, schema, keyword);
      const help = keywordHelp(keyword, value, place, property);
      scope.report(diagnose("schema/keyword-value", place, { keyword, expected, actual: kindOf(value) }, help));
    }
    rule.also?.(scope, schema, value, root);
  }
  if ((marks & mark.narrowing) !== 0 && !root.inForm) checkContradictions(scope, schema);
  if ((marks & mark.schemas) !== 0) {
    forEachSubschema(schema, (value, keyword, parent, key) => {
      if (keyword === "properties" && !acceptedName.test(key)) marks |= mark.oddName;
      if (isObject(value)) marks |= checkNode(scope, value, root, keyword === "properties" ? key : undefined);
      else if (typeof value !== "boolean") {
        const place = locateMember(scope.origins, parent, key);
        const help = value === null ? emptyValueHelp(place, key) : {};
        scope.report(diagnose("schema/not-a-schema", place, { actual: kindOf(value) }, help));
      }
    });
  }
  scope.marks.set(schema, marks);
  return marks;
}

/** A keyword that JSON Schema does not know and ignores, where it was likely meant to be one that it knows. */
function checkUnknownKeyword(scope: Scope, schema: JsonObject, keyword: string): void {
  if (isStandardKeyword(keyword) || keyword.startsWith("x-") || scope.misplaced.get(schema)?.has(keyword) === true)
    return;
  const meant = isKeyword(keyword) ? undefined : meantKeyword(keyword);
  const place = locateMember(scope.origins, schema, keyword, "key");
  // Of a keyword that holds schemas, a schema is no sign of another meaning.
  if ((meant === undefined || !schemaKeywords.has(meant)) && isStrayProperty(schema, keyword)) {
    const help = `Write \`properties: { ${keyword}: ... }\`. A keyword of your own starts with \`x-\`.`;
    scope.report(diagnose("schema/stray-property", place, { name: keyword }, { help }));
    return;
  }
  if (meant === undefined || Object.hasOwn(schema, meant)) return;
  const suggestion = ` Did you mean "${meant}"?`;
  scope.report(diagnose("schema/unknown-keyword", place, { keyword, suggestion }));
}

/** Checks that the root can only be an object: what MCP lets travel as arguments, and as a form. */
export function checkObjectRoot(scope: Scope, schema: JsonObject, where: string): void {
  const type = schema["type"];
  if (type === undefined || type === "object" || (typeof type === "string" && !isTypeName(type))) return;
  const actual = typeof type === "string" ? type : "one of several types";
  scope.report(diagnose("schema/root-object", locateMember(scope.origins, schema, "type"), { where, actual }));
}
