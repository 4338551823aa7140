import { isArray, isObject, member, schemaMember } from "../load/values.js";
import type { Json, JsonObject } from "../model/model.js";
import type { Project } from "../resolve/project.js";
import { resolveSchemaReference, type SchemaHome } from "../resolve/schema-home.js";
import { typeAliases } from "../resolve/type-names.js";
import { defaultIsFilled } from "../resolve/type-registry.js";
import {
  bool,
  double,
  dyn,
  int,
  string,
  type CelType,
  type Field,
  type NumberType,
  type ObjectType,
} from "./cel-type.js";

/** Most schemas that one type is read from, so that recursive ones end. Members and values of maps are read on their own. */
const mostSchemas = 100;

/** The type that expressions see in a value of this schema. What a schema does not say plainly is `dyn`. */
export function schemaType(
  project: Project,
  schema: Json,
  home: SchemaHome,
  applied = false,
  read = { schemas: 0 },
): CelType {
  read.schemas += 1;
  if (!isObject(schema) || read.schemas > mostSchemas) return dyn;
  const text = schema["$ref"];
  if (typeof text === "string") {
    const [target] = resolveSchemaReference(project, home, text, undefined);
    return target === undefined ? dyn : schemaType(project, target.schema, target.home, applied, read);
  }
  const literal = literalType(schema);
  if (literal !== undefined) return literal;
  const { type } = schema;
  if (isArray(type)) {
    const others = type.filter((name) => name !== "null");
    if (others.length !== 1) return dyn;
    const inner = schemaType(project, { ...schema, type: others[0] ?? "null" }, home, applied, read);
    return type.length > others.length ? { kind: "nullable", type: inner } : inner;
  }
  // A type of another language was reported; it is taken for what it stands for.
  const name = typeof type === "string" ? (typeAliases.get(type) ?? type) : "";
  switch (name) {
    case "string":
      return string;
    case "integer":
      return bounded(schema, int);
    case "number":
      return bounded(schema, double);
    case "boolean":
      return bool;
    case "null":
      return { kind: "null" };
    case "array": {
      const items = schema["items"];
      const tuple = isArray(schema["prefixItems"]) || isArray(items);
      return { kind: "list", element: tuple ? dyn : schemaType(project, items ?? true, home, applied, read) };
    }
    case "object":
      return objectType(project, schema, home, applied);
    default:
      return alternatives(project, schema, home, applied, read);
  }
}

/** The bounds that a schema gives its numbers; a limit that is excluded still bounds. */
function bounded(schema: JsonObject, type: NumberType): NumberType {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below } = schema;
  const next = (limit: number, by: number): number =>
    type.kind === "int" && Number.isInteger(limit) ? limit + by : limit;
  const lower = [minimum, typeof above === "number" ? next(above, 1) : undefined].filter(
    (limit) => typeof limit === "number",
  );
  const upper = [maximum, typeof below === "number" ? next(below, -1) : undefined].filter(
    (limit) => typeof limit === "number",
  );
  return {
    ...type,
    ...(lower.length > 0 && { least: Math.max(...lower) }),
    ...(upper.length > 0 && { most: Math.min(...upper) }),
  };
}

function literalType(schema: JsonObject): CelType | undefined {
  const choices = isArray(schema["oneOf"]) ? schema["oneOf"] : isArray(schema["anyOf"]) ? schema["anyOf"] : [];
  const constants = choices.map((choice) => (isObject(choice) ? choice["const"] : undefined));
  const values: readonly (Json | undefined)[] | undefined = Object.hasOwn(schema, "const")
    ? [schema["const"]]
    : isArray(schema["enum"])
      ? schema["enum"]
      : constants.length > 0 && constants.every((value) => value !== undefined)
        ? constants
        : undefined;
  if (values === undefined || values.length === 0) return undefined;
  const present = values.filter((value) => value !== null);
  const wrap = (type: CelType): CelType => (present.length < values.length ? { kind: "nullable", type } : type);
  if (present.length === 0) return { kind: "null" };
  if (present.every((value) => typeof value === "string")) return wrap({ kind: "string", values: present });
  if (present.every((value) => typeof value === "boolean")) return wrap(bool);
  if (present.every((value) => typeof value === "number")) {
    const type = present.every((value) => Number.isInteger(value)) ? int : double;
    return wrap({ ...type, least: Math.min(...present), most: Math.max(...present) });
  }
  return dyn;
}

function alternatives(
  project: Project,
  schema: JsonObject,
  home: SchemaHome,
  applied: boolean,
  read: { schemas: number },
): CelType {
  if (Object.hasOwn(schema, "properties")) return objectType(project, schema, home, applied);
  const all = schema["allOf"];
  if (isArray(all) && all.length === 1) return schemaType(project, all[0] ?? true, home, applied, read);
  const any = isArray(schema["anyOf"]) ? schema["anyOf"] : schema["oneOf"];
  if (!isArray(any)) return dyn;
  let only: CelType | undefined;
  for (const item of any) {
    const type = schemaType(project, item, home, false, read);
    if (type.kind === "null") continue;
    if (only !== undefined) return dyn;
    only = type;
  }
  if (only === undefined) return dyn;
  return any.length > 1 ? { kind: "nullable", type: only } : only;
}

function objectType(project: Project, schema: JsonObject, home: SchemaHome, applied: boolean): ObjectType {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const required = new Set(isArray(schema["required"]) ? schema["required"] : []);
  const rest = schema["additionalProperties"];
  const fields = new Map<string, Field>();
  let values: CelType | undefined;
  return {
    kind: "object",
    names: Object.keys(properties),
    field: (name) => {
      const known = fields.get(name);
      if (known !== undefined) return known;
      const property = schemaMember(properties, name);
      if (property === undefined) return undefined;
      const filled = applied && defaultIsFilled(project, property, home);
      // `required: true` on the property itself was reported; it is taken for what it means.
      const isRequired = required.has(name) || member(property, "required") === true;
      const field = { type: schemaType(project, property, home, applied), optional: !filled && !isRequired };
      fields.set(name, field);
      return field;
    },
    ...(isObject(rest) && { values: () => (values ??= schemaType(project, rest, home)) }),
  };
}
