import { diagnose } from "../diagnostics/diagnostic.js";
import type { Location } from "../diagnostics/source-file.js";
import { didYouMean } from "../diagnostics/suggest.js";
import { locateMember } from "../load/origin.js";
import { isObject, member, textMember } from "../load/values.js";
import type { Json, JsonObject } from "../model/model.js";
import { checkDefault, checkField, checkLoneConfirmation } from "./check-form.js";
import { checkObjectRoot, checkSchema } from "./check-schema.js";
import { isStandardKeyword } from "./keywords.js";
import { resolveSchemaReference, type SchemaHome } from "./schema-home.js";
import type { Scope } from "./scope.js";

/** A property whose choices come from a value at run time, as written. */
export interface WrittenChoices {
  readonly property: string;
  readonly from: string;
  readonly value?: string;
  readonly title?: string;
  readonly place: Location | undefined;
}

export interface FlatForm {
  /** What a client is shown: flat, without references (MCP elicitation, `requestedSchema`). */
  readonly schema: JsonObject;
  /** The same for types: closed, with references kept, so that shared names stay. */
  readonly typeSchema: JsonObject;
  /** Where the references in `typeSchema` start. */
  readonly typeHome: SchemaHome;
  readonly choices: readonly WrittenChoices[];
}

/** Inlines what a form refers to and checks that clients can show it. */
export function flatForm(
  scope: Scope,
  written: JsonObject,
  writtenHome: SchemaHome,
  place: Location | undefined,
): FlatForm {
  checkSchema(scope, written, writtenHome, "form");
  const { schema, home } = sharedForm(scope, written, writtenHome);
  checkObjectRoot(scope, schema, "a form");
  checkRootKeywords(scope, schema);
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const flat: [string, Json][] = [];
  const typed: [string, Json][] = [];
  const choices: WrittenChoices[] = [];
  for (const [name, property] of Object.entries(properties)) {
    const at = locateMember(scope.origins, properties, name, "key");
    if (name === "__proto__") scope.report(diagnose("names/dropped", at, { what: "a field" }));
    const inlined = isObject(property) ? inline(scope, property, home) : property;
    if (inlined === undefined) continue;
    const written = readChoices(scope, name, inlined);
    const field = checkField(scope, name, inlined, at, written !== undefined);
    if (field === undefined) continue;
    // The default of a shared field is judged where it is written.
    if (isObject(property) && Object.hasOwn(property, "default")) checkDefault(scope, name, inlined, field, home);
    if (written !== undefined) choices.push(written);
    flat.push([name, field]);
    typed.push([name, typeOfField(property, field)]);
  }
  const hasFields =
    Object.keys(properties).length > 0 || Object.keys(schema).some((key) => isMeantAsField(schema, key));
  if (!hasFields) scope.report(diagnose("form/no-fields", place, {}));
  checkLoneConfirmation(scope, flat, place);
  const required = Array.isArray(schema["required"]) ? { required: schema["required"] } : {};
  checkRequired(scope, schema, properties);
  const typeSchema = {
    type: "object",
    properties: Object.fromEntries(typed),
    ...required,
    additionalProperties: false,
    ...definitionsOf(schema),
  };
  return {
    schema: { type: "object", properties: Object.fromEntries(flat), ...required },
    typeSchema,
    typeHome: { document: home.document, root: typeSchema },
    choices,
  };
}

/** A form that is nothing but a reference is the form it refers to. */
function sharedForm(scope: Scope, schema: JsonObject, home: SchemaHome): HomedSchema {
  const trail = new Set<Json>();
  let form = { schema, home };
  for (;;) {
    const text = form.schema["$ref"];
    if (typeof text !== "string" || Object.keys(form.schema).length > 1) return form;
    const at = locateMember(scope.origins, form.schema, "$ref");
    if (trail.has(form.schema)) {
      scope.report(diagnose("ref/cycle", at, { reference: text, path: `${text} -> ${text}` }));
      return { schema: {}, home };
    }
    trail.add(form.schema);
    // A missing target was reported when the schema was checked.
    const [target] = resolveSchemaReference(scope.project, form.home, text, at);
    if (target === undefined || !isObject(target.schema)) return { schema: {}, home };
    form = { schema: target.schema, home: target.home };
  }
}

/** A field that is nothing but a reference keeps the shared type's name. */
function typeOfField(property: Json, field: JsonObject): Json {
  if (!isObject(property) || typeof property["$ref"] !== "string") return field;
  return Object.keys(property).every((key) => ["$ref", "title", "description", "default"].includes(key))
    ? property
    : field;
}

