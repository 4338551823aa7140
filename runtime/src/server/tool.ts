import type {
  CallToolRequest,
  CallToolResult,
  ContentBlock,
  InputRequiredResult,
  Tool,
} from "@modelcontextprotocol/server";
import { isSpecType } from "@modelcontextprotocol/server";
import { jsonProblem } from "../json/json-problem.js";
import { isObject, type JsonObject } from "../json/plain-object.js";
import { trusted } from "../json/trusted.js";
import type { MaybePromise } from "../json/thenable.js";
import { describesObject } from "../validation/schema-validator.js";
import { describeProblems } from "../validation/schemas.js";
import type { CallIdentity } from "./call.js";
import type { CallRun, ClosedCall, FlowOptions, OpenCall } from "./call-run.js";
import { conclude } from "./conclude.js";
import type { ListFor } from "./capabilities.js";
import { aboutFlow, traceRefusal } from "./events.js";
import type { Exchange } from "./exchange.js";
import { failingTool, toolFailure } from "./failing.js";
import { beginCall, openCall } from "./open-call.js";
import { compiledSchema, declaredDefaults } from "./schemas.js";
import type { Service } from "./service.js";

/** A tool as it was specified. */
export interface ToolDeclaration extends FlowOptions {
  readonly kind: "tool";
  /** As `tools/list` shows it. */
  readonly listed: ListedTool;
  /** What happens to a result that does not match the output schema; `enforce` when absent. */
  readonly outputCheck?: "enforce" | "warn" | "off";
  /** Which clients see it in `tools/list`; all when absent. Whoever knows its name can call it all the same. */
  readonly listFor?: ListFor;
}

export interface ListedTool extends Omit<Tool, "inputSchema" | "outputSchema"> {
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
}

/** What the author of a tool with an output schema returns; the text is written from it when `content` is left out. */
export interface ToolSuccess<Output> {
  readonly structuredContent: Output;
  readonly content?: readonly ContentBlock[];
  readonly _meta?: JsonObject;
  /** A tool that failed throws a `ToolError`. */
  readonly isError?: undefined;
}

/** What the author of a tool without an output schema returns. */
export interface ToolContent {
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: undefined;
  readonly _meta?: JsonObject;
  /** A tool that failed throws a `ToolError`. */
  readonly isError?: undefined;
}

/** The success of any tool; the output schema says what is structured. */
export interface AnyToolSuccess {
  readonly content?: readonly ContentBlock[];
  readonly structuredContent?: unknown;
  readonly _meta?: JsonObject;
  readonly isError?: undefined;
}

/** A call of a tool whose arguments are good. */
export type OpenToolCall<Args> = OpenCall<Args, CallToolResult, ToolDeclaration>;

/** A generated function that serves one tool. */
export type ToolCall<Handlers> = (
  service: Service<Handlers>,
  request: CallToolRequest,
  exchange: Exchange,
) => MaybePromise<CallToolResult | InputRequiredResult>;

/**
 * Opens a call of a tool: checks the state if one came, then the arguments, to which it applies defaults.
 *
 * @returns the open call; or, for arguments that do not match the schema, an `isError` result that names every offending path,
 * so that a model can correct itself.
 * @throws the frozen -32602 for a state that was not minted for this call.
 */
export function openTool<Args>(
  service: Service<unknown>,
  tool: ToolDeclaration,
  request: CallToolRequest,
  exchange: Exchange,
): MaybePromise<OpenToolCall<Args> | ClosedCall<CallToolResult>> {
  const received = request.params.arguments;
  const call: CallIdentity = { method: "tools/call", target: request.params.name, received };
  const begun = beginCall(service, exchange, call, tool, failingTool);
  return begun instanceof Promise
    ? begun.then((run) => checkArguments<Args>(received, run))
    : checkArguments<Args>(received, begun);
}

function checkArguments<Args>(
  received: JsonObject | undefined,
  run: CallRun<CallToolResult, ToolDeclaration>,
): OpenToolCall<Args> | ClosedCall<CallToolResult> {
  const { name, inputSchema } = run.declaration.listed;
  const args = declaredDefaults(inputSchema)(received ?? {});
  const problems = compiledSchema(inputSchema)(args);
  if (problems !== undefined) {
    traceRefusal(run, "arguments");
    const text = `Invalid arguments for ${name}: ${describeProblems(problems)}`;
    return { done: true, result: toolFailure(text, { reason: "arguments", problems }) };
  }
  // The schema, from which the generator made the type, has just been checked.
  return openCall(trusted<Args>(args), run);
}

/**
 * Runs the author's function and makes its value the result of the call. What the function throws becomes an `isError` result:
 * the text of a {@link ToolError}, a fixed text for anything else.
 */
export function completeTool(
  call: OpenToolCall<unknown>,
  handler: () => MaybePromise<AnyToolSuccess>,
): MaybePromise<CallToolResult> {
  return conclude(call.run, handler, completedResult);
}

