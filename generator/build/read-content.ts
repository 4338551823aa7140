import { mayHaveHoles } from "../cel/template-parts.js";
import { diagnose } from "../diagnostics/diagnostic.js";
import type { Location } from "../diagnostics/source-file.js";
import { locateMember } from "../load/origin.js";
import { arrayMember, isArray, isObject, kindOf, textMember } from "../load/values.js";
import type { BuildContext } from "./build-context.js";
import type { ContentModel, Json, JsonObject, PromptMessageModel, TextTemplate } from "../model/model.js";

type ReadText = (source: string, place: Location | undefined) => TextTemplate;

/** Messages of a prompt. */
export function readMessages(context: BuildContext, parent: JsonObject, text: ReadText): readonly PromptMessageModel[] {
  return (arrayMember(parent, "messages") ?? []).flatMap((message) => {
    const read = isObject(message) ? readMessage(context, message, text) : undefined;
    return read === undefined ? [] : [read];
  });
}

/** One message of a prompt or of a sampling request. */
export function readMessage(
  context: BuildContext,
  message: JsonObject,
  text: ReadText,
): PromptMessageModel | undefined {
  const content = readContent(context, message, text);
  if (content === undefined) return undefined;
  return { role: message["role"] === "assistant" ? "assistant" : "user", content };
}

function readContent(context: BuildContext, message: JsonObject, text: ReadText): ContentModel | undefined {
  const { scope } = context;
  const short = textMember(message, "text");
  const block = Object.hasOwn(message, "content") ? message["content"] : undefined;
  const place = locateMember(scope.origins, message, "content");
  if (short !== undefined) {
    if (block !== undefined) {
      scope.report(diagnose("spec/exclusive-keys", place, { first: "text", second: "content" }));
    }
    return { kind: "text", text: text(short, locateMember(scope.origins, message, "text")) };
  }
  if (block === undefined) {
    const at = locateMember(scope.origins, message, "role", "key");
    scope.report(diagnose("spec/missing-key", at, { where: "a message", key: "text" }));
    return undefined;
  }
  if (typeof block === "string") return { kind: "text", text: text(block, place) };
  if (!isObject(block)) {
    scope.report(
      diagnose("spec/wrong-type", place, { key: "content", expected: "a content block", actual: kindOf(block) }),
    );
    return undefined;
  }
  checkBlock(context, block, place);
  const written = textMember(block, "text");
  const plain = block["type"] === "text" && Object.keys(block).every((key) => key === "type" || key === "text");
  if (plain && written !== undefined) {
    return { kind: "text", text: text(written, locateMember(scope.origins, block, "text")) };
  }
  refuseHoles(context, block, place);
  return { kind: "block", block };
}

/** What each kind of content block must hold (MCP `ContentBlock`). */
const blockKeys: ReadonlyMap<string, readonly string[]> = new Map([
  ["text", ["text"]],
  ["image", ["data", "mimeType"]],
  ["audio", ["data", "mimeType"]],
  ["resource", ["resource"]],
  ["resource_link", ["uri", "name"]],
]);

function checkBlock(context: BuildContext, block: JsonObject, place: Location | undefined): void {
  const { scope } = context;
  const type = textMember(block, "type");
  const keys = type === undefined ? undefined : blockKeys.get(type);
  if (keys === undefined) {
    const expected = [...blockKeys.keys()].join(", ");
    const at = type === undefined ? place : locateMember(scope.origins, block, "type");
    scope.report(
      diagnose("spec/invalid-value", at, { value: type ?? "", expected: `one of ${expected}`, suggestion: "" }),
    );
    return;
  }
  for (const key of keys) {
    if (Object.hasOwn(block, key)) continue;
    scope.report(diagnose("spec/missing-key", place, { where: `content of type ${type ?? ""}`, key }));
  }
}

/** Texts inside other blocks are passed on as they are; a hole there would reach the client as it is written. */
function refuseHoles(context: BuildContext, value: Json, place: Location | undefined): void {
  if (typeof value === "string") {
    if (mayHaveHoles(value)) context.scope.report(diagnose("text/hole-not-allowed", place, {}));
    return;
  }
  if (isArray(value)) for (const item of value) refuseHoles(context, item, place);
  else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      refuseHoles(context, item, locateMember(context.scope.origins, value, key) ?? place);
    }
  }
}
