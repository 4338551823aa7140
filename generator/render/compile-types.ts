import type { NamedType } from "../model/model.js";
import { plainType } from "./plain-types.js";
import { createPropertyNames, prepareSchema, type PreparedSchema, type PropertyNames } from "./prepare-schema.js";
import { parseDeclarations, type TypeDeclaration, type TypeMember, type TypeNode } from "./type-syntax.js";

/** The root of the bundle; a name that no named type can have, and that is cut out again. */
const rootName = "P0";

/**
 * Compiles every named type of a document. Schemas that need the library go through it in one run, because one bundle is
 * many times cheaper than one call a type and lets types refer to each other by name; it is loaded only for them.
 *
 * @throws {Error} when the compiler renames, drops or adds a type.
 */
export async function compileTypes(types: readonly NamedType[]): Promise<ReadonlyMap<string, TypeDeclaration>> {
  const names = createPropertyNames();
  const compiled = new Map<string, TypeDeclaration>();
  const others: [string, PreparedSchema][] = [];
  for (const type of types) {
    const prepared = prepareSchema(withoutComment(type), names);
    const plain = plainType(prepared);
    if (plain === undefined) others.push([type.name, prepared]);
    else compiled.set(type.name, { name: type.name, type: plain });
  }
  for (const declaration of await compileBundle(others, compiled.keys())) compiled.set(declaration.name, declaration);
  return new Map(
    types.map(({ name }) => {
      const declaration = compiled.get(name);
      if (declaration === undefined) throw new Error(`The type compiler lost "${name}".`);
      return [name, { name, type: restoreNames(declaration.type, names) }];
    }),
  );
}

/**
 * Types through json-schema-to-typescript.
 *
 * @param known names that the schemas may refer to and that are declared elsewhere.
 */
export async function compileBundle(
  schemas: readonly (readonly [string, PreparedSchema])[],
  known: Iterable<string>,
): Promise<readonly TypeDeclaration[]> {
  if (schemas.length === 0) return [];
  const { compile } = await import("json-schema-to-typescript");
  // Stands for itself: a reference to it prints its name, and its declaration is dropped.
  const references = [...known].map((name) => [name, { tsType: name }] as const);
  const bundle = {
    type: "object" as const,
    additionalProperties: false,
    properties: Object.fromEntries(schemas.map(([name]) => [name, { $ref: `#/$defs/${name}` }])),
    $defs: Object.fromEntries([...references, ...schemas]),
  };
  const source = await compile(bundle, rootName, {
    bannerComment: "",
    format: false,
    maxItems: 6,
    $refOptions: { resolve: { external: false, http: false, file: false } },
  });
  const wanted = new Set(schemas.map(([name]) => name));
  const dropped = new Set([rootName, ...references.map(([name]) => name)]);
  const declarations = parseDeclarations(source).filter(({ name }) => !dropped.has(name));
  const made = new Set(declarations.map(({ name }) => name));
  const wrong = [...wanted].filter((name) => !made.has(name)).concat([...made].filter((name) => !wanted.has(name)));
  if (wrong.length > 0) throw new Error(`The type compiler renamed types: ${wrong.join(", ")}.`);
  return declarations;
}

/** The comment above a declaration is the model's, not the compiler's. */
function withoutComment({ schema }: NamedType): NamedType["schema"] {
  if (typeof schema === "boolean") return schema;
  const { description: _description, title: _title, ...rest } = schema;
  return rest;
}

function restoreNames(type: TypeNode, names: PropertyNames): TypeNode {
  switch (type.kind) {
    case "token":
    case "string":
      return type;
    case "union":
    case "intersection":
      return { kind: type.kind, types: type.types.map((member) => restoreNames(member, names)) };
    case "array":
      return { kind: "array", element: restoreNames(type.element, names) };
    case "tuple":
      return {
        kind: "tuple",
        elements: type.elements.map(({ rest, type: element }) => ({ rest, type: restoreNames(element, names) })),
      };
    case "object":
      return { kind: "object", members: type.members.map((member) => restoreMember(member, names)) };
  }
}

function restoreMember(member: TypeMember, names: PropertyNames): TypeMember {
  const type = restoreNames(member.type, names);
  if (member.kind === "index") return { kind: "index", type };
  return { ...member, name: names.original(member.name), type };
}
