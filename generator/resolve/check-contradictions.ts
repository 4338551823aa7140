import { diagnose } from "../diagnostics/diagnostic.js";
import { locateMember } from "../load/origin.js";
import { isArray, isObject } from "../load/values.js";
import type { Json, JsonObject } from "../model/model.js";
import { constantsOf, contradictionsOf, repetitions } from "./contradiction.js";
import type { Scope } from "./scope.js";
import { boundsProblem, hasBounds } from "./value-problem.js";

/** Warns of keywords that leave no value. */
export function checkContradictions(scope: Scope, schema: JsonObject): void {
  for (const { keyword, problem } of contradictionsOf(schema, false)) {
    scope.report(diagnose("schema/contradiction", locateMember(scope.origins, schema, keyword), { problem }));
  }
}

/** Warns of choices that are given twice or can never be taken. */
export function checkChoices(scope: Scope, schema: JsonObject, { list, values }: Choices): void {
  for (const index of repetitions(values)) {
    const value = JSON.stringify(values[index]);
    scope.report(diagnose("schema/duplicate-value", locateMember(scope.origins, list, index), { value }));
  }
  for (const { index, value, problem } of outOfBounds(schema, values)) {
    scope.report(diagnose("schema/enum-value", locateMember(scope.origins, list, index), { value, problem }));
  }
}

/** The same of a field: a form that holds it cannot be answered, or shows a choice twice. */
export function checkAnswerable(scope: Scope, field: string, schema: JsonObject): void {
  for (const { keyword, problem } of contradictionsOf(schema, true)) {
    scope.report(diagnose("form/unanswerable", locateMember(scope.origins, schema, keyword), { field, problem }));
  }
  const { items } = schema;
  const choices = choicesOf(schema);
  for (const { list, values } of [...choices, ...(isObject(items) ? choicesOf(items) : [])]) {
    for (const index of repetitions(values)) {
      const problem = `hold ${JSON.stringify(values[index])} twice`;
      scope.report(diagnose("form/choices", locateMember(scope.origins, list, index), { field, problem }));
    }
  }
  for (const { list, values } of choices) {
    for (const { index, value, problem } of outOfBounds(schema, values)) {
      const place = locateMember(scope.origins, list, index);
      scope.report(diagnose("form/choices", place, { field, problem: `hold ${value}, which ${problem}` }));
    }
  }
}

/** A list of choices. */
export interface Choices {
  /** As they are written: values, or `{ const, title }`. */
  readonly list: readonly Json[];
  readonly values: readonly Json[];
}

interface Misfit {
  readonly index: number;
  /** As JSON. */
  readonly value: string;
  readonly problem: string;
}

function outOfBounds(schema: JsonObject, values: readonly Json[]): readonly Misfit[] {
  if (!hasBounds(schema)) return [];
  return values.flatMap((value, index) => {
    const problem = boundsProblem(schema, value);
    return problem === undefined ? [] : [{ index, value: JSON.stringify(value), problem }];
  });
}

/** The lists of choices that a schema has. */
function choicesOf(schema: JsonObject): readonly Choices[] {
  const { enum: written } = schema;
  const lists = [titledChoices(schema["oneOf"]), titledChoices(schema["anyOf"])].filter((list) => list !== undefined);
  return isArray(written) ? [{ list: written, values: written }, ...lists] : lists;
}

/** Choices that are written as `[{ const, title }]`; undefined when they are anything else. */
export function titledChoices(list: Json | undefined): Choices | undefined {
  const values = constantsOf(list);
  return isArray(list) && values !== undefined ? { list, values } : undefined;
}
