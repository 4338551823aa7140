import { isObject } from "../load/values.js";
import { isGlobalType, pascalCase } from "../model/names.js";
import type { JsonSchema, NamedType, TypeRef } from "../model/model.js";
import { normalizeSchema, type ArgumentsMode } from "./normalize-schema.js";
import type { Project } from "./project.js";
import { resolveSchemaReference, type SchemaHome, type SchemaTarget } from "./schema-home.js";

/** Something that gets a name of its own in `types.ts`. */
export interface TypeDeclaration {
  readonly name: string;
  /** Where it comes from, for the doc comment. */
  readonly from: string;
  readonly schema: JsonSchema;
  readonly home: SchemaHome;
  /** What sets it apart from the other type of the same schema, for the doc comment. */
  readonly note?: string;
  /** `applied`: with defaults filled in, so that a property with a default is always there. */
  readonly mode: ArgumentsMode;
}

export interface TypeRegistry {
  /** Reserves a name that a document chose; the caller has checked that it is free. */
  readonly declare: (declaration: TypeDeclaration) => TypeRef;
  /** Where a name was given, or undefined. */
  readonly takenBy: (name: string) => string | undefined;
  /** All named types, normalised, in the order in which they are declared. */
  readonly finish: () => readonly NamedType[];
  /** True when defaults can be filled in below a schema. */
  readonly hasDefaults: (schema: JsonSchema, home: SchemaHome) => boolean;
}

/** The note of a type with defaults, beside the one of what is sent. */
export const withDefaults = "with defaults filled in";

/**
 * Names types. Names that a document chose are final; definitions inside a schema (`$defs`) are named after the type that
 * owns them, with a number where two would be equal.
 */
export function createTypeRegistry(project: Project): TypeRegistry {
  const byName = new Map<string, TypeDeclaration>();
  const keys = { sent: new Map<JsonSchema, string>(), applied: new Map<JsonSchema, string>() };
  const owners = new Map<JsonSchema, string>();
  const finished = new Map<string, NamedType>();
  const defaults = new Map<JsonSchema, boolean>();

  const declare = (declaration: TypeDeclaration): TypeRef => {
    byName.set(declaration.name, declaration);
    if (isObject(declaration.schema)) {
      if (!keys[declaration.mode].has(declaration.schema))
        keys[declaration.mode].set(declaration.schema, declaration.name);
      if (!owners.has(declaration.schema)) owners.set(declaration.schema, declaration.name);
    }
    return { name: declaration.name };
  };

  const free = (wanted: string): string => {
    let name = isGlobalType(wanted) ? `${wanted}Type` : wanted;
    for (let count = 2; byName.has(name); count++) name = `${wanted}${count}`;
    return name;
  };

  const hasDefaults = (schema: JsonSchema, home: SchemaHome): boolean => {
    const seen = new Set<JsonSchema>([schema]);
    const waiting: [JsonSchema, SchemaHome][] = [[schema, home]];
    for (const [node, at] of waiting) {
      const known = defaults.get(node);
      const [found, below] = known === undefined ? defaultsOf(node, at) : [known, []];
      if (found) {
        defaults.set(schema, true);
        return true;
      }
      for (const next of below) {
        if (seen.has(next[0])) continue;
        seen.add(next[0]);
        waiting.push(next);
      }
    }
    // All that was seen has been looked through.
    for (const node of seen) defaults.set(node, false);
    return false;
  };

  /** Whether a schema fills in a property itself, and where to look further. */
  const defaultsOf = (schema: JsonSchema, home: SchemaHome): [boolean, readonly [JsonSchema, SchemaHome][]] => {
    if (!isObject(schema)) return [false, []];
    const { $ref: reference, properties, items } = schema;
    if (typeof reference === "string" && !isObject(properties)) {
      const [target] = resolveSchemaReference(project, home, reference, undefined);
      return [false, target === undefined ? [] : [[target.schema, target.home]]];
    }
    const members = Object.values(isObject(properties) ? properties : {}).filter((item) => isObject(item));
    const below = isObject(items) ? [...members, items] : members;
    return [members.some((item) => defaultIsFilled(project, item, home)), below.map((item) => [item, home])];
  };

  /** Name of what a reference leads to; declared on first use. */
  const nameOf = (target: SchemaTarget, from: SchemaHome, wantedMode: ArgumentsMode): string => {
    const mode = wantedMode === "applied" && hasDefaults(target.schema, target.home) ? "applied" : "sent";
    const known = keys[mode].get(target.schema);
    if (known !== undefined) return known;
    const owner = owners.get(target.home.root) ?? owners.get(from.root);
    const shared = target.steps.length === 0 && !target.internal;
    const sent = keys.sent.get(target.schema);
    const stem = shared ? pascalCase(target.rootName) : `${owner ?? ""}${pascalCase(target.rootName, "")}`;
    const name = free(mode === "applied" && sent !== undefined ? `${sent}WithDefaults` : stem);
    const path = [...target.steps].join(".");
    const root = byName.get(owner ?? "")?.from;
    return declare({
      name,
      from: [shared ? `${target.home.document.file.path.replace(/^.*\//, "")}: ${target.rootName}` : root, path]
        .filter((part) => part !== undefined && part !== "")
        .join("."),
      ...(mode === "applied" && { note: withDefaults }),
      schema: target.schema,
      home: target.home,
      mode,
    }).name;
  };

  const resolve = (text: string, at: SchemaHome): SchemaTarget | undefined =>
    resolveSchemaReference(project, at, text, undefined)[0];
  const isFilled = (property: JsonSchema, at: SchemaHome): boolean => defaultIsFilled(project, property, at);

  const finish = (): readonly NamedType[] => {
    // Normalising can declare more types, which the iteration reaches too.
    for (const declaration of byName.values()) {
      if (finished.has(declaration.name)) continue;
      const { name, from, note, schema, home, mode } = declaration;
      const description =
        isObject(schema) && typeof schema["description"] === "string" ? schema["description"] : undefined;
      finished.set(name, {
        name,
        from,
        ...(note !== undefined && { note }),
        ...(description !== undefined && { description }),
        schema: normalizeSchema(schema, { home, mode, nameOf, resolve, isFilled }),
      });
    }
    return [...finished.values()];
  };

  return { declare, takenBy: (name) => byName.get(name)?.from, finish, hasDefaults };
}

/** True when an absent property of this schema gets a default: its own, or that of what it refers to. */
export function defaultIsFilled(project: Project, property: JsonSchema, home: SchemaHome): boolean {
  let node: JsonSchema = property;
  let at = home;
  for (let hops = 0; hops < 16; hops++) {
    if (!isObject(node)) return false;
    if (Object.hasOwn(node, "default")) return true;
    const text = node["$ref"];
    if (typeof text !== "string" || Object.hasOwn(node, "properties")) return false;
    const [target] = resolveSchemaReference(project, at, text, undefined);
    if (target === undefined) return false;
    node = target.schema;
    at = target.home;
  }
  return false;
}
