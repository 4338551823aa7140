/** Types of expressions: CEL's, as far as JSON can hold them, with what a JSON Schema says about mappings. */
export type CelType =
  | { readonly kind: "bool" | "null" | "dyn" | "unit" }
  | NumberType
  | { readonly kind: "string"; readonly values?: readonly string[] }
  | { readonly kind: "list"; readonly element: CelType }
  | ObjectType
  | { readonly kind: "nullable"; readonly type: CelType }
  | { readonly kind: "outcome"; readonly content: CelType; readonly actions: readonly string[] };

/** A number, with the bounds that its schema declares. */
export interface NumberType {
  readonly kind: "int" | "double";
  readonly least?: number;
  readonly most?: number;
}

export interface ObjectType {
  readonly kind: "object";
  readonly names: readonly string[];
  /** Looked up one at a time, because schemas may be recursive. */
  readonly field: (name: string) => Field | undefined;
  /** Type of the values of undeclared keys, looked up like a field; absent: they are not typed, or there are none. */
  readonly values?: () => CelType;
}

export interface Field {
  readonly type: CelType;
  readonly optional: boolean;
}

export const dyn: CelType = { kind: "dyn" };
export const bool: CelType = { kind: "bool" };
export const int: NumberType = { kind: "int" };
export const double: NumberType = { kind: "double" };
export const string: CelType = { kind: "string" };

/** How a type is named to people. */
export function describeType(type: CelType): string {
  switch (type.kind) {
    case "bool":
      return "true or false";
    case "int":
      return "an integer";
    case "double":
      return "a number";
    case "string":
      return "a text";
    case "null":
      return "null";
    case "list":
      return "a list";
    case "object":
      return "a mapping";
    case "nullable":
      return `${describeType(type.type)} or null`;
    case "outcome":
      return "the outcome of a question";
    case "unit":
      return "an answer without content";
    case "dyn":
      return "a value without a declared type";
  }
}

export const isNumber = (type: CelType): type is NumberType => type.kind === "int" || type.kind === "double";

/** Types whose values TypeScript compares with `===`. */
export const isScalar = (type: CelType): boolean =>
  type.kind === "bool" || type.kind === "string" || type.kind === "null" || isNumber(type);

/** The type of a value that is one or the other, if there is one. */
export function unify(a: CelType, b: CelType): CelType | undefined {
  if (a.kind === "string" && b.kind === "string") {
    return a.values !== undefined && b.values !== undefined
      ? { kind: "string", values: [...a.values, ...b.values] }
      : string;
  }
  if (isNumber(a) && isNumber(b)) return a.kind === b.kind ? eitherNumber(a, b) : undefined;
  if (a.kind === "list" && b.kind === "list") {
    const element = unify(a.element, b.element);
    return { kind: "list", element: element ?? dyn };
  }
  if (a.kind === "null" && b.kind !== "null") return b.kind === "nullable" ? b : { kind: "nullable", type: b };
  if (b.kind === "null" && a.kind !== "null") return a.kind === "nullable" ? a : { kind: "nullable", type: a };
  if (a.kind === "object" || a.kind === "outcome") return a === b ? a : undefined;
  return a.kind === b.kind ? a : undefined;
}

/** Bounds that hold whichever of the two it is. */
function eitherNumber(a: NumberType, b: NumberType): NumberType {
  return {
    kind: a.kind,
    ...(a.least !== undefined && b.least !== undefined && { least: Math.min(a.least, b.least) }),
    ...(a.most !== undefined && b.most !== undefined && { most: Math.max(a.most, b.most) }),
  };
}

/** The type of `-x`. */
export function opposite({ kind, least, most }: NumberType): NumberType {
  return { kind, ...(most !== undefined && { least: -most }), ...(least !== undefined && { most: -least }) };
}
