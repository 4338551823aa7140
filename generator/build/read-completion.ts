import { isArray, isObject, member, textMember } from "../load/values.js";
import type { CompletionModel, Json, JsonObject, PromptArgumentModel } from "../model/model.js";

const textsOf = (value: Json | undefined): readonly string[] =>
  isArray(value) ? value.filter((item) => typeof item === "string") : [];

function readCompletion(value: Json | undefined): CompletionModel | undefined {
  if (value === true) return { kind: "function" };
  if (isArray(value)) return { kind: "values", values: textsOf(value) };
  if (isObject(value)) return { kind: "values", values: textsOf(member(value, "values")) };
  return undefined;
}

/** One argument of a prompt, or one variable of a resource template. */
export function readArgument(name: string, value: Json, required: boolean): PromptArgumentModel {
  const written: JsonObject = isObject(value) ? value : {};
  const about = ["title", "description"].flatMap((key) => textMember(written, key) ?? []);
  const completion = readCompletion(member(written, "completion"));
  return {
    name,
    required,
    ...(about.length === 0 ? {} : { description: about.join(": ") }),
    ...(completion === undefined ? {} : { completion }),
  };
}

/** Arguments that are texts: the schema their type is made from. */
export function textArguments(args: readonly PromptArgumentModel[]): JsonObject {
  const properties = args.map(({ name, description }): readonly [string, JsonObject] => [
    name,
    { type: "string", ...(description === undefined ? {} : { description }) },
  ]);
  const required = args.filter((argument) => argument.required).map(({ name }) => name);
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}
