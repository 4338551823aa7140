import { didYouMean } from "../diagnostics/suggest.js";
import { Unusable } from "./ending.js";
import { plainLine } from "./plain-text.js";

/** What is known of a property that an argument may be for. */
export type Properties = ReadonlyMap<string, unknown>;

/**
 * Reads arguments given on a command line: `{"a":1}`, `@file.json`, `key=value`, `key:=json`; later ones win.
 *
 * The value of `key=value` is text where the schema allows text, else JSON: `count=3` is a number where a number is
 * wanted. `key:=json` is always JSON.
 *
 * @param readFile - the text of a file.
 * @throws {Unusable} for what is neither, and for what is no JSON.
 */
export async function readArguments(
  words: readonly string[],
  properties: Properties,
  readFile: (file: string) => Promise<string>,
): Promise<Readonly<Record<string, unknown>>> {
  const read = new Map<string, unknown>();
  for (const word of words) {
    const pair = /^([^=:{"@][^=]*?)(:?=)(.*)$/s.exec(word);
    const [, key, sign, text] = pair ?? [];
    if (key !== undefined && text !== undefined) {
      read.set(key, sign === ":=" ? parse(text, `The value of ${key}`) : readValue(key, text, properties.get(key)));
      continue;
    }
    const fromFile = word.startsWith("@");
    const whole = parse(fromFile ? await readFile(word.slice(1)) : word, fromFile ? word.slice(1) : "This argument");
    if (typeof whole !== "object" || whole === null || Array.isArray(whole)) {
      throw new Unusable(
        `Arguments are key=value, key:=json, a JSON object, or @file with one; and ${word} is none of them.`,
      );
    }
    for (const [name, value] of Object.entries(whole)) read.set(name, value);
  }
  return Object.fromEntries(read);
}

/** Whether a schema names all the arguments that there are. */
export function isClosed(schema: object): boolean {
  return "additionalProperties" in schema && schema.additionalProperties === false && !("patternProperties" in schema);
}

/**
 * Sends nothing with a name that is not one: not every server looks.
 *
 * @throws {Unusable}
 */
export function onlyKnown(tool: string, given: object, properties: Properties): void {
  const odd = Object.keys(given).find((name) => !properties.has(name));
  if (odd === undefined) return;
  const names = [...properties.keys()].map(plainLine);
  const all = names.length === 0 ? " It takes none." : ` It takes ${names.join(", ")}.`;
  throw new Unusable(`${plainLine(tool)} has no argument ${JSON.stringify(odd)}.${didYouMean(odd, names) || all}`);
}

/**
 * The arguments of a prompt are text (MCP 2026-07-28, server/prompts).
 *
 * @throws {Unusable}
 */
export function onlyText(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  for (const [name, value] of Object.entries(given))
    if (typeof value !== "string") throw new Unusable(`${name} must be text, as all arguments of a prompt are.`);
  return given;
}

function readValue(key: string, text: string, schema: unknown): unknown {
  const types = typesOf(schema);
  if (types.includes("string") || types.length === 0) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Unusable(`${key} must be ${types.map(typeText).join(" or ")}, and ${JSON.stringify(text)} is not.`);
  }
}

/** A type of JSON Schema, for people who do not know it, with how its values are written. */
function typeText(type: unknown): string {
  const name = plainLine(String(type));
  return typeTexts.get(name) ?? name;
}

const typeTexts: ReadonlyMap<string, string> = new Map([
  ["integer", "a whole number"],
  ["number", "a number"],
  ["boolean", "true or false"],
  ["array", 'a list, as in ["a","b"]'],
  ["object", 'an object, as in {"a":1}'],
]);

/** The types that a schema names. One that names none is taken for text: `key:=json` says otherwise. */
function typesOf(schema: unknown): readonly unknown[] {
  if (typeof schema !== "object" || schema === null) return [];
  const type: unknown = "type" in schema ? schema.type : undefined;
  if (type !== undefined) return Array.isArray(type) ? type : [type];
  const values: unknown = "enum" in schema ? schema.enum : "const" in schema ? [schema.const] : undefined;
  if (Array.isArray(values)) return values.map((value) => typeof value);
  for (const word of ["anyOf", "oneOf"]) {
    const parts: unknown = Object.hasOwn(schema, word) ? Reflect.get(schema, word) : undefined;
    if (Array.isArray(parts)) return parts.flatMap(typesOf);
  }
  return [];
}

function parse(text: string, what: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Unusable(`${what} is not JSON: ${text.length > 60 ? `${text.slice(0, 60)}...` : text}`);
  }
}
