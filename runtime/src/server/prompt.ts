import type {
  GetPromptRequest,
  GetPromptResult,
  InputRequiredResult,
  Prompt,
  PromptMessage,
} from "@modelcontextprotocol/server";
import { isSpecType } from "@modelcontextprotocol/server";
import { jsonProblem } from "../json/json-problem.js";
import { isObject, type JsonObject, own } from "../json/plain-object.js";
import { trusted } from "../json/trusted.js";
import type { MaybePromise } from "../json/thenable.js";
import { describeProblems, firstProblems, type Problem } from "../validation/schemas.js";
import { conclude } from "./conclude.js";
import { invalidParams } from "./errors.js";
import { traceRefusal } from "./events.js";
import type { Exchange } from "./exchange.js";
import { failingRequest } from "./failing.js";
import type { CallIdentity } from "./call.js";
import type { CallRun, FlowOptions, OpenCall } from "./call-run.js";
import { beginCall, openCall } from "./open-call.js";
import type { Service } from "./service.js";

type ListedArgument = NonNullable<Prompt["arguments"]>[number];

/** MCP `Prompt`; the SDK's type leaves out that arguments have a `title` (`BaseMetadata`). */
export interface ListedPrompt extends Prompt {
  arguments?: (ListedArgument & { title?: string })[];
}

/** A prompt as it was specified. */
export interface PromptDeclaration extends FlowOptions {
  readonly kind: "prompt";
  /** As `prompts/list` shows it. */
  readonly listed: ListedPrompt;
}

/** What a prompt's author returns. */
export interface PromptContent {
  readonly messages: readonly PromptMessage[];
  readonly description?: string;
  readonly _meta?: JsonObject;
}

/** A generated function that serves one prompt. */
export type PromptGet<Handlers> = (
  service: Service<Handlers>,
  request: GetPromptRequest,
  exchange: Exchange,
) => Promise<GetPromptResult | InputRequiredResult>;

/**
 * Opens a request for a prompt: checks the state if one came, then the arguments.
 *
 * @throws -32602 for a missing or unknown argument, naming all of them; the frozen -32602 for a state that was not minted for
 * this request.
 */
export function openPrompt<Args>(
  service: Service<unknown>,
  prompt: PromptDeclaration,
  request: GetPromptRequest,
  exchange: Exchange,
): MaybePromise<OpenCall<Args, never>> {
  const received = request.params.arguments;
  const call: CallIdentity = { method: "prompts/get", target: request.params.name, received };
  const begun = beginCall(service, exchange, call, prompt, failingRequest);
  const open = (run: CallRun<never>) =>
    openCall(trusted<Args>(promptArguments(run, prompt.listed, received ?? {})), run);
  return begun instanceof Promise ? begun.then(open) : open(begun);
}

function promptArguments(run: CallRun<never>, prompt: Prompt, received: JsonObject): JsonObject {
  const declared = prompt.arguments ?? [];
  const problems: Problem[] = [];
  for (const argument of declared) {
    const value = own(received, argument.name);
    if (value === undefined) {
      if (argument.required === true) problems.push({ path: argument.name, message: "is required" });
    } else if (typeof value !== "string") {
      problems.push({ path: argument.name, message: "must be text" });
    }
  }
  const names = new Set(declared.map((argument) => argument.name));
  for (const name of Object.keys(received)) {
    if (!names.has(name)) problems.push({ path: name, message: "is not an argument of this prompt" });
  }
  if (problems.length > 0) {
    traceRefusal(run, "arguments");
    throw invalidParams(`Invalid arguments for ${prompt.name}: ${describeProblems(firstProblems(problems))}`);
  }
  return received;
}

/** Runs the author's function, or the declared content, and makes its value the result. */
export function completePrompt(
  call: OpenCall<unknown, never>,
  handler: () => MaybePromise<PromptContent>,
): MaybePromise<GetPromptResult> {
  return conclude<never, GetPromptResult, FlowOptions>(call.run, handler, (run, returned) =>
    // The SDK sends whatever it gets here; a client would be the first to notice.
    isObject(returned) && isSpecType.GetPromptResult(returned) && jsonProblem(returned) === undefined
      ? returned
      : run.failing.crash(run, new TypeError("The handler returned no prompt"), "handler"),
  );
}
