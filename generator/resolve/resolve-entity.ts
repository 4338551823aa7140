import { diagnose } from "../diagnostics/diagnostic.js";
import type { LoadedDocument } from "../load/load-document.js";
import { inheriting, locateMember } from "../load/origin.js";
import { isObject, objectMember, textMember } from "../load/values.js";
import type { Json, JsonObject } from "../model/model.js";
import { documentOf, isProblem } from "./project.js";
import { followPointer, pointerSteps } from "./reference.js";
import type { Scope } from "./scope.js";
import { unresolved } from "./unresolved.js";

/** A tool, prompt, resource or input, and the document in which its schemas are looked up. */
export interface Entity {
  readonly value: Json;
  readonly document: LoadedDocument;
}

/**
 * Follows the `$ref` of a whole declaration. Keys beside it replace those of the target, so that a shared input can get
 * its own condition.
 */
export function resolveEntity(
  scope: Scope,
  value: Json,
  document: LoadedDocument,
  what: string,
  trail: readonly Json[] = [],
): Entity | undefined {
  if (!isObject(value) || typeof value["$ref"] !== "string") return { value, document };
  const text = value["$ref"];
  const place = locateMember(scope.origins, value, "$ref");
  if (trail.includes(value)) {
    const path = [...trail.slice(trail.indexOf(value)), value]
      .map((item) => textMember(item, "$ref") ?? "")
      .join(" -> ");
    scope.report(diagnose("ref/cycle", place, { reference: text, path }));
    return undefined;
  }
  const found = documentOf(scope.project, document, text, place);
  if (isProblem(found)) {
    for (const problem of found) scope.report(problem);
    return undefined;
  }
  const [targetDocument, fragment] = found;
  const steps = pointerSteps(fragment);
  const target = steps === undefined ? undefined : followPointer(targetDocument.value, steps);
  if (target === undefined) {
    const siblings = Object.keys(objectMember(targetDocument.value, `${what}s`) ?? {}).map(
      (key) => `#/${what}s/${key}`,
    );
    scope.report(unresolved(text, place, siblings));
    return undefined;
  }
  if (!isObject(target)) {
    scope.report(diagnose("ref/schema-only", place, { reference: text, expected: what }));
    return undefined;
  }
  const resolved = resolveEntity(scope, target, targetDocument, what, [...trail, value]);
  if (resolved === undefined || !isObject(resolved.value)) return undefined;
  return { value: overlay(scope, resolved.value, value), document: resolved.document };
}

/** The target with the siblings of the reference over it; each member keeps the origin it was written at. */
function overlay(scope: Scope, target: JsonObject, reference: JsonObject): JsonObject {
  const { $ref: _ref, ...siblings } = reference;
  if (Object.keys(siblings).length === 0) return target;
  const merged: JsonObject = { ...target, ...siblings };
  const own = scope.origins.get(reference);
  const inherited = scope.origins.get(target);
  if (own !== undefined) scope.origins.set(merged, inherited === undefined ? own : inheriting(own, inherited));
  return merged;
}
