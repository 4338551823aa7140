import { diagnose } from "../diagnostics/diagnostic.js";
import type { Location } from "../diagnostics/source-file.js";
import { didYouMean, nearest } from "../diagnostics/suggest.js";
import { locateMember } from "../load/origin.js";
import { isArray, isObject, member } from "../load/values.js";
import type { Json, JsonObject } from "../model/model.js";
import { checkAnswerable } from "./check-contradictions.js";
import { constantsOf } from "./contradiction.js";
import { fieldProblem } from "./field-problem.js";
import type { SchemaHome } from "./schema-home.js";
import { secretReason } from "./secrets.js";
import type { Scope } from "./scope.js";
import { hasType, isTypeName } from "./type-names.js";

const formats = ["email", "uri", "date", "date-time"] as const;

const common = ["type", "title", "description", "default"];
const allowed: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["string", new Set([...common, "minLength", "maxLength", "format", "enum", "enumNames", "oneOf", "const"])],
  ["number", new Set([...common, "minimum", "maximum"])],
  ["integer", new Set([...common, "minimum", "maximum"])],
  ["boolean", new Set(common)],
  ["array", new Set([...common, "items", "minItems", "maxItems", "uniqueItems"])],
]);

/** Keywords that say nothing about the field and are left out of what is sent. */
const silent = (keyword: string): boolean =>
  keyword.startsWith("x-") || keyword === "$comment" || keyword === "choices" || keyword === "examples";

/**
 * Checks one field against what a client can show (MCP elicitation, `PrimitiveSchemaDefinition`) and returns what is sent.
 *
 * @param open - its choices come at run time.
 */
export function checkField(
  scope: Scope,
  field: string,
  schema: Json,
  place: Location | undefined,
  open: boolean,
): JsonObject | undefined {
  if (!isObject(schema)) {
    scope.report(diagnose("form/untyped", place, { field }));
    return undefined;
  }
  const type = fieldType(schema, open);
  if (type === undefined) {
    // A type that nobody knows, or a reference that is empty, was reported when the schema was checked.
    const unknown = typeof schema["type"] === "string" && !isTypeName(schema["type"]);
    if (!unknown && schema["$ref"] !== null) scope.report(shapeProblem(field, schema, place));
    return undefined;
  }
  const none = ["enum", "oneOf"].find((keyword) => isArray(schema[keyword]) && schema[keyword].length === 0);
  if (none !== undefined) {
    const at = locateMember(scope.origins, schema, none);
    scope.report(diagnose("form/choices", at, { field, problem: "are none, so that nothing can be answered" }));
    return undefined;
  }
  const keywords = allowed.get(type) ?? new Set(common);
  let fine = true;
  const sent: [string, Json][] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    if (silent(keyword) || keyword === "const" || keyword === "uniqueItems") continue;
    if (type === "array" && keyword === "enum") {
      scope.report(diagnose("form/array-enum", locateMember(scope.origins, schema, keyword, "key"), { field }));
      fine = false;
    } else if (keywords.has(keyword)) sent.push([keyword, keyword === "items" ? sentItems(value) : value]);
    else {
      const meant = nearest(keyword, keywords);
      const suggestion = meant === undefined ? "" : ` Did you mean "${meant}"?`;
      const at = locateMember(scope.origins, schema, keyword, "key");
      // `required: true` was reported when the schema was checked.
      const isReported = keyword === "required" && typeof value === "boolean";
      if (!isReported && scope.misplaced.get(schema)?.has(keyword) !== true) {
        scope.report(diagnose("form/keyword", at, { keyword, suggestion }));
      }
      fine = false;
    }
  }
  if (typeof schema["const"] === "string") sent.push(["enum", [schema["const"]]]);
  if (type === "array" && !open && fine) fine = checkList(scope, field, schema, place);
  if (type === "string") checkText(scope, field, schema);
  checkAnswerable(scope, field, schema);
  const reason = secretReason(field, schema, type);
  if (reason !== undefined) scope.report(diagnose("form/secret", place, { field, reason }));
  const typed: [string, Json][] = Object.hasOwn(schema, "type") ? sent : [["type", type], ...sent];
  return fine ? Object.fromEntries(typed) : undefined;
}

/** The type of a field, also where choices imply it. Undefined: nothing that a form shows. */
function fieldType(schema: JsonObject, open: boolean): string | undefined {
  const { type } = schema;
  if (schema["nullable"] === true) return undefined;
  if (typeof type === "string") return allowed.has(type) ? type : undefined;
  if (type !== undefined) return undefined;
  if (open) return "string";
  const choices = isArray(schema["enum"]) ? schema["enum"] : constantsOf(schema["oneOf"]);
  return choices !== undefined && choices.length > 0 && choices.every((value) => typeof value === "string")
    ? "string"
    : undefined;
}

