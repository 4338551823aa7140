import { describeType, isNumber, type CelType } from "../cel/cel-type.js";
import { diagnose } from "../diagnostics/diagnostic.js";
import { locateMember } from "../load/origin.js";
import { arrayMember, isObject, objectMember, textMember } from "../load/values.js";
import type { Json, JsonObject, SampleMessageModel, SampleModel, SampleNumberModel } from "../model/model.js";
import type { BuildContext } from "./build-context.js";
import type { BodyReaders } from "./build-input-body.js";
import { readMessage } from "./read-content.js";

/** Members of `sampling/createMessage` that are passed on as they are. */
const passedOn = [
  "maxTokens",
  "modelPreferences",
  "temperature",
  "stopSequences",
  "includeContext",
  "metadata",
  "tools",
  "toolChoice",
] as const;

/** Of these, the numbers that may come from a value, and what it must be. */
const numbers = { maxTokens: { kinds: ["int"], least: 1 }, temperature: { kinds: ["int", "double"] } } as const;

/** What a client's model is asked. */
export function readSample(
  context: BuildContext,
  part: JsonObject,
  readers: BodyReaders,
): Pick<SampleModel, "messages" | "systemPrompt" | "params" | "numbers" | "withTools"> {
  const { origins } = context.scope;
  const systemPrompt = textMember(part, "systemPrompt");
  const place = locateMember(origins, part, "systemPrompt");
  const read = (["maxTokens", "temperature"] as const).flatMap((name) => readNumber(context, part, name, readers));
  return {
    messages: readSampleMessages(context, part, readers),
    ...(systemPrompt === undefined ? {} : { systemPrompt: readers.text(systemPrompt, place) }),
    params: Object.fromEntries(
      passedOn.flatMap((key) => {
        const given = Object.hasOwn(part, key) ? part[key] : undefined;
        return given === undefined || isFrom(key, given) ? [] : [[key, given] as const];
      }),
    ),
    ...(read.length > 0 && { numbers: read }),
    withTools: Object.hasOwn(part, "tools") || Object.hasOwn(part, "toolChoice"),
  };
}

const isFrom = (key: string, given: Json): boolean => Object.hasOwn(numbers, key) && isObject(given);

/** A number that is known only at run time, held to what MCP and the client's provider take. */
function readNumber(
  context: BuildContext,
  part: JsonObject,
  name: keyof typeof numbers,
  readers: BodyReaders,
): readonly SampleNumberModel[] {
  const given = objectMember(part, name);
  const source = textMember(given, "from");
  if (given === undefined || source === undefined) return [];
  const place = locateMember(context.scope.origins, given, "from");
  const checked = readers.expression(source, place);
  if (checked === undefined) return [];
  const { type, expression } = checked;
  const problem = numberProblem(type, name);
  const most = isNumber(type) ? type.most : undefined;
  if (problem === undefined) return [{ name, value: expression, ...(most !== undefined && { most }) }];
  context.scope.report(diagnose("cel/type", place, { problem: `"${source}" ${problem}` }));
  return [];
}

function numberProblem(type: CelType, name: keyof typeof numbers): string | undefined {
  const wanted = numbers[name];
  if (!isNumber(type) || !wanted.kinds.some((kind) => kind === type.kind)) {
    return `is ${describeType(type)}, not ${name === "maxTokens" ? "an integer" : "a number"}`;
  }
  if ("least" in wanted && (type.least === undefined || type.least < wanted.least)) {
    return `may be less than ${wanted.least}; give its schema a \`minimum\``;
  }
  return undefined;
}

/** Declared messages, and those that come from a sampled or a computed value, in the order in which they are sent. */
function readSampleMessages(
  context: BuildContext,
  part: JsonObject,
  readers: BodyReaders,
): readonly SampleMessageModel[] {
  return (arrayMember(part, "messages") ?? []).flatMap((message): readonly SampleMessageModel[] => {
    if (!isObject(message)) return [];
    const source = textMember(message, "from");
    reportMixed(context, message, source);
    if (source === undefined) {
      const declared = readMessage(context, message, (text, at) => readers.text(text, at));
      return declared === undefined ? [] : [declared];
    }
    const place = locateMember(context.scope.origins, message, "from");
    const checked = readers.expression(source, place);
    if (checked === undefined) return [];
    if (isMessages(checked.type)) return [{ from: checked.expression }];
    const problem = `"${source}" is ${describeType(checked.type)}, not a message or a list of messages`;
    context.scope.report(diagnose("cel/type", place, { problem }));
    return [];
  });
}

/** A message is declared, with its role, or comes from a value; nothing of both. */
function reportMixed(context: BuildContext, message: JsonObject, source: string | undefined): void {
  const { scope } = context;
  if (source === undefined && textMember(message, "role") === undefined) {
    const [first] = Object.keys(message);
    const at = first === undefined ? undefined : locateMember(scope.origins, message, first, "key");
    scope.report(diagnose("spec/missing-key", at, { where: "a message", key: "role" }));
  }
  for (const other of source === undefined ? [] : ["role", "text", "content"]) {
    if (!Object.hasOwn(message, other)) continue;
    const at = locateMember(scope.origins, message, other, "key");
    scope.report(diagnose("spec/exclusive-keys", at, { first: "from", second: other }));
  }
}

/** A sampled input, a message, or a list of messages; what exactly they hold is checked when they are sent. */
function isMessages(type: CelType): boolean {
  if (type.kind === "list") return isMessages(type.element);
  return type.kind === "object" && type.field("role") !== undefined && type.field("content") !== undefined;
}
