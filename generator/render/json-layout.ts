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
  if (isArray(value)) return `[${value.map((item) => member("", item)).join("")}${end}]`;
  const members = Object.keys(value).map((name) => member(`${propertyKey(name)}: `, value[name] ?? null));
  return `{${members.join("")}${end}}`;
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
  for (let index = 0; index < list.length; index += 1) {
    if (index > 0) text += ", ";
    const inner = flatJson(list[index] ?? null, room - text.length - 1);
    if (inner === undefined) return undefined;
    text += inner;
  }
  return text.length < room ? `${text}]` : undefined;
}

function flatObject(value: JsonObject, room: number): string | undefined {
  const names = Object.keys(value);
  if (names.length === 0) return "{}";
  let text = "{ ";
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] ?? "";
    if (index > 0) text += ", ";
    text += `${propertyKey(name)}: `;
    const inner = flatJson(value[name] ?? null, room - text.length - 2);
    if (inner === undefined) return undefined;
    text += inner;
  }
  return text.length + 2 <= room ? `${text} }` : undefined;
}
