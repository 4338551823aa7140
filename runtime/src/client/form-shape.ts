import { isObject, type JsonObject, own } from "../json/plain-object.js";
import { pointerTo } from "../validation/schemas.js";

/** What a person reads; it may be reworded without changing which answers fit. */
const annotations: ReadonlySet<string> = new Set(["title", "description", "default", "examples", "$comment"]);

/** What run-time choices fill in. */
const choiceKeywords: ReadonlySet<string> = new Set(["enum", "enumNames", "oneOf", "anyOf"]);

/**
 * Compares the form that a server shows with the one that its spec declares, by what answers fit: annotations, the
 * order of keys and of `required`, and the enums of `choices` do not count.
 *
 * @returns a JSON Pointer to the first difference.
 */
export function formDifference(shown: unknown, declared: unknown, choices: readonly string[] = []): string | undefined {
  if (!isObject(shown) || !isObject(declared)) return "";
  const atRoot = keysDifference(shown, declared, rootIgnored, "");
  if (atRoot !== undefined) return atRoot;
  const before = isObject(declared["properties"]) ? declared["properties"] : {};
  const now = isObject(shown["properties"]) ? shown["properties"] : {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(now)])) {
    const path = pointerTo("/properties", name);
    const [left, right] = [own(now, name), own(before, name)];
    if (!isObject(left) || !isObject(right)) return path;
    const ignored = choices.includes(name) ? choicesIgnored : annotations;
    const inside = keysDifference(left, right, ignored, path);
    if (inside !== undefined) return inside;
  }
  return sameSet(shown["required"], declared["required"]) ? undefined : "/required";
}

const rootIgnored: ReadonlySet<string> = new Set([...annotations, "$schema", "properties", "required"]);
const choicesIgnored: ReadonlySet<string> = new Set([...annotations, ...choiceKeywords]);

function keysDifference(
  left: JsonObject,
  right: JsonObject,
  ignored: ReadonlySet<string>,
  path: string,
): string | undefined {
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    if (ignored.has(key)) continue;
    // The items of a list of run-time choices hold the enum one level down.
    const inner = ignored === choicesIgnored && key === "items" ? choicesIgnored : annotations;
    if (!equal(own(left, key), own(right, key), inner)) return pointerTo(path, key);
  }
  return undefined;
}

function equal(left: unknown, right: unknown, ignored: ReadonlySet<string>): boolean {
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => equal(item, right[index], ignored));
  }
  if (isObject(left) && isObject(right)) return keysDifference(left, right, ignored, "") === undefined;
  return left === right;
}

function sameSet(left: unknown, right: unknown): boolean {
  const [one, other] = [new Set(Array.isArray(left) ? left : []), new Set(Array.isArray(right) ? right : [])];
  return one.size === other.size && [...one].every((item) => other.has(item));
}
