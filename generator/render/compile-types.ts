import type { NamedType } from "../model/model.js";
import { createPropertyNames, prepareSchema, type PropertyNames } from "./prepare-schema.js";
import { parseDeclarations, type TypeDeclaration, type TypeMember, type TypeNode } from "./type-syntax.js";

/** The root of the bundle; a name that no named type can have, and that is cut out again. */
const rootName = "P0";

/**
 * Compiles every named type of a document, in one run, because one bundle is many times cheaper than one call a type
 * and lets types refer to each other by name. The library is loaded when there is something to compile: it takes longer
 * to start than everything else together.
 *
 * @throws {Error} when the compiler renames, drops or adds a type.
 */
export async function compileTypes(types: readonly NamedType[]): Promise<ReadonlyMap<string, TypeDeclaration>> {
  if (types.length === 0) return new Map();
  const { compile } = await import("json-schema-to-typescript");
  const names = createPropertyNames();
  const definitions = types.map((type) => [type.name, prepareSchema(withoutComment(type), names)] as const);
  const bundle = {
    type: "object" as const,
    additionalProperties: false,
    properties: Object.fromEntries(types.map(({ name }) => [name, { $ref: `#/$defs/${name}` }])),
    $defs: Object.fromEntries(definitions),
  };
  const source = await compile(bundle, rootName, {
    bannerComment: "",
    format: false,
    maxItems: 6,
    $refOptions: { resolve: { external: false, http: false, file: false } },
  });
  const compiled = new Map<string, TypeDeclaration>();
  for (const declaration of parseDeclarations(source)) {
    if (declaration.name === rootName) continue;
    compiled.set(declaration.name, { name: declaration.name, type: restoreNames(declaration.type, names) });
  }
  return assertNames(types, compiled);
}

/** The comment above a declaration is the model's, not the compiler's. */
function withoutComment({ schema }: NamedType): NamedType["schema"] {
  if (typeof schema === "boolean") return schema;
  const { description: _description, title: _title, ...rest } = schema;
  return rest;
}

function assertNames(
  types: readonly NamedType[],
  compiled: ReadonlyMap<string, TypeDeclaration>,
): ReadonlyMap<string, TypeDeclaration> {
  const missing = types.filter(({ name }) => !compiled.has(name)).map(({ name }) => name);
  const wanted = new Set(types.map(({ name }) => name));
  const added = [...compiled.keys()].filter((name) => !wanted.has(name));
  if (missing.length > 0 || added.length > 0) {
    throw new Error(`Compiled types do not match: missing [${missing.join(", ")}], added [${added.join(", ")}].`);
  }
  return compiled;
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
