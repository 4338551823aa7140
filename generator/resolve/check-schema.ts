import { diagnose } from "../diagnostics/diagnostic.js";
import type { Location } from "../diagnostics/source-file.js";
import { didYouMean } from "../diagnostics/suggest.js";
import { locate, locateMember } from "../load/origin.js";
import { isArray, isObject, kindOf, textMember } from "../load/values.js";
import type { Json, JsonObject } from "../model/model.js";
import { checkContradictions } from "./check-contradictions.js";
import { checkDefaultGrowth } from "./check-default-growth.js";
import { checkSelfReference } from "./check-self-reference.js";
import { dialectOf, type Dialect } from "./dialect.js";
import { isKeyword, meantKeyword, schemaKeywords, subschemas } from "./keywords.js";
import { resolveSchemaReference, type SchemaHome, type SchemaTarget } from "./schema-home.js";
import { matchesPattern, patternProblem } from "./pattern.js";
import type { Scope } from "./scope.js";
import { valueProblem } from "./value-problem.js";

export const typeNames = ["string", "number", "integer", "boolean", "object", "array", "null"] as const;
const knownTypes: ReadonlySet<string> = new Set(typeNames);

type Check = (value: Json) => string | undefined;

const texts: Check = (value) => (typeof value === "string" ? undefined : "a text");
const count: Check = (value) =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 ? undefined : "a whole number of at least 0";
const number: Check = (value) => (typeof value === "number" ? undefined : "a number");
const positive: Check = (value) => (typeof value === "number" && value > 0 ? undefined : "a number above 0");
const bool: Check = (value) => (typeof value === "boolean" ? undefined : "true or false");
const anyList: Check = (value) => (isArray(value) ? undefined : "a list");
const textList: Check = (value) =>
  isArray(value) && value.every((item) => typeof item === "string") ? undefined : "a list of texts";

/** What the values of plain keywords must be; keywords that nobody knows are the author's own business. */
const keywordChecks: ReadonlyMap<string, Check> = new Map([
  ["title", texts],
  ["description", texts],
  ["$schema", texts],
  ["$id", texts],
  ["$anchor", texts],
  ["$ref", texts],
  ["pattern", texts],
  ["format", texts],
  ["enum", anyList],
  ["required", textList],
  ["minLength", count],
  ["maxLength", count],
  ["minItems", count],
  ["maxItems", count],
  ["minProperties", count],
  ["maxProperties", count],
  ["minContains", count],
  ["maxContains", count],
  ["minimum", number],
  ["maximum", number],
  ["exclusiveMinimum", number],
  ["exclusiveMaximum", number],
  ["multipleOf", positive],
  ["uniqueItems", bool],
  ["readOnly", bool],
  ["writeOnly", bool],
]);

/**
 * Checks a schema's own shape and its references, with positions. Property names that look like keywords are names, and
 * unknown keywords are fine, unless they look like slips.
 *
 * @param as - a form's keywords and defaults are judged by what clients can show, in `flatForm`.
 */
