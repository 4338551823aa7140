import { diagnose } from "../diagnostics/diagnostic.js";
import { didYouMean } from "../diagnostics/suggest.js";
import { locateMember } from "../load/origin.js";
import { arrayMember, isObject, objectMember, textMember } from "../load/values.js";
import type { BuildContext } from "./build-context.js";
import type { InputModel, JsonObject } from "../model/model.js";

const outcomes: ReadonlySet<string> = new Set(["accept", "decline", "cancel", "unavailable", "result"]);

/** Checks that examples name inputs that exist, and answer each in the way of its kind. */
export function checkExamples(
  context: BuildContext,
  value: JsonObject,
  inputs: readonly InputModel[],
  broken: ReadonlySet<string>,
): void {
  const examples = arrayMember(value, "examples");
  if (examples === undefined) return;
  const declared = inputs.filter(({ kind }) => kind !== "client");
  for (const [index, example] of examples.entries()) {
    if (!isObject(example)) continue;
    const name = textMember(example, "name") ?? String(index + 1);
    for (const part of ["compute", "answers"] as const) {
      const given = objectMember(example, part) ?? {};
      for (const [key, answer] of Object.entries(given)) {
        if (broken.has(key)) continue;
        const place = locateMember(context.scope.origins, given, key, "key");
        const input = declared.find((candidate) => candidate.name === key);
        if (input === undefined) {
          const suggestion = didYouMean(
            key,
            declared.map((candidate) => candidate.name),
          );
          context.scope.report(diagnose("spec/example-unknown", place, { example: name, input: key, suggestion }));
        } else if ((input.kind === "compute") !== (part === "compute")) {
          const problem =
            part === "compute" ? `gives a value for "${key}", which is asked` : `answers "${key}", which is computed`;
          context.scope.report(diagnose("inputs/example-answer", place, { example: name, problem }));
        } else if (part === "answers") checkOutcome(context, name, key, answer, place);
      }
    }
  }
}

function checkOutcome(
  context: BuildContext,
  example: string,
  key: string,
  answer: unknown,
  place: ReturnType<typeof locateMember>,
): void {
  const keys = isObject(answer) ? Object.keys(answer) : [];
  if (keys.length === 1 && outcomes.has(keys[0] ?? "")) return;
  const problem = `"${key}" is answered by exactly one of ${[...outcomes].join(", ")}`;
  context.scope.report(diagnose("inputs/example-answer", place, { example, problem }));
}
