import type { Json, JsonObject } from "../model/model.js";
import { propertyKey, scalarLiteral } from "./literals.js";

export interface JsonLayout {
  /** Column at which the value starts. */
  readonly column: number;
  /** Indentation of the line on which it starts. */
  readonly indent: number;
  readonly columns: number;
}

/** A JSON value as an object literal: on one line if it fits, else one member a line with trailing commas. */
export function layoutJson(value: Json, { column, indent, columns }: JsonLayout): string {
  return flatJson(value, columns - column - 1) ?? brokenJson(value, indent, columns);
}

function brokenJson(value: Json, indent: number, columns: number): string {
  if (typeof value !== "object" || value === null) return scalarLiteral(value);
  const inner = indent + 2;
  const pad = `\n${" ".repeat(inner)}`;
  const end = `\n${" ".repeat(indent)}`;
  const member = (head: string, item: Json): string => {
    const text = flatJson(item, columns - inner - head.length - 1) ?? brokenJson(item, inner, columns);
    return `${pad}${head}${text},`;
  };
  let text = "";
  if (isArray(value)) {
    for (const item of value) text += member("", item);
    return `[${text}${end}]`;
  }
  for (const name of Object.keys(value)) text += member(`${propertyKey(name)}: `, value[name] ?? null);
  return `{${text}${end}}`;
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** The value on one line, or undefined as soon as it is longer than `room`. */
export function flatJson(value: Json, room = Number.POSITIVE_INFINITY): string | undefined {
  if (room < 2) return undefined;
  if (typeof value !== "object" || value === null) {
    const text = scalarLiteral(value);
    return text.length <= room ? text : undefined;
  }
  return isArray(value) ? flatList(value, room) : flatObject(value, room);
}

function flatList(list: readonly Json[], room: number): string | undefined {
  let text = "[";
  for (const item of list) {
    if (text !== "[") text += ", ";
    const inner = flatJson(item, room - text.length - 1);
    if (inner === undefined) return undefined;
    text += inner;
  }
  return text.length < room ? `${text}]` : undefined;
}

function flatObject(value: JsonObject, room: number): string | undefined {
  let text = "{";
  for (const name of Object.keys(value)) {
    text += `${text === "{" ? " " : ", "}${propertyKey(name)}: `;
    const inner = flatJson(value[name] ?? null, room - text.length - 2);
    if (inner === undefined) return undefined;
    text += inner;
  }
  if (text === "{") return "{}";
  return text.length + 2 <= room ? `${text} }` : undefined;
}
