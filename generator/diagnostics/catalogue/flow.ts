import { message } from "../message.js";
import { error, warning } from "./entry.js";

/** What a primitive requires, and in which order. */
export const flowCatalogue = {
  "inputs/too-many": error(
    message`"${"primitive"}" requires ${"count"} inputs; the limit is ${"limit"}.`,
    "Ask for several things in one form, or compute them as one value.",
  ),
  "inputs/cycle": error(
    message`These inputs wait for each other: ${"path"}.`,
    "An input waits for every input that its condition, message, choices or checks mention. Break the circle at one of them.",
  ),
  "inputs/unknown-need": error(message`There is no input "${"name"}" to wait for.${"suggestion"}`),
  "inputs/self-need": error(message`The input "${"name"}" waits for itself.`),
  "inputs/static-resource": error(
    message`The resource "${"resource"}" has a fixed "uri" and cannot require inputs.`,
    "A static resource takes no arguments. Declare a `uriTemplate`, or a tool.",
  ),
  "inputs/static-flow": error(
    message`The resource "${"resource"}" has a fixed "uri" and cannot have "${"key"}".`,
    "It belongs to tools, prompts and resource templates.",
  ),
  "inputs/manual-option": error(
    message`"${"option"}" is an option of the engine and has no meaning under "flow: manual".`,
    "Remove the option and handle it in your code, or remove `flow: manual`.",
  ),
  "inputs/manual-compute": error(
    message`"${"input"}" is computed by the engine, which "flow: manual" drops.`,
    "Compute it in your handler, or remove `flow: manual`.",
  ),
  "inputs/state-without-manual": error(
    message`"state" belongs to "flow: manual".`,
    "Declarative flows keep their own state. Remove `state`, or write `flow: manual`.",
  ),
  "inputs/round-limit": error(
    message`The longest path takes ${"rounds"} rounds of questions (${"path"}); clients stop after ${"limit"}.`,
    "Ask independent questions together: an input waits only for what it mentions and needs.",
  ),
  "inputs/round-limit-2025": warning(
    message`The longest path takes ${"rounds"} rounds of questions (${"path"}); clients of 2025-11-25 and before are served ${"limit"}.`,
    "Ask independent questions together: an input waits only for what it mentions and needs.",
  ),
  "inputs/unbounded": warning(
    message`The ${"what"} of "${"input"}" ${"problem"} and is carried in the sealed state of at most ${"limit"} bytes.`,
    "Bound it with maxLength, maxItems or maxTokens, or raise requestState.maxStateBytes: sealed, a value is a third longer than as JSON.",
  ),
  "inputs/pin": error(
    message`"${"pin"}" is not a computed value with "refresh: true".`,
    "Only a refreshed value can change between asking and running.",
  ),
  "inputs/seal-needed": warning(
    message`"seal: needed" gives up the proof that a question was asked before its answer counts.`,
    "Keep `seal: always` unless a client cannot carry state.",
  ),
  "inputs/seal-unused": warning(
    message`"seal: needed" changes nothing here: ${"reason"}.`,
    "Remove it. It is for flows of one round that compute nothing.",
  ),
  "inputs/once-python": warning(
    message`A flow that passes through a Python server can end more than once in spite of "${"key"}".`,
    "The Python format has no flow id, and a Python server does not know the replay store. Use another codec, or do what must not happen twice under a key of your own, such as the number of an order.",
  ),
  "inputs/url": error(
    message`The address "${"url"}" ${"problem"}.`,
    "A page to open is https, or http on localhost, without user name (MCP elicitation, url mode).",
  ),
  "inputs/unavailable-default": error(message`The default of "${"input"}" ${"problem"}.`),
  "inputs/inherited-name": error(
    message`The input "${"input"}" is also added by "everyTool".`,
    "Rename one, or write `inherit: false` on the tool.",
  ),
  "inputs/messages-with-manual": error(
    message`"${"key"}" declares the result, which "flow: manual" leaves to your code.`,
    "Remove one of the two.",
  ),
  "inputs/example-answer": error(message`The example "${"example"}": ${"problem"}.`),
} as const;