export function checkSchema(
  scope: Scope,
  schema: Json,
  home: SchemaHome,
  place: Location | undefined,
  as: "schema" | "form" = "schema",
): void {
  if (typeof schema === "boolean") return;
  if (!isObject(schema)) {
    scope.report(diagnose("schema/not-a-schema", place, { actual: kindOf(schema) }));
    return;
  }
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

interface CheckedRoot {
  readonly home: SchemaHome;
  readonly dialect: Dialect;
  readonly inForm: boolean;
  readonly waiting: SchemaTarget[];
}

function checkNode(scope: Scope, schema: JsonObject, root: CheckedRoot): void {
  const { home, dialect, inForm, waiting } = root;
  if (scope.checked.has(schema)) return;
  scope.checked.add(schema);
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword] ?? null;
    if (keyword === "type") checkType(scope, schema, value);
    if (!inForm) checkKeyword(scope, schema, keyword);
    const expected = keywordChecks.get(keyword)?.(value) ?? schemaKeywordShape(keyword, value);
    if (expected === undefined) continue;
    // An "exclusiveMinimum: true" is draft-04; the message says what it became.
    const place = locateMember(scope.origins, schema, keyword);
    scope.report(diagnose("schema/keyword-value", place, { keyword, expected, actual: kindOf(value) }));
  }
  checkPattern(scope, schema);
  checkRequired(scope, schema);
  if (!inForm) checkContradictions(scope, schema);
  checkSelfReference(scope, schema, home);
  checkDefaultGrowth(scope, schema, home);
  if (checkValues(scope, schema) && !inForm) checkDefault(scope, schema, home);
  if (dialect === "2020-12" && isArray(schema["items"])) {
    scope.report(diagnose("schema/draft-07-tuple", locateMember(scope.origins, schema, "items", "key"), {}));
  }
  if (typeof schema["$ref"] === "string") {
    const place = locateMember(scope.origins, schema, "$ref");
    const [target, problems] = resolveSchemaReference(scope.project, home, schema["$ref"], place);
    for (const problem of problems) scope.report(problem);
    if (target !== undefined) waiting.push(target);
  }
  for (const sub of subschemas(schema)) {
    if (isObject(sub.value)) checkNode(scope, sub.value, root);
    else if (typeof sub.value !== "boolean") {
      const place = locateMember(scope.origins, sub.parent, sub.key);
      scope.report(diagnose("schema/not-a-schema", place, { actual: kindOf(sub.value) }));
    }
  }
}

function schemaKeywordShape(keyword: string, value: Json): string | undefined {
  const shape = schemaKeywords.get(keyword);
  if (shape === "list" && !isArray(value)) return "a list of schemas";
  if ((shape === "map" || shape === "mapOrNames") && !isObject(value)) return "a mapping";
  return undefined;
}

function checkType(scope: Scope, schema: JsonObject, value: Json): void {
  const types = isArray(value) ? value : [value];
  for (const [index, type] of types.entries()) {
    if (typeof type === "string" && knownTypes.has(type)) continue;
    const at = isArray(value) ? locateMember(scope.origins, value, index) : locateMember(scope.origins, schema, "type");
    if (typeof type !== "string") {
      scope.report(
        diagnose("schema/keyword-value", at, { keyword: "type", expected: "a type name", actual: kindOf(type) }),
      );
      continue;
    }
    const suggestion = didYouMean(type, [...typeNames, ...typeAliases.keys()]);
    const alias = typeAliases.get(type);
    scope.report(
      diagnose("spec/unknown-type", at, {
        type,
        suggestion: alias === undefined ? suggestion : ` Did you mean "${alias}"?`,
      }),
    );
  }
}

/** The type that a name of another language stands for. */
export const typeAliases: ReadonlyMap<string, string> = new Map([
  ["int", "integer"],
  ["float", "number"],
  ["double", "number"],
  ["bool", "boolean"],
  ["list", "array"],
  ["map", "object"],
  ["dict", "object"],
  ["text", "string"],
  ["str", "string"],
]);

function checkPattern(scope: Scope, schema: JsonObject): void {
  const { pattern, patternProperties } = schema;
  if (pattern === undefined && patternProperties === undefined) return;
  const all: [object, string, string][] = isObject(patternProperties)
    ? Object.keys(patternProperties).map((text) => [patternProperties, text, text])
    : [];
  if (typeof pattern === "string") all.push([schema, "pattern", pattern]);
  for (const [parent, key, text] of all) {
    const problem = patternProblem(text);
    if (problem === undefined) continue;
    const place = locateMember(scope.origins, parent, key, parent === schema ? "value" : "key");
    scope.report(diagnose("schema/pattern", place, { pattern: text, problem }));
  }
}

