import { isObject } from "../load/values.js";
import type { JsonObject } from "../model/model.js";
import { subschemas } from "../resolve/keywords.js";
import { followPointer, parseReference, pointerSteps } from "../resolve/reference.js";

/**
 * Why a listed schema cannot be taken over: it refers to something outside itself. In a spec the reference would be looked up
 * beside the spec, so a listing could name files of the person who imports it.
 */
export function outsideReference(schema: JsonObject): string | undefined {
  const identified = new Set<string>();
  const references: string[] = [];
  const stack: JsonObject[] = [schema];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    for (const key of ["$ref", "$dynamicRef"]) {
      const reference = Object.hasOwn(next, key) ? next[key] : undefined;
      if (typeof reference === "string") references.push(reference);
    }
    for (const key of ["$anchor", "$dynamicAnchor", "$id"]) {
      const anchor = Object.hasOwn(next, key) ? next[key] : undefined;
      if (typeof anchor === "string") identified.add(anchor.replace(/^#/, ""));
    }
    for (const { value } of subschemas(next)) if (isObject(value)) stack.push(value);
  }
  return references.find((reference) => !resolves(schema, reference, identified));
}

function resolves(schema: JsonObject, reference: string, anchors: ReadonlySet<string>): boolean {
  const parsed = parseReference(reference);
  if (typeof parsed === "string" || parsed.file !== "") return false;
  const steps = pointerSteps(parsed.fragment);
  if (steps === undefined) return anchors.has(parsed.fragment);
  const target = followPointer(schema, steps);
  return typeof target === "boolean" || isObject(target);
}
