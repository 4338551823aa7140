import type { CallToolResult, GetPromptResult, ReadResourceResult } from "@modelcontextprotocol/client";
import { UriTemplate } from "@modelcontextprotocol/client";
import { jsonCopy } from "../json/json-copy.js";
import { isObject } from "../json/plain-object.js";
import { uriMatcher } from "../validation/uri-template.js";
import type { Connection } from "./connection.js";
import type {
  FixedResourceDeclaration,
  PromptDeclaration,
  ResourceDeclaration,
  ToolDeclaration,
} from "./declarations.js";
import type { CallParams } from "./call-params.js";
import { runCall } from "./loop.js";
import type { CallOptions } from "./options.js";
import type { PendingCall, Primitive } from "./pending-call.js";
import { pendingCall, stepCall } from "./pending-call.js";
import type { SavedCall } from "./saved-call.js";
import { readSavedCall } from "./saved-call.js";
import type { ToolResult } from "./tool-result.js";
import { readToolResult } from "./tool-result.js";

/** A tool, prompt or resource template as a function, with its steps by hand. */
export interface Method<Args, Result, Answers extends object, Questions> {
  /** Calls and answers the server's questions with the functions given to `connect`. */
  (args: Args, options?: CallOptions): Promise<Result>;
  /**
   * Sends the first request only: its result, or the questions to be answered by hand. A server that speaks a revision
   * before 2026-07-28 pushes its questions instead; the functions answer them, and the result comes.
   */
  begin(args: Args, options?: CallOptions): Promise<Result | PendingCall<Result, Answers, Questions>>;
  /** Restores a call that `save()` wrote, in this process or another. */
  resume(saved: SavedCall): PendingCall<Result, Answers, Questions>;
}

export type ToolMethod<Args, Output, Answers extends object, Questions> = Method<
  Args,
  ToolResult<Output>,
  Answers,
  Questions
>;
export type PromptMethod<Args, Answers extends object, Questions> = Method<Args, GetPromptResult, Answers, Questions>;
export type ResourceMethod<Variables, Answers extends object, Questions> = Method<
  Variables,
  ReadResourceResult,
  Answers,
  Questions
>;
/** Reads a resource that has one URI. It takes no arguments, and the server asks nothing. */
export type FixedResourceMethod = (options?: CallOptions) => Promise<ReadResourceResult>;

/** The method of a tool. `Args` may be `undefined` too where nothing is required. */
export function toolMethod<Args extends object | undefined, Output, Answers extends object, Questions>(
  connection: Connection,
  declaration: ToolDeclaration,
): ToolMethod<Args, Output, Answers, Questions> {
  return asMethod<Args, CallToolResult, ToolResult<Output>, Answers, Questions>(
    { connection, declaration, finish: (raw) => readToolResult<Output>(connection, declaration, raw) },
    namedParams(declaration.name),
  );
}

/** The method of a prompt. */
export function promptMethod<Args extends object | undefined, Answers extends object, Questions>(
  connection: Connection,
  declaration: PromptDeclaration,
): PromptMethod<Args, Answers, Questions> {
  return asMethod<Args, GetPromptResult, GetPromptResult, Answers, Questions>(
    { connection, declaration, finish: (raw) => raw },
    namedParams(declaration.name),
  );
}

/** The method of a resource template; its variables are expanded by RFC 6570. */
export function resourceMethod<Variables extends object, Answers extends object, Questions>(
  connection: Connection,
  declaration: ResourceDeclaration,
): ResourceMethod<Variables, Answers, Questions> {
  const template = new UriTemplate(declaration.uriTemplate);
  const match = uriMatcher(declaration.uriTemplate);
  return asMethod<Variables, ReadResourceResult, ReadResourceResult, Answers, Questions>(
    { connection, declaration, finish: (raw) => raw },
    {
      write: (variables) => ({ uri: template.expand(texts(variables)) }),
      isOwn: (params) => "uri" in params && match(params.uri) !== undefined,
    },
  );
}

/** The method of a resource with one URI. */
export function fixedResourceMethod(
  connection: Connection,
  declaration: FixedResourceDeclaration,
): FixedResourceMethod {
  return (options = {}) => runCall<ReadResourceResult>(connection, declaration, { uri: declaration.uri }, options);
}

/** How the arguments of a primitive become the params of its calls. */
interface Params<Args> {
  readonly write: (args: Args) => CallParams;
  /** Whether the params of a saved call are those of one of this primitive. */
  readonly isOwn: (params: CallParams) => boolean;
}

function asMethod<Args, Raw, Result, Answers extends object, Questions>(
  primitive: Primitive<Raw, Result>,
  params: Params<Args>,
): Method<Args, Result, Answers, Questions> {
  const { connection, declaration, finish } = primitive;
  const call = async (args: Args, options: CallOptions = {}): Promise<Result> =>
    finish(await runCall<Raw>(connection, declaration, params.write(args), options));
  return Object.assign(call, {
    begin: async (args: Args, options: CallOptions = {}) =>
      stepCall<Raw, Result, Answers, Questions>(primitive, params.write(args), options, 0, () => ({})),
    resume: (saved: SavedCall) =>
      pendingCall<Raw, Result, Answers, Questions>(primitive, readSavedCall(saved, declaration, params.isOwn)),
  });
}

/**
 * The params of tools and prompts, with the arguments as they go over the wire: what the caller does with them later must not
 * change what a retry sends, and a saved call must be the same after JSON.
 *
 * @throws {TypeError} when writing arguments that are no object, or that JSON cannot say: a cycle, a BigInt.
 */
function namedParams(name: string): Params<object | undefined> {
  return {
    write: (args = {}) => {
      const copy = jsonCopy(args);
      if (!isObject(copy)) throw new TypeError(`The arguments of ${name} are no object that JSON can carry`);
      return { name, arguments: copy };
    },
    isOwn: (params) => "name" in params && params.name === name,
  };
}

function texts(variables: object): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]): [string, string | string[]][] => {
      if (value === undefined) return [];
      return [[name, Array.isArray(value) ? value.map(String) : String(value)]];
    }),
  );
}