function checkRequired(scope: Scope, schema: JsonObject): void {
  const { required } = schema;
  if (!isArray(required)) return;
  // Composed schemas declare properties elsewhere; there a missing declaration proves nothing.
  const composed = (): boolean =>
    ["allOf", "anyOf", "oneOf", "if", "$ref", "dependentSchemas"].some((key) => Object.hasOwn(schema, key));
  const properties = isObject(schema["properties"]) ? schema["properties"] : undefined;
  const isAlternative = properties === undefined && !Object.hasOwn(schema, "type");
  if (isAlternative) return;
  for (const [index, name] of required.entries()) {
    if (typeof name !== "string" || (properties !== undefined && Object.hasOwn(properties, name))) continue;
    const place = locateMember(scope.origins, required, index);
    const suggestion = didYouMean(name, Object.keys(properties ?? {}));
    const matched =
      isObject(schema["patternProperties"]) &&
      Object.keys(schema["patternProperties"]).some((text) => matchesPattern(text, name) !== false);
    if (schema["additionalProperties"] === false && !matched) {
      scope.report(diagnose("schema/required-impossible", place, { name, suggestion }));
    } else if (!matched && !composed()) {
      scope.report(diagnose("schema/required-undeclared", place, { name, suggestion }));
    }
  }
}

/** A keyword that JSON Schema does not know and ignores, where it was likely meant to be one that it knows. */
function checkKeyword(scope: Scope, schema: JsonObject, keyword: string): void {
  if (isKeyword(keyword) || keyword.startsWith("x-") || scope.misplaced.get(schema)?.has(keyword) === true) return;
  const meant = meantKeyword(keyword);
  if (meant === undefined || Object.hasOwn(schema, meant)) return;
  const place = locateMember(scope.origins, schema, keyword, "key");
  const suggestion = ` Did you mean "${meant}"?`;
  scope.report(diagnose("schema/unknown-keyword", place, { keyword, suggestion }));
}

/** A default that its own schema refuses. */
function checkDefault(scope: Scope, schema: JsonObject, home: SchemaHome): void {
  const value = Object.hasOwn(schema, "default") ? schema["default"] : undefined;
  const problem = value === undefined ? undefined : valueProblem(scope.project, schema, home, value);
  if (value === undefined || problem === undefined) return;
  const place = locateMember(scope.origins, schema, "default");
  scope.report(diagnose("schema/default-value", place, { value: JSON.stringify(value), problem }));
}

/** Values of `enum`, `const` and `default` against `type`. False: the default has a type of its own. */
function checkValues(scope: Scope, schema: JsonObject): boolean {
  if (!isArray(schema["enum"]) && !Object.hasOwn(schema, "default")) return true;
  const { type } = schema;
  const given = isArray(type) ? type : type === undefined ? [] : [type];
  const types = given.filter((name) => typeof name === "string" && knownTypes.has(name)).map(String);
  if (types.length === 0 || types.length < given.length) return true;
  const expected = types.join(" or ");
  const fits = (value: Json): boolean => types.some((name) => hasType(value, name));
  if (isArray(schema["enum"])) {
    for (const [index, value] of schema["enum"].entries()) {
      if (fits(value)) continue;
      const place = locateMember(scope.origins, schema["enum"], index);
      scope.report(diagnose("schema/enum-type", place, { value: JSON.stringify(value), type: expected }));
    }
  }
  const fallback = Object.hasOwn(schema, "default") ? schema["default"] : undefined;
  if (fallback === undefined || fits(fallback)) return true;
  const place = locateMember(scope.origins, schema, "default");
  scope.report(diagnose("schema/default-type", place, { value: JSON.stringify(fallback), type: expected }));
  return false;
}

export function hasType(value: Json, type: string): boolean {
  if (type === "null") return value === null;
  if (type === "array") return isArray(value);
  if (type === "object") return isObject(value);
  if (type === "integer") return typeof value === "number" && Number.isInteger(value);
  return typeof value === type;
}

/** Checks that the root can only be an object: what MCP lets travel as arguments, and as a form. */
export function checkObjectRoot(scope: Scope, schema: JsonObject, where: string, place: Location | undefined): void {
  const type = schema["type"];
  if (type === undefined || type === "object" || (typeof type === "string" && !knownTypes.has(type))) return;
  const actual = typeof type === "string" ? type : "one of several types";
  scope.report(
    diagnose(
      "schema/root-object",
      locateMember(scope.origins, schema, "type") ?? place ?? locate(scope.origins, schema),
      {
        where,
        actual,
      },
    ),
  );
}
