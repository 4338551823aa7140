import { diagnose } from "../diagnostics/diagnostic.js";
import { didYouMean } from "../diagnostics/suggest.js";
import { locateMember } from "../load/origin.js";
import { isArray, isObject, kindOf } from "../load/values.js";
import type { Json, JsonObject } from "../model/model.js";
import { checkChoices, titledChoices } from "./check-contradictions.js";
import { checkDefaultGrowth } from "./check-default-growth.js";
import { checkSelfReference } from "./check-self-reference.js";
import { narrowing } from "./contradiction.js";
import type { Dialect } from "./dialect.js";
import { schemaKeywords } from "./keywords.js";
import { mark } from "./marks.js";
import { matchesPattern, patternProblem } from "./pattern.js";
import { resolveSchemaReference, type SchemaHome, type SchemaTarget } from "./schema-home.js";
import type { Scope } from "./scope.js";
import { isStrayProperty } from "./stray-property.js";
import { hasType, isTypeName, typeAliases, typeNames } from "./type-names.js";
import { valueProblem } from "./value-problem.js";

/** What the keywords of one schema are judged with. */
export interface CheckedRoot {
  readonly home: SchemaHome;
  readonly dialect: Dialect;
  /** A form's keywords, choices and defaults are judged by what clients can show. */
  readonly inForm: boolean;
  /** What the schema refers to, to be checked later. */
  readonly waiting: SchemaTarget[];
}

export interface KeywordRule {
  /** What the value must be, when it is not. */
  readonly expects: ((value: Json) => string | undefined) | undefined;
  /** What else is checked where the keyword stands. */
  readonly also: ((scope: Scope, schema: JsonObject, value: Json, root: CheckedRoot) => void) | undefined;
  readonly marks: number;
}

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
const schemaList: Check = (value) => (isArray(value) ? undefined : "a list of schemas");
const mapping: Check = (value) => (isObject(value) ? undefined : "a mapping");