/**
 * Opens and completes a call of a tool that requires nothing beyond its arguments; see {@link openTool} and {@link completeTool}. A
 * handler that answers at once is not made to wait.
 */
export function answerTool<Args>(
  service: Service<unknown>,
  tool: ToolDeclaration,
  request: CallToolRequest,
  exchange: Exchange,
  handler: (call: OpenToolCall<Args>) => MaybePromise<AnyToolSuccess>,
): MaybePromise<CallToolResult> {
  const complete = (call: OpenToolCall<Args> | ClosedCall<CallToolResult>): MaybePromise<CallToolResult> =>
    call.done ? call.result : completeTool(call, () => handler(call));
  const opened = openTool<Args>(service, tool, request, exchange);
  return opened instanceof Promise ? opened.then(complete) : complete(opened);
}

function completedResult(run: CallRun<CallToolResult, ToolDeclaration>, returned: unknown): CallToolResult {
  if (!isObject(returned) || !isSuccess(returned)) {
    return run.failing.crash(run, new TypeError("The handler returned no result"), "handler");
  }
  if ((returned["isError"] ?? false) !== false) {
    // How other SDKs say that a tool failed, if not always with `true`; here it would count as done, for `once` and in the log.
    const problem = "The handler returned a result with isError: throw a ToolError instead";
    return run.failing.crash(run, new TypeError(problem), "handler");
  }
  const { outputSchema } = run.declaration.listed;
  const problem = outputProblem(run, returned["structuredContent"]);
  if (problem !== undefined) return run.failing.crash(run, new TypeError(problem), "output");
  const result = withText(returned);
  if (!isSendable(returned)) {
    return run.failing.crash(
      run,
      new TypeError("The content or _meta of the result is not what MCP allows"),
      "handler",
    );
  }
  // Other roots than objects have a form of their own on 2025-era connections.
  if (outputSchema !== undefined && !describesObject(outputSchema))
    return run.exchange.server.projectCallToolResult(result, outputSchema);
  if (isUnknownTo(run.exchange, result.structuredContent)) {
    const problem = "Clients before 2026-07-28 know structured content that is an object, and no other";
    return run.failing.crash(run, new TypeError(problem), "output");
  }
  return result;
}

/** The SDK would tell a client at length about content of which its revision does not know. */
function isUnknownTo({ context }: Exchange, output: unknown): boolean {
  return output !== undefined && !isObject(output) && context.mcpReq.envelope === undefined;
}

/** Why structured content cannot be sent. */
function outputProblem(run: CallRun<CallToolResult, ToolDeclaration>, output: unknown): string | undefined {
  const unwritable = output === undefined ? undefined : jsonProblem(output);
  if (unwritable !== undefined) return `The structured content ${unwritable}, which JSON cannot carry`;
  const { outputSchema } = run.declaration.listed;
  const check = run.declaration.outputCheck ?? "enforce";
  if (outputSchema === undefined || check === "off") return undefined;
  const problems = compiledSchema(outputSchema)(output);
  if (problems === undefined) return undefined;
  const text = describeProblems(problems);
  if (check === "enforce") return `The result does not match the output schema: ${text}`;
  run.service.log({ event: "output_mismatch", ...aboutFlow(run), level: "warn", problems: text });
  return undefined;
}

/** Nothing at all is a success; a forgotten `await` of some sort, or the bare output, is none. */
function isSuccess(returned: JsonObject): boolean {
  if (returned["content"] !== undefined || returned["structuredContent"] !== undefined) return true;
  return (
    jsonProblem(returned) === undefined &&
    Object.keys(returned).every((name) => name === "_meta" || returned[name] === undefined)
  );
}

/** The SDK would tell the client at length about a content that is none, and fall silent on what it cannot write. */
function isSendable({ content, _meta: meta }: JsonObject): boolean {
  if (meta === undefined && (content === undefined || (Array.isArray(content) && content.every(isPlainText))))
    return true;
  const shown = { content: content ?? [], ...(meta !== undefined && { _meta: meta }) };
  return isSpecType.CallToolResult(shown) && jsonProblem(shown) === undefined;
}

/** What nearly all content is needs no look by the SDK. */
function isPlainText(block: unknown): boolean {
  return (
    isObject(block) &&
    block["type"] === "text" &&
    typeof block["text"] === "string" &&
    Object.getPrototypeOf(block) === Object.prototype &&
    Object.keys(block).length === 2
  );
}

/** Structured content is repeated as text for clients that read only that (MCP 2026-07-28, tools, structured content). */
function withText(returned: JsonObject): CallToolResult {
  const { structuredContent, content, _meta: meta } = returned;
  const result: { content: unknown; structuredContent?: unknown; _meta?: unknown } = { content };
  if (structuredContent !== undefined) {
    result.structuredContent = structuredContent;
    result.content ??= [{ type: "text", text: JSON.stringify(structuredContent) }];
  }
  result.content ??= [];
  if (meta !== undefined) result._meta = meta;
  // The SDK checks the shape of every tools/call result before it leaves.
  return trusted<CallToolResult>(result);
}
