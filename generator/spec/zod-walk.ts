import * as z from "zod";
// By name: as a member of `z.core` it would bring all of zod into the bundle.
import { safeParse } from "zod/v4/core";

/** How the language's zod schemas are looked into: which keys are known at a path, and which are required. */

export type Schema = z.core.$ZodType;
export type Path = readonly (string | number)[];

const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null && "_zod" in value;

/** A part of a schema's definition, whose kind decides which parts there are. */
function part(schema: Schema, name: string): unknown {
  const { def } = schema._zod;
  return Object.hasOwn(def, name) ? Reflect.get(def, name) : undefined;
}

function schemaPart(schema: Schema, name: string): Schema | undefined {
  const found = part(schema, name);
  return isSchema(found) ? found : undefined;
}

/** Sees through optional and, in a union, to the member that is an object. */
function unwrap(schema: Schema): Schema {
  const inner = schemaPart(schema, "innerType");
  if (inner !== undefined) return unwrap(inner);
  const options = part(schema, "options");
  const objectOption = Array.isArray(options)
    ? options.filter(isSchema).find((option) => option._zod.def.type === "object")
    : undefined;
  return objectOption ?? schema;
}

const shapes = new WeakMap<Schema, ReadonlyMap<string, Schema>>();

function shapeOf(schema: Schema): ReadonlyMap<string, Schema> | undefined {
  const known = shapes.get(schema);
  if (known !== undefined) return known;
  const shape = part(schema, "shape");
  if (typeof shape !== "object" || shape === null) return undefined;
  const made = new Map(Object.entries(shape).filter((entry): entry is [string, Schema] => isSchema(entry[1])));
  shapes.set(schema, made);
  return made;
}

function stepInto(schema: Schema, step: string | number): Schema | undefined {
  const shape = shapeOf(schema);
  return shape === undefined
    ? (schemaPart(schema, "element") ?? schemaPart(schema, "valueType"))
    : shape.get(String(step));
}

/** The schema at a path, or undefined where the language has none. */
export function schemaAt(schema: Schema, path: Path): Schema | undefined {
  let at: Schema | undefined = schema;
  for (const step of path) at = at === undefined ? undefined : stepInto(unwrap(at), step);
  return at === undefined ? undefined : unwrap(at);
}

/** Keys that the language knows at a path, with their schemas; undefined where any name may stand. */
export function keysOf(schema: Schema, path: Path): ReadonlyMap<string, Schema> | undefined {
  const end = schemaAt(schema, path);
  return end === undefined ? undefined : shapeOf(end);
}

/** The schema of the entries of a mapping by name. */
export function entryOf(schema: Schema, path: Path): Schema | undefined {
  const end = schemaAt(schema, path);
  return end === undefined || shapeOf(end) !== undefined ? undefined : schemaPart(end, "valueType");
}

/** Keys that must be there. */
export function requiredKeys(schema: Schema): readonly string[] {
  return [...(shapeOf(unwrap(schema)) ?? [])]
    .filter(([, value]) => value._zod.optin !== "optional")
    .map(([key]) => key);
}

/** Whether every mapping will do, whatever is in it. */
export function takesAnyMapping(schema: Schema): boolean {
  const inner = schemaPart(schema, "innerType");
  if (inner !== undefined) return takesAnyMapping(inner);
  const options = part(schema, "options");
  if (Array.isArray(options)) return options.filter(isSchema).some(takesAnyMapping);
  const { def } = schema._zod;
  return def.type === "record" && def.checks === undefined && isUnknown(schemaPart(schema, "valueType"));
}

const isUnknown = (schema: Schema | undefined): boolean => schema?._zod.def.type === "unknown";

/** Whether zod finds nothing wrong with a value. */
export function passes(schema: Schema, value: unknown): boolean {
  return safeParse(schema, value).success;
}

/** Keys of which exactly one must be there. */
export function alternativesOf(schema: Schema): readonly string[] {
  const kinds = z.globalRegistry.get(unwrap(schema))?.["exactlyOne"];
  return Array.isArray(kinds) ? kinds.filter((kind) => typeof kind === "string") : [];
}
