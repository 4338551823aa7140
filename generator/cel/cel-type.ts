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
  /** Type of the values of undeclared keys; absent: they are not typed, or there are none. */
  readonly values?: CelType;
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
