import type { Json } from "../model/model.js";
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
  if (isArray(value)) {
    if (value.length === 0) return "[]";
    return flatMembers(
      value.map((item) => ["", item] as const),
      "[",
      "]",
      room,
    );
  }
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value);
    if (entries.length === 0) return "{}";
    return flatMembers(
      entries.map(([name, member]) => [`${propertyKey(name)}: `, member] as const),
      "{ ",
      " }",
      room,
    );
  }
  const text = scalar(value);
  return text.length <= room ? text : undefined;
}

function flatMembers(
  members: readonly (readonly [string, Json])[],
  open: string,
  close: string,
  room: number,
): string | undefined {
  let text = open;
  for (const [index, [head, member]] of members.entries()) {
    text += `${index > 0 ? ", " : ""}${head}`;
    const inner = flatJson(member, room - text.length - close.length);
    if (inner === undefined) return undefined;
    text += inner;
  }
  text += close;
  return text.length <= room ? text : undefined;
}

function scalar(value: null | boolean | number | string): string {
  if (typeof value === "string") return stringLiteral(value);
  if (typeof value === "number") return numberLiteral(value);
  return String(value);
}
