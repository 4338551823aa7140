import type { JsonObject } from "../json/plain-object.js";

/** A JSON Schema: an object, or one of the two boolean schemas. */
export type JsonSchema = JsonObject | boolean;

/** A JSON Schema whose root is an object type: what tools take. */
export interface ObjectSchema {
  readonly type: "object";
  // Not `JsonSchema`: a compiler takes twice as long over a thousand constants then, and they hold what the author wrote.
  readonly properties?: JsonObject;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

/** The flat schema of a form (MCP 2026-07-28, elicitation, requested schema). */
export interface FormSchema {
  readonly type: "object";
  readonly title?: string;
  readonly properties: { readonly [name: string]: FormFieldSchema };
  readonly required?: readonly string[];
}

/** One field of a form: a string, a number, a boolean, or a choice. */
export interface FormFieldSchema {
  readonly type: "string" | "number" | "integer" | "boolean" | "array";
  readonly title?: string;
  readonly description?: string;
  readonly default?: string | number | boolean | readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly format?: "email" | "uri" | "date" | "date-time";
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly string[];
  readonly enumNames?: readonly string[];
  readonly oneOf?: readonly TitledValue[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: {
    readonly type?: "string";
    readonly enum?: readonly string[];
    readonly anyOf?: readonly TitledValue[];
  };
}

/** The keywords that bound the answer to a field. */
export const bounds: readonly ("minLength" | "maxLength" | "minimum" | "maximum" | "minItems" | "maxItems")[] = [
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "minItems",
  "maxItems",
];

/** A value that may be chosen, and what it is called. */
export interface TitledValue {
  readonly const: string;
  readonly title: string;
}

/** The values that a field, or the items of one, allow, however they are written; nothing for free text. */
export function choicesOf(
  schema: {
    readonly enum?: readonly string[];
    readonly oneOf?: readonly TitledValue[];
    readonly anyOf?: readonly TitledValue[];
  } = {},
): readonly string[] | undefined {
  return schema.enum ?? (schema.oneOf ?? schema.anyOf)?.map((choice) => choice.const);
}

/** One thing that is wrong with a value. */
export interface Problem {
  /** JSON Pointer into the value; empty for the value itself. */
  readonly path: string;
  /** What it must be, to be read after the path: `must be a number`. */
  readonly message: string;
}

/** Problems as one line of text: `/size must be one of "small", "large"; /name is required`. */
export function describeProblems(problems: readonly Problem[]): string {
  return problems
    .map((problem) => (problem.path === "" ? problem.message : `${problem.path} ${problem.message}`))
    .join("; ");
}

/** Nobody reads more, and whoever sends nonsense must not get many times as much back. */
export const mostProblems = 100;

/** Characters of all that is said of them and of where they are: a name of the sender's is in the path of all that is below it. */
const longestProblems = 8000;

/** The first problems, as many as are to be told. */
export function firstProblems(problems: readonly Problem[]): readonly Problem[] {
  let length = 0;
  return problems
    .slice(0, mostProblems)
    .filter(({ path, message }, index) => (length += path.length + message.length) <= longestProblems || index === 0);
}

/** Of a long list only the beginning: it is to be read, and said again for every value that is not in it. */
const mostNamed = 20;

/** What is allowed, for the words of a problem. */
export function quoted(values: readonly unknown[]): string {
  const named = values
    .slice(0, mostNamed)
    .map((value) => JSON.stringify(value))
    .join(", ");
  return values.length > mostNamed ? `${named} or ${values.length - mostNamed} more` : named;
}

/** The JSON Pointer (RFC 6901) of a member of `parent`. */
export function pointerTo(parent: string, key: string): string {
  return `${parent}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
