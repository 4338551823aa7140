import { diagnose } from "../diagnostics/diagnostic.js";
import { locatePath } from "../load/origin.js";
import { arrayMember, isArray, isObject, member, objectMember, textMember } from "../load/values.js";
import type { Json, JsonObject } from "../model/model.js";
import { fieldProblem } from "../resolve/field-problem.js";
import type { FlatForm } from "../resolve/flat-form.js";
import { hasType } from "../resolve/type-names.js";
import type { DeclaredInput } from "../spec/read-spec.js";
import type { BuildContext } from "./build-context.js";

/** Checks that a default is what the handler would get: an answer of the form, a list of roots, a message. */
export function checkDefaultAnswer(
  context: BuildContext,
  input: DeclaredInput,
  fallback: Json,
  form: FlatForm | undefined,
): void {
  const problem = defaultProblem(context, input, fallback, form);
  if (problem === undefined) return;
  const place = locatePath(context.scope.origins, input.value, ["whenUnavailable", "default"]);
  context.scope.report(diagnose("inputs/unavailable-default", place, { input: input.key, problem }));
}

function defaultProblem(
  context: BuildContext,
  input: DeclaredInput,
  fallback: Json,
  form: FlatForm | undefined,
): string | undefined {
  if (input.kind === "roots") return rootsProblem(fallback);
  if (input.kind === "sample") return messageProblem(fallback, objectMember(input.value, "sample"));
  if (input.kind !== "elicit") return isObject(fallback) ? undefined : "must be a mapping";
  if (!isObject(fallback)) return "must be an answer of the form";
  const properties = objectMember(form?.schema, "properties") ?? {};
  const unknown = Object.keys(fallback).find((key) => !Object.hasOwn(properties, key));
  if (unknown !== undefined) return `has the unknown field "${unknown}"`;
  const required = (arrayMember(form?.schema, "required") ?? []).filter((key) => typeof key === "string");
  const missing = required.find((key) => !Object.hasOwn(fallback, key));
  if (missing !== undefined) return `lacks the field "${missing}"`;
  // Choices that are known only at run time refuse nothing here.
  const open = new Set(form?.choices.map(({ property }) => property));
  for (const [key, value] of Object.entries(fallback)) {
    const field = objectMember(properties, key);
    const type = textMember(field, "type");
    if (field === undefined || form === undefined || open.has(key)) continue;
    if (type !== undefined && !hasType(value, type)) return `has a "${key}" that is not of type ${type}`;
    const problem = fieldProblem(context.scope.project, field, form.typeHome, value);
    if (problem !== undefined) return `has a "${key}" that ${problem}`;
  }
  return undefined;
}

/** MCP `Root`s. */
function rootsProblem(fallback: Json): string | undefined {
  const areRoots =
    isArray(fallback) &&
    fallback.every((root) => {
      const name = member(root, "name");
      return (
        textMember(root, "uri")?.startsWith("file://") === true && (name === undefined || typeof name === "string")
      );
    });
  return areRoots ? undefined : 'must be a list of roots, { uri: "file:///..." }';
}

/** An MCP `CreateMessageResult`, or the one with tools, whose content may be a list. */
function messageProblem(fallback: Json, sample: JsonObject | undefined): string | undefined {
  const role = member(fallback, "role");
  const content = member(fallback, "content");
  const withTools = member(sample, "tools") !== undefined || member(sample, "toolChoice") !== undefined;
  const blocks = withTools && isArray(content) ? content : [content];
  const isMessage =
    (role === "user" || role === "assistant") &&
    textMember(fallback, "model") !== undefined &&
    blocks.every((block) => textMember(block, "type") !== undefined);
  return isMessage ? undefined : "must be a message, { role, model, content: { type: text, text } }";
}