function shapeProblem(field: string, schema: JsonObject, place: Location | undefined): ReturnType<typeof diagnose> {
  const { type } = schema;
  const types = isArray(type) ? type : [type];
  const alternatives = [schema["anyOf"], schema["oneOf"]].find(isArray) ?? [];
  const mayBeNull =
    types.includes("null") ||
    schema["nullable"] === true ||
    alternatives.some((item) => isObject(item) && item["type"] === "null");
  if (mayBeNull) return diagnose("form/nullable", place, { field });
  if (type === "object" || Object.hasOwn(schema, "properties")) {
    return diagnose("form/not-flat", place, { field, actual: "a mapping" });
  }
  if (alternatives.length > 0 || Object.hasOwn(schema, "allOf") || isArray(type)) {
    return diagnose("form/not-flat", place, { field, actual: "one of several shapes" });
  }
  return diagnose("form/untyped", place, { field });
}

/** Lists are choices of several (MCP `MultiSelectEnumSchema`): `items.enum`, or titled `items.anyOf`. */
function checkList(scope: Scope, field: string, schema: JsonObject, place: Location | undefined): boolean {
  const { items } = schema;
  const at = Object.hasOwn(schema, "items") ? locateMember(scope.origins, schema, "items", "key") : place;
  if (isObject(items) && (items["type"] === "object" || Object.hasOwn(items, "properties"))) {
    scope.report(diagnose("form/not-flat", at, { field, actual: "a list of mappings" }));
    return false;
  }
  const choices = isObject(items)
    ? isArray(items["enum"])
      ? items["enum"]
      : (constantsOf(items["anyOf"]) ?? constantsOf(items["oneOf"]))
    : undefined;
  if (choices === undefined || choices.length === 0) {
    scope.report(diagnose("form/free-list", at, { field }));
    return false;
  }
  if (choices.some((value) => typeof value !== "string")) {
    scope.report(diagnose("form/choice-type", at, { field }));
    return false;
  }
  return true;
}

/** Titled choices of several are spelled `anyOf` on the wire; a shared choice of one says `oneOf`. */
function sentItems(items: Json): Json {
  if (!isObject(items)) return items;
  const titled = constantsOf(items["anyOf"]) === undefined ? items["oneOf"] : items["anyOf"];
  if (constantsOf(titled) !== undefined && titled !== undefined) return { anyOf: titled };
  const { enum: choices } = items;
  return isArray(choices) ? { type: "string", enum: choices } : items;
}

function checkText(scope: Scope, field: string, schema: JsonObject): void {
  const { format, enum: values, enumNames } = schema;
  if (typeof format === "string" && !formats.some((known) => known === format)) {
    const place = locateMember(scope.origins, schema, "format");
    scope.report(diagnose("form/format", place, { format, suggestion: didYouMean(format, formats) }));
  }
  if (isArray(values) && values.some((value) => typeof value !== "string")) {
    scope.report(diagnose("form/choice-type", locateMember(scope.origins, schema, "enum"), { field }));
  }
  if (Object.hasOwn(schema, "oneOf")) {
    const constants = constantsOf(schema["oneOf"]);
    if (constants === undefined || constants.some((value) => typeof value !== "string")) {
      scope.report(diagnose("form/choice-type", locateMember(scope.origins, schema, "oneOf"), { field }));
    }
  }
  if (isArray(enumNames)) {
    const place = locateMember(scope.origins, schema, "enumNames", "key");
    const count = isArray(values) ? values.length : 0;
    if (count !== enumNames.length) {
      scope.report(diagnose("form/enum-names", place, { names: enumNames.length, values: count }));
    } else scope.report(diagnose("form/legacy-enum-names", place, {}));
  }
}

/** A default that the field refuses could not be sent as it is shown. */
export function checkDefault(scope: Scope, field: string, schema: Json, sent: JsonObject, home: SchemaHome): void {
  const value = member(schema, "default");
  // Choices of a list are spelled otherwise on the wire, but refuse the same values. Types were looked at before.
  const { type } = sent;
  if (value === undefined || !isObject(schema) || typeof type !== "string" || !hasType(value, type)) return;
  const problem = fieldProblem(scope.project, sent, home, value);
  if (problem === undefined) return;
  scope.report(diagnose("form/default", locateMember(scope.origins, schema, "default"), { field, problem }));
}

const confirmations = /^(?:ok|okay|yes|sure|confirm|confirmed|confirmation|approve|approved|proceed|accept|agree)$/i;

/** A form that is one checkbox "confirm" is what the action already says. */
export function checkLoneConfirmation(
  scope: Scope,
  fields: readonly (readonly [string, Json])[],
  place: Location | undefined,
): void {
  const [only] = fields;
  if (fields.length !== 1 || only === undefined) return;
  const [field, schema] = only;
  if (isObject(schema) && schema["type"] === "boolean" && confirmations.test(field)) {
    scope.report(diagnose("form/only-confirms", place, { field }));
  }
}
