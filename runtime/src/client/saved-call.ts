import { jsonCopy } from "../json/json-copy.js";
import { isObject } from "../json/plain-object.js";
import { CallError } from "./call-error.js";
import type { CallInFlight } from "./connection.js";
import type { MethodDeclaration } from "./declarations.js";
import { defined } from "./defined.js";
import { type CallParams, targetOf } from "./call-params.js";

/**
 * The form in which this version of the runtime saves calls, whatever the version of the spec that a client was generated from;
 * a greater one was saved by a later runtime. A later form gets a reader of its own beside the one below, which stays: calls
 * are saved for as long as the server's `maxAge`.
 */
export const savedCallVersion = 1;

/**
 * A pending call as plain JSON: everything that its retry needs, and nothing else. The server's state in it is sealed
 * by the server; treat it like the arguments, since whoever holds it can go on with the call.
 */
export interface SavedCall {
  readonly parley: typeof savedCallVersion;
  readonly method: (typeof methods)[keyof typeof methods];
  readonly params: CallParams;
  readonly inputRequests: Readonly<Record<string, unknown>>;
  readonly requestState?: string;
  /** The round that the questions belong to. */
  readonly round: number;
}

const methods = { tool: "tools/call", prompt: "prompts/get", resource: "resources/read" } as const;

/** The JSON-RPC method that a primitive is reached by. */
export function methodOf({ kind }: Pick<MethodDeclaration, "kind">): SavedCall["method"] {
  return methods[kind];
}

/** Writes down where a call stands. */
export function saveCall(
  { declaration, params, round }: Pick<CallInFlight, "declaration" | "params" | "round">,
  inputRequests: SavedCall["inputRequests"],
  requestState: string | undefined,
): SavedCall {
  return {
    parley: savedCallVersion,
    method: methodOf(declaration),
    params,
    inputRequests,
    ...defined({ requestState }),
    round,
  };
}

/**
 * Reads what {@link saveCall} wrote. It may come from a file or a browser's storage, so nothing is taken for granted.
 *
 * @param isOwn - whether params are those of a call of this primitive.
 * @throws {CallError} `bad-saved-call` when it is not as it was written, is of a newer package, or belongs to another method.
 */
export function readSavedCall(
  saved: unknown,
  declaration: MethodDeclaration,
  isOwn: (params: CallParams) => boolean,
): SavedCall {
  const copy = jsonCopy(saved);
  // Of a copy of JSON, what it does not have itself is not there either.
  const { parley, method, params: given, inputRequests, requestState, round } = isObject(copy) ? copy : {};
  if (parley !== savedCallVersion) {
    throw bad(isCount(parley) ? "was saved by a newer @mcp-parley/runtime than this one: update it" : unlikeSaved);
  }
  const params = readParams(given);
  if (params === undefined || !isObject(inputRequests) || !isTextOrNothing(requestState) || !isCount(round)) {
    throw bad(unlikeSaved);
  }
  if (method !== methodOf(declaration) || !isOwn(params)) {
    throw bad(`belongs to ${JSON.stringify(targetOf({ params }))} and not to ${declaration.fulfil}`);
  }
  return saveCall({ declaration, params, round }, inputRequests, requestState);
}

/** The params of a call, and nothing else that stands beside them. */
function readParams(given: unknown): CallParams | undefined {
  const { name, arguments: args = {}, uri } = isObject(given) ? given : {};
  if (typeof uri === "string") return { uri };
  return typeof name === "string" && isObject(args) ? { name, arguments: args } : undefined;
}

const unlikeSaved = "is not as save() wrote it";

function isTextOrNothing(state: unknown): state is string | undefined {
  return state === undefined || typeof state === "string";
}

/** Rounds and versions are counted from 1. */
function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

function bad(what: string): CallError {
  return new CallError("bad-saved-call", `The saved call ${what}`);
}
