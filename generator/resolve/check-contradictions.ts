import { diagnose } from "../diagnostics/diagnostic.js";
import { locateMember } from "../load/origin.js";
import { isArray, isObject } from "../load/values.js";
import type { Json, JsonObject } from "../model/model.js";
import { constantsOf, contradictionsOf, repetitions } from "./contradiction.js";
import type { Scope } from "./scope.js";
import { boundsProblem, hasBounds } from "./value-problem.js";

/** Warns of keywords that leave no value, and of choices that are given twice or can never be taken. */
export function checkContradictions(scope: Scope, schema: JsonObject): void {
  for (const { keyword, problem } of contradictionsOf(schema, false)) {
    scope.report(diagnose("schema/contradiction", locateMember(scope.origins, schema, keyword), { problem }));
  }
  const choices = choicesOf(schema);
  if (choices.length === 0) return;
  for (const { list, index, value } of repeated(choices)) {
    scope.report(diagnose("schema/duplicate-value", locateMember(scope.origins, list, index), { value }));
  }
  for (const { list, index, value, problem } of outOfBounds(schema, choices)) {
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
  for (const { list, index, value } of repeated([...choices, ...(isObject(items) ? choicesOf(items) : [])])) {
    const problem = `hold ${value} twice`;
    scope.report(diagnose("form/choices", locateMember(scope.origins, list, index), { field, problem }));
  }
  for (const { list, index, value, problem } of outOfBounds(schema, choices)) {
    const place = locateMember(scope.origins, list, index);
    scope.report(diagnose("form/choices", place, { field, problem: `hold ${value}, which ${problem}` }));
  }
}

interface Choices {
  /** As they are written: values, or `{ const, title }`. */
  readonly list: readonly Json[];
  readonly values: readonly Json[];
}

interface Choice {
  readonly list: readonly Json[];
  readonly index: number;
  readonly value: string;
}

function repeated(choices: readonly Choices[]): readonly Choice[] {
  return choices.flatMap(({ list, values }) =>
    repetitions(values).map((index) => ({ list, index, value: JSON.stringify(values[index]) })),
  );
}

function outOfBounds(
  schema: JsonObject,
  choices: readonly Choices[],
): readonly (Choice & { readonly problem: string })[] {
  if (choices.length === 0 || !hasBounds(schema)) return [];
  return choices.flatMap(({ list, values }) =>
    values.flatMap((value, index) => {
      const problem = boundsProblem(schema, value);
      return problem === undefined ? [] : [{ list, index, value: JSON.stringify(value), problem }];
    }),
  );
}

/** The lists of choices that a schema has, and the values of each. */
function choicesOf(schema: JsonObject): readonly Choices[] {
  const { enum: written } = schema;
  const lists: Choices[] = isArray(written) ? [{ list: written, values: written }] : [];
  for (const list of [schema["oneOf"], schema["anyOf"]]) {
    const values = constantsOf(list);
    if (isArray(list) && values !== undefined) lists.push({ list, values });
  }
  return lists;
}