/** What the values of keywords must be. */
const expectations: ReadonlyMap<string, Check> = new Map([
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

const shapes = { schema: undefined, schemaOrList: undefined, list: schemaList, map: mapping, mapOrNames: mapping };

const further: ReadonlyMap<string, KeywordRule["also"]> = new Map([
  ["type", checkType],
  ["enum", checkEnum],
  ["anyOf", checkTitled],
  ["oneOf", checkTitled],
  ["default", checkDefault],
  ["pattern", checkPattern],
  ["patternProperties", checkPatterns],
  ["required", checkRequired],
  ["items", checkItems],
  ["$ref", checkReference],
]);

const marks: ReadonlyMap<string, number> = new Map([
  ["$ref", mark.reference],
  ["default", mark.fallback],
  ["x-mcp-header", mark.header],
  ...[...narrowing].map((keyword) => [keyword, mark.narrowing] as const),
  ...[...schemaKeywords.keys()].map((keyword) => [keyword, mark.schemas] as const),
]);

/** The keywords of which there is anything to say; others that nobody knows are the author's own business. */
export const keywordRules: ReadonlyMap<string, KeywordRule> = new Map(
  [...expectations.keys(), ...further.keys(), ...marks.keys()].map((keyword) => {
    const shape = schemaKeywords.get(keyword);
    return [
      keyword,
      {
        expects: shape === undefined ? expectations.get(keyword) : shapes[shape],
        also: further.get(keyword),
        marks: marks.get(keyword) ?? 0,
      },
    ];
  }),
);

function checkType(scope: Scope, schema: JsonObject, value: Json): void {
  if (isTypeName(value)) return;
  for (const [index, type] of (isArray(value) ? value : [value]).entries()) {
    if (isTypeName(type)) continue;
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

/** Whether a value is of the type that its schema names; undefined where it names none, or one that nobody knows. */
function fitsType({ type }: JsonObject, value: Json): boolean | undefined {
  if (!isArray(type)) return isTypeName(type) ? hasType(value, type) : undefined;
  const types = type.filter(isTypeName);
  return types.length > 0 && types.length === type.length ? types.some((name) => hasType(value, name)) : undefined;
}

const typesIn = ({ type = null }: JsonObject): string =>
  (isArray(type) ? type : [type]).filter(isTypeName).join(" or ");

function checkEnum(scope: Scope, schema: JsonObject, values: Json, { inForm }: CheckedRoot): void {
  if (!isArray(values)) return;
  values.forEach((value, index) => {
    if (fitsType(schema, value) !== false) return;
    const place = locateMember(scope.origins, values, index);
    scope.report(diagnose("schema/enum-type", place, { value: JSON.stringify(value), type: typesIn(schema) }));
  });
  if (!inForm) checkChoices(scope, schema, { list: values, values });
}

/** Choices that are written as `[{ const, title }]`. */
function checkTitled(scope: Scope, schema: JsonObject, list: Json, { inForm }: CheckedRoot): void {
  const choices = inForm ? undefined : titledChoices(list);
  if (choices !== undefined) checkChoices(scope, schema, choices);
}

/** A default that is not of its schema's type, that its schema refuses, or that grows. */
function checkDefault(scope: Scope, schema: JsonObject, value: Json, { home, inForm }: CheckedRoot): void {
  checkDefaultGrowth(scope, schema, home);
  if (fitsType(schema, value) === false) {
    const place = locateMember(scope.origins, schema, "default");
    scope.report(diagnose("schema/default-type", place, { value: JSON.stringify(value), type: typesIn(schema) }));
    return;
  }
  const problem = inForm ? undefined : valueProblem(scope.project, schema, home, value);
  if (problem === undefined) return;
  const place = locateMember(scope.origins, schema, "default");
  scope.report(diagnose("schema/default-value", place, { value: JSON.stringify(value), problem }));
}

function checkPattern(scope: Scope, schema: JsonObject, pattern: Json): void {
  const problem = typeof pattern === "string" ? patternProblem(pattern) : undefined;
  if (typeof pattern !== "string" || problem === undefined) return;
  scope.report(diagnose("schema/pattern", locateMember(scope.origins, schema, "pattern"), { pattern, problem }));
}

function checkPatterns(scope: Scope, _schema: JsonObject, patterns: Json): void {
  if (!isObject(patterns)) return;
  for (const pattern of Object.keys(patterns)) {
    const problem = patternProblem(pattern);
    if (problem === undefined) continue;
    const place = locateMember(scope.origins, patterns, pattern, "key");
    scope.report(diagnose("schema/pattern", place, { pattern, problem }));
  }
}

function checkRequired(scope: Scope, schema: JsonObject, required: Json, { inForm }: CheckedRoot): void {
  // What a form requires is judged with the form.
  if (!isArray(required) || inForm) return;
  const properties = isObject(schema["properties"]) ? schema["properties"] : undefined;
  const isAlternative = properties === undefined && !Object.hasOwn(schema, "type");
  if (isAlternative) return;
  required.forEach((name, index) => {
    if (typeof name !== "string" || (properties !== undefined && Object.hasOwn(properties, name))) return;
    if (isStrayProperty(schema, name)) return;
    const place = locateMember(scope.origins, required, index);
    const suggestion = didYouMean(name, Object.keys(properties ?? {}));
    const matched =
      isObject(schema["patternProperties"]) &&
      Object.keys(schema["patternProperties"]).some((text) => matchesPattern(text, name) !== false);
    if (schema["additionalProperties"] === false && !matched) {
      scope.report(diagnose("schema/required-impossible", place, { name, suggestion }));
    } else if (!matched && !isComposed(schema)) {
      scope.report(diagnose("schema/required-undeclared", place, { name, suggestion }));
    }
  });
}

/** Composed schemas declare properties elsewhere; there a missing declaration proves nothing. */
const isComposed = (schema: JsonObject): boolean =>
  ["allOf", "anyOf", "oneOf", "if", "$ref", "dependentSchemas"].some((key) => Object.hasOwn(schema, key));

function checkItems(scope: Scope, schema: JsonObject, items: Json, { dialect }: CheckedRoot): void {
  if (dialect !== "2020-12" || !isArray(items)) return;
  scope.report(diagnose("schema/draft-07-tuple", locateMember(scope.origins, schema, "items", "key"), {}));
}

function checkReference(scope: Scope, schema: JsonObject, text: Json, { home, waiting }: CheckedRoot): void {
  if (typeof text !== "string") return;
  checkSelfReference(scope, schema, home);
  const place = locateMember(scope.origins, schema, "$ref");
  const [target, problems] = resolveSchemaReference(scope.project, home, text, place);
  for (const problem of problems) scope.report(problem);
  if (target !== undefined) waiting.push(target);
}
