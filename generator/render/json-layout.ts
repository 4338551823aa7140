import type { Json, JsonObject } from "../model/model.js";
import { numberLiteral, propertyKey, stringLiteral } from "./literals.js";

export interface JsonLayout {
  /** Column at which the value starts. */
  readonly column: number;
  /** Indentation of the line on which it starts. */
  readonly indent: number;
  readonly columns: number;
}

/** A JSON value as an object literal: on one line if it fits, else one member a line with trailing commas. */
export function layoutJson(value: Json, layout: JsonLayout): string {
  const room = layout.columns - layout.column - 1;
  const flat = flatJson(value, room);
  if (flat !== undefined) return flat;
  const indent = layout.indent + 2;
  const pad = " ".repeat(indent);
  const end = " ".repeat(layout.indent);
  if (isArray(value)) {
    const items = value.map((item) => `${pad}${layoutJson(item, { ...layout, column: indent, indent })},\n`);
    return `[\n${items.join("")}${end}]`;
  }
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).map(([name, member]) => {
      const head = `${pad}${propertyKey(name)}: `;
      return `${head}${layoutJson(member, { ...layout, column: head.length, indent })},\n`;
    });
    return `{\n${members.join("")}${end}}`;
  }
  return scalar(value);
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** The value on one line, or undefined as soon as it is longer than `room`. */
function flatJson(value: Json, room: number): string | undefined {
  if (room < 2) return undefined;
  if (typeof value !== "object" || value === null) {
    const text = scalar(value);
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

function scalar(value: null | boolean | number | string): string {
  if (typeof value === "string") return stringLiteral(value);
  if (typeof value === "number") return numberLiteral(value);
  return String(value);
}
