import type { NamedType } from "../model/model.js";
import { plainType } from "./plain-types.js";
import {
  createPropertyNames,
  prepare,
  prepareSchema,
  type PreparedSchema,
  type PropertyNames,
} from "./prepare-schema.js";
import { parseDeclarations, type TypeDeclaration, type TypeNode } from "./type-syntax.js";

/** The root of the bundle, which is cut out again. */
const rootName = "P0";

/**
 * Compiles every named type of a document. Schemas that need the library go through it in one run, because one bundle is
 * many times cheaper than one call a type and lets types refer to each other by name; it is loaded only for them.
 *
 * @throws {Error} when the compiler drops or adds a type.
 */
export async function compileTypes(types: readonly NamedType[]): Promise<ReadonlyMap<string, TypeDeclaration>> {
  const declarations = new Map<string, TypeDeclaration>();
  const others: NamedType[] = [];
  for (const named of types) {
    const type = plainType(named.schema);
    if (type === undefined) others.push(named);
    else declarations.set(named.name, { name: named.name, type });
  }
  if (others.length === 0) return declarations;
  const typeOf = await compileOthers(others, createPropertyNames(freePrefix(types)));
  for (const { name } of others) declarations.set(name, { name, type: typeOf(name) });
  return declarations;
}

async function compileOthers(types: readonly NamedType[], names: PropertyNames): Promise<(name: string) => TypeNode> {
  const plain = new Map<string, TypeNode>();
  const others = types.map((type) => [type.name, prepareSchema(withoutComment(type), names)] as const);
  // To prepare an item of a tuple may add items of tuples inside it, which then have their turn.
  for (const [name, schema] of names.items) {
    const known = plainType(schema);
    if (known !== undefined) plain.set(name, known);
    else others.push([name, prepare(schema, names)]);
  }
  const compiled = new Map((await compileBundle(others)).map(({ name, type }) => [name, type]));
  const typeOf = (name: string): TypeNode => {
    const known = plain.get(name);
    if (known !== undefined) return known;
    const type = compiled.get(name);
    if (type === undefined) throw new Error(`The type compiler lost "${name}".`);
    return restoreNames(type, names, typeOf);
  };
  return typeOf;
}

/** What the names of tuples can start with. */
function freePrefix(types: readonly NamedType[]): string {
  let prefix = "Tuple";
  while (types.some(({ name }) => name.startsWith(prefix))) prefix += "s";
  return prefix;
}

/**
 * Types through json-schema-to-typescript. It is given names that it leaves alone, because it changes others.
 *
 * @throws {Error} when it drops or adds a type.
 */
export async function compileBundle(
  schemas: readonly (readonly [string, PreparedSchema])[],
): Promise<readonly TypeDeclaration[]> {
  if (schemas.length === 0) return [];
  const { compile } = await import("json-schema-to-typescript");
  const entries = schemas.map(([, schema], index) => [`D${index}`, schema] as const);
  const bundle = {
    type: "object" as const,
    additionalProperties: false,
    properties: Object.fromEntries(entries.map(([standIn]) => [standIn, { $ref: `#/$defs/${standIn}` }])),
    $defs: Object.fromEntries(entries),
  };
  const source = await compile(bundle, rootName, {
    bannerComment: "",
    format: false,
    $refOptions: { resolve: { external: false, http: false, file: false } },
  });
  const made = new Map(parseDeclarations(source).map(({ name, type }) => [name, type]));
  made.delete(rootName);
  const declarations = schemas.map(([name], index) => {
    const type = made.get(`D${index}`);
    if (type === undefined) throw new Error(`The type compiler lost "${name}".`);
    return { name, type };
  });
  if (made.size > schemas.length) throw new Error(`The type compiler made up types: ${[...made.keys()].join(", ")}.`);
  return declarations;
}

/** The comment above a declaration is the model's, not the compiler's. */
function withoutComment({ schema }: NamedType): NamedType["schema"] {
  if (typeof schema === "boolean") return schema;
  const { description: _description, title: _title, ...rest } = schema;
  return rest;
}

/** Puts back what was kept from the compiler. */
export function restoreNames(type: TypeNode, names: PropertyNames, typeOf: (name: string) => TypeNode): TypeNode {
  const restore = (part: TypeNode): TypeNode => restoreNames(part, names, typeOf);
  switch (type.kind) {
    case "token": {
      const tuple = names.tuples.get(type.text);
      if (tuple === undefined) return type;
      const items = tuple.items.map((item, index) => ({
        optional: index >= tuple.least,
        rest: false,
        type: typeOf(item),
      }));
      const rest = tuple.rest === undefined ? [] : [{ optional: false, rest: true, type: typeOf(tuple.rest) }];
      return { kind: "tuple", elements: [...items, ...rest] };
    }
    case "string":
      return type;
    case "union":
    case "intersection":
      return { kind: type.kind, types: type.types.map(restore) };
    case "array":
      return { kind: "array", element: restore(type.element) };
    case "tuple":
      return { kind: "tuple", elements: type.elements.map((element) => ({ ...element, type: restore(element.type) })) };
    case "object":
      return {
        kind: "object",
        members: type.members.map((member) =>
          member.kind === "index"
            ? { kind: "index", type: restore(member.type) }
            : { ...member, name: names.original(member.name), type: restore(member.type) },
        ),
      };
  }
}
