import { checkText } from "../cel/expression.js";
import { schemaType } from "../cel/schema-type.js";
import { member, objectMember } from "../load/values.js";
import type { Declared } from "../spec/read-spec.js";
import type { BuildContext } from "./build-context.js";
import { buildCommon, contentScope, declareArguments, listMembers } from "./build-primitive.js";
import { checkDropped } from "./check-argument-names.js";
import type { Json, PromptModel } from "../model/model.js";
import type { PrimitiveNames } from "./primitive-names.js";
import { readArgument, textArguments } from "./read-completion.js";
import { readMessages } from "./read-content.js";

export function buildPrompt(context: BuildContext, declared: Declared, names: PrimitiveNames): PromptModel {
  const { value, document } = declared;
  const written = objectMember(value, "arguments") ?? {};
  const args = Object.entries(written).map(([name, argument]) =>
    readArgument(name, argument, member(argument, "required") === true),
  );
  checkDropped(context, written, "An argument");
  const schema = textArguments(args);
  const home = { document, root: schema };
  const { sent, applied } = declareArguments(context, names, `${names.label}.arguments`, schema, home);
  const type = schemaType(context.scope.project, schema, home);
  const none = { inputs: [], broken: new Set<string>() };
  const [common, built] = buildCommon(context, declared, names, { sent, applied, type }, none);
  const scope = contentScope(context, built);
  const messages = Object.hasOwn(value, "messages")
    ? readMessages(context, value, (source, place) => checkText(source, place, scope).text)
    : undefined;
  const listedArguments: readonly Json[] = Object.entries(written).map(([name, argument]) => ({
    name,
    ...Object.fromEntries(
      ["title", "description", "required"].flatMap((key) => {
        const given = member(argument, key);
        return given === undefined ? [] : [[key, given] as const];
      }),
    ),
  }));
  const listed: { [key: string]: Json } = { name: names.name };
  listMembers(listed, value, ["title", "description", "icons"]);
  if (Object.hasOwn(value, "arguments")) listed["arguments"] = listedArguments;
  listMembers(listed, value, ["_meta"]);
  return {
    kind: "prompt",
    ...common,
    listed,
    arguments: args,
    ...(messages === undefined ? {} : { messages }),
  };
}
