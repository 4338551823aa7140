import { isObject, type JsonObject, setOwn } from "../json/plain-object.js";
import { dereference } from "./reference.js";

/**
 * Fills in the defaults that a schema declares for absent members, at any depth that the value reaches. The value given is
 * never changed; it is returned as it is when nothing is missing.
 *
 * Members are found through `properties`, `items` and references inside the document; a default inside `anyOf` and the like
 * has no one meaning and is left alone.
 */
export type ApplyDefaults = (value: JsonObject) => JsonObject;

export function defaultsOf(schema: JsonObject): ApplyDefaults {
  if (!mentionsDefault(schema)) return (value) => value;
  const fill = fillerOf(schema, schema, new Map());
  return (value) => {
    const filled = fill(value);
    return isObject(filled) ? filled : value;
  };
}

/** Fills in what one part of the schema declares; the value itself when that is nothing. */
type Fill = (value: unknown) => unknown;

function mentionsDefault(schema: JsonObject): boolean {
  return JSON.stringify(schema).includes('"default":');
}

const nothing: Fill = (value) => value;

/** What to do is worked out once for a schema, and not for every value. Parts that refer to themselves are met again in `known`. */
function fillerOf(root: JsonObject, schema: unknown, known: Map<JsonObject, Fill>): Fill {
  const node = dereference(root, schema);
  if (node === undefined) return nothing;
  const met = known.get(node);
  if (met !== undefined) return met;
  let fill = nothing;
  known.set(node, (value) => fill(value));
  const [items, members] = [node["items"], membersOf(root, node["properties"], known)];
  const fillItem = items === undefined ? nothing : fillerOf(root, items, known);
  if (fillItem !== nothing || members.length > 0) {
    fill = (value) => (Array.isArray(value) ? fillList(fillItem, value) : fillObject(members, value));
  }
  known.set(node, fill);
  return fill;
}

interface Member {
  readonly name: string;
  /** What it is when it is absent; what that lacks in turn is filled in as for any other value. */
  readonly make: (() => unknown) | undefined;
  readonly fill: Fill;
}

function membersOf(root: JsonObject, properties: unknown, known: Map<JsonObject, Fill>): readonly Member[] {
  if (!isObject(properties)) return [];
  return Object.entries(properties)
    .map(([name, property]) => ({ name, make: defaultOf(root, property), fill: fillerOf(root, property, known) }))
    .filter(({ make, fill }) => make !== undefined || fill !== nothing);
}

function fillList(fill: Fill, value: readonly unknown[]): readonly unknown[] {
  const filled = value.map(fill);
  return filled.some((item, index) => item !== value[index]) ? filled : value;
}

function fillObject(members: readonly Member[], value: unknown): unknown {
  if (!isObject(value)) return value;
  let copy: JsonObject | undefined;
  for (const { name, make, fill } of members) {
    const present = Object.hasOwn(value, name);
    const current = present ? value[name] : undefined;
    const next = present ? fill(current) : make === undefined ? undefined : fill(make());
    if (next === current) continue;
    copy ??= copyOf(value);
    setOwn(copy, name, next);
  }
  return copy ?? value;
}

/** Makes the default of a property, the first one on the way along its references: a copy, so that no call can change what the next one gets. */
function defaultOf(root: JsonObject, property: unknown): (() => unknown) | undefined {
  const holder = dereference(root, property, "default");
  if (holder === undefined || !Object.hasOwn(holder, "default")) return undefined;
  const value = holder["default"];
  return typeof value === "object" ? () => structuredClone(value) : () => value;
}

function copyOf(value: JsonObject): JsonObject {
  const copy = {};
  for (const key of Object.keys(value)) setOwn(copy, key, value[key]);
  return copy;
}
