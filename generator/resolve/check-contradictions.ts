import { diagnose } from "../diagnostics/diagnostic.js";
import { locateMember } from "../load/origin.js";
import { isArray, isObject } from "../load/values.js";
import type { Json, JsonObject } from "../model/model.js";
import { constantsOf, contradictionsOf, repetitions } from "./contradiction.js";
import type { Scope } from "./scope.js";

/** Warns of keywords that leave no value, and of choices that are given twice. */
export function checkContradictions(scope: Scope, schema: JsonObject): void {
  for (const { keyword, problem } of contradictionsOf(schema, false)) {
    scope.report(diagnose("schema/contradiction", locateMember(scope.origins, schema, keyword), { problem }));
  }
  for (const { list, index, value } of repeated(schema)) {
    scope.report(diagnose("schema/duplicate-value", locateMember(scope.origins, list, index), { value }));
  }
}

/** The same of a field: a form that holds it cannot be answered, or shows a choice twice. */
export function checkAnswerable(scope: Scope, field: string, schema: JsonObject): void {
  for (const { keyword, problem } of contradictionsOf(schema, true)) {
    scope.report(diagnose("form/unanswerable", locateMember(scope.origins, schema, keyword), { field, problem }));
  }
  const { items } = schema;
  for (const { list, index, value } of [...repeated(schema), ...(isObject(items) ? repeated(items) : [])]) {
    const problem = `hold ${value} twice`;
    scope.report(diagnose("form/choices", locateMember(scope.origins, list, index), { field, problem }));
  }
}

interface Repeated {
  readonly list: readonly Json[];
  readonly index: number;
  readonly value: string;
}

function repeated(schema: JsonObject): readonly Repeated[] {
  return ["enum", "oneOf", "anyOf"].flatMap((keyword) => {
    const list = schema[keyword];
    if (!isArray(list)) return [];
    const values = keyword === "enum" ? list : constantsOf(list);
    if (values === undefined) return [];
    return repetitions(values).map((index) => ({ list, index, value: JSON.stringify(values[index]) }));
  });
}