/** A field without references, its items too; what lies deeper is no form. */
function inline(scope: Scope, property: JsonObject, home: SchemaHome): JsonObject | undefined {
  const followed = follow(scope, property, home);
  if (followed === undefined) return undefined;
  const { holders, end } = followed;
  let inlined = end.schema;
  const { items } = inlined;
  if (isObject(items) && typeof items["$ref"] === "string") {
    const found = follow(scope, items, end.home);
    const whole = found === undefined ? undefined : withSiblings(scope, found.holders, found.end.schema);
    if (whole !== undefined) inlined = derive(scope, { ...inlined, items: whole }, inlined);
  }
  return withSiblings(scope, holders, inlined);
}

interface HomedSchema {
  readonly schema: JsonObject;
  readonly home: SchemaHome;
}

/** The end of a chain of references and the schemas on the way. No recursion: it may be longer than the stack is deep. */
function follow(
  scope: Scope,
  property: JsonObject,
  home: SchemaHome,
): { readonly holders: readonly JsonObject[]; readonly end: HomedSchema } | undefined {
  const holders = new Set<JsonObject>();
  let end = { schema: property, home };
  for (;;) {
    const text = end.schema["$ref"];
    if (typeof text !== "string") return { holders: [...holders], end };
    const at = locateMember(scope.origins, end.schema, "$ref");
    if (holders.has(end.schema)) {
      scope.report(diagnose("ref/cycle", at, { reference: text, path: `${text} -> ${text}` }));
      return undefined;
    }
    holders.add(end.schema);
    // A missing target was reported when the schema was checked.
    const [target] = resolveSchemaReference(scope.project, end.home, text, at);
    if (target === undefined || !isObject(target.schema)) return undefined;
    end = { schema: target.schema, home: target.home };
  }
}

/** What stands beside the references counts more than what they lead to. */
function withSiblings(scope: Scope, holders: readonly JsonObject[], end: JsonObject): JsonObject {
  return holders.toReversed().reduce((inlined, { $ref: _ref, ...siblings }) => {
    return Object.keys(siblings).length === 0 ? inlined : derive(scope, { ...inlined, ...siblings }, inlined);
  }, end);
}

function derive(scope: Scope, value: JsonObject, from: JsonObject): JsonObject {
  const origin = scope.origins.get(from);
  if (origin !== undefined) scope.origins.set(value, origin);
  return value;
}

/** What the fields' own references may lead to. */
function definitionsOf(schema: JsonObject): JsonObject {
  const kept = ["$schema", "$defs", "definitions"].filter((keyword) => Object.hasOwn(schema, keyword));
  return Object.fromEntries(kept.map((keyword) => [keyword, schema[keyword] ?? null]));
}

const rootKeywords: ReadonlySet<string> = new Set([
  "type",
  "properties",
  "required",
  "$schema",
  "$defs",
  "definitions",
  "title",
  "description",
]);

/** A mapping that is no keyword of JSON Schema can only be a field. */
const isMeantAsField = (schema: JsonObject, name: string): boolean =>
  isObject(schema[name]) && !isStandardKeyword(name) && !rootKeywords.has(name);

function checkRootKeywords(scope: Scope, schema: JsonObject): void {
  for (const keyword of Object.keys(schema)) {
    if (rootKeywords.has(keyword) || keyword.startsWith("x-")) continue;
    if (scope.misplaced.get(schema)?.has(keyword) === true) continue;
    // Answers are judged as if the form were closed; saying so changes nothing.
    if (keyword === "additionalProperties" && schema[keyword] === false) continue;
    const help = isMeantAsField(schema, keyword) ? { help: `Put \`${keyword}\` under \`properties\`.` } : {};
    const place = locateMember(scope.origins, schema, keyword, "key");
    scope.report(diagnose("form/root-keyword", place, { keyword }, help));
  }
}

function checkRequired(scope: Scope, schema: JsonObject, properties: JsonObject): void {
  const { required } = schema;
  if (!Array.isArray(required)) return;
  for (const [index, name] of required.entries()) {
    if (typeof name !== "string" || Object.hasOwn(properties, name) || isMeantAsField(schema, name)) continue;
    const place = locateMember(scope.origins, required, index);
    const suggestion = didYouMean(name, Object.keys(properties));
    scope.report(diagnose("schema/required-impossible", place, { name, suggestion }));
  }
}

function readChoices(scope: Scope, property: string, schema: Json): WrittenChoices | undefined {
  const choices = member(schema, "choices");
  if (choices === undefined || !isObject(schema)) return undefined;
  const place = locateMember(scope.origins, schema, "choices");
  const from = textMember(choices, "from");
  const known = isObject(choices) && Object.keys(choices).every((key) => ["from", "value", "title"].includes(key));
  if (from === undefined || !known) {
    scope.report(
      diagnose("form/choices", place, { field: property, problem: "must be { from: path, value: name, title: name }" }),
    );
    return undefined;
  }
  const value = textMember(choices, "value");
  const title = textMember(choices, "title");
  const at = isObject(choices) ? locateMember(scope.origins, choices, "from") : place;
  return {
    property,
    from,
    ...(value === undefined ? {} : { value }),
    ...(title === undefined ? {} : { title }),
    place: at,
  };
}
