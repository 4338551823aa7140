import { isArray, isObject, setMember } from "../load/values.js";
import type { Json, JsonObject } from "../model/model.js";
import type { OmittedPath } from "./omissions.js";

/** What a member may hold so that the language can say it. */
export type Shape =
  | { readonly kind: "text" | "flag" | "count" | "share" | "texts" | "mapping" }
  | { readonly kind: "choices"; readonly values: readonly string[] }
  | { readonly kind: "list"; readonly item: Shape }
  | { readonly kind: "members"; readonly members: Members; readonly required?: readonly string[] };

export type Members = Readonly<Record<string, Shape>>;

/** Told about each member that does not fit; `parent` holds it. */
export type Omit = (path: OmittedPath, parent: object) => void;

/**
 * Copies the members that the language knows, in their order. Everything else is handed to `omit`.
 *
 * @param ignored - members that the caller deals with itself.
 */
export function copyMembers(
  value: JsonObject,
  members: Members,
  omit: Omit,
  ignored: ReadonlySet<string> = new Set(),
  path: OmittedPath = [],
): { [key: string]: Json } {
  const copy: { [key: string]: Json } = {};
  for (const [key, item] of Object.entries(value)) {
    if (ignored.has(key)) continue;
    const shape = Object.hasOwn(members, key) ? members[key] : undefined;
    const fitting = shape === undefined ? undefined : copyFitting(item, shape, omit, [...path, key]);
    if (fitting === undefined) omit([...path, key], value);
    else setMember(copy, key, fitting);
  }
  return copy;
}

/** The value as far as it fits, or undefined when nothing of it does. */
function copyFitting(value: Json, shape: Shape, omit: Omit, path: OmittedPath): Json | undefined {
  switch (shape.kind) {
    case "text":
      return typeof value === "string" ? value : undefined;
    case "flag":
      return typeof value === "boolean" ? value : undefined;
    case "count":
      return Number.isSafeInteger(value) && Number(value) >= 0 ? value : undefined;
    case "share":
      return typeof value === "number" && value >= 0 && value <= 1 ? value : undefined;
    case "texts":
      return isArray(value) && value.every((item) => typeof item === "string") ? value : undefined;
    case "mapping":
      return isObject(value) ? value : undefined;
    case "choices":
      return typeof value === "string" && shape.values.includes(value) ? value : undefined;
    case "list":
      return isArray(value) ? copyItems(value, shape.item, omit, path) : undefined;
    case "members": {
      if (!isObject(value)) return undefined;
      if (shape.required?.some((key) => !Object.hasOwn(value, key)) === true) return undefined;
      return copyMembers(value, shape.members, omit, new Set(), path);
    }
  }
}

function copyItems(items: readonly Json[], shape: Shape, omit: Omit, path: OmittedPath): Json {
  const copies: Json[] = [];
  for (const [index, item] of items.entries()) {
    const fitting = copyFitting(item, shape, omit, [...path, index]);
    if (fitting === undefined) omit([...path, index], items);
    else copies.push(fitting);
  }
  return copies;
}
