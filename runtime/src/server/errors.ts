import { MissingRequiredClientCapabilityError, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { jsonProblem } from "../json/json-problem.js";
import { capabilitiesWith, type ClientAbility } from "./capabilities.js";

/**
 * Thrown by a tool's author to say something to the model: its text becomes the `isError` result of the call. For prompts and
 * resources it becomes a JSON-RPC error with this text. Every other error reaches a client without its text.
 */
export class ToolError extends Error {
  override readonly name = "ToolError";
}

/**
 * Thrown by an author to answer a request with a JSON-RPC error of their own: code, message and data reach the client as they
 * are. The SDK's own `ProtocolError` does not: it may come from another server that the handler called.
 */
export class RequestError extends Error {
  override readonly name = "RequestError";
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** An author's error as it may be sent; `undefined` for what a client is not told. */
export function sendable(error: unknown): ToolError | ProtocolError | undefined {
  if (unsendable(error) !== undefined) return undefined;
  if (error instanceof RequestError) return wireError(error.code, error.message, error.data);
  return error instanceof ToolError || isWireError(error) ? error : undefined;
}

/** An error for the log, saying why it could not be sent where it was meant to be. */
export function reportable(error: unknown): unknown {
  const problem = unsendable(error);
  return problem === undefined ? error : new TypeError(problem, { cause: error });
}

/** Why an error that was meant to be sent cannot be. */
function unsendable(error: unknown): string | undefined {
  if (!(error instanceof ToolError || error instanceof RequestError)) return undefined;
  const message: unknown = error.message;
  if (typeof message !== "string") return `The message of a ${error.name} is no text`;
  if (error instanceof ToolError) return undefined;
  if (!Number.isSafeInteger(error.code)) return "The code of a RequestError is no integer";
  const problem = error.data === undefined ? undefined : jsonProblem(error.data);
  return problem === undefined ? undefined : `The data of a RequestError ${problem}`;
}

/** Errors that were written for the wire; only these cross as they are. */
const written = new WeakSet<Error>();

/** True for the errors that this module made. */
export function isWireError(error: unknown): error is ProtocolError {
  return error instanceof Error && written.has(error);
}

export function wireError(code: number, message: string, data?: unknown): ProtocolError {
  return forWire(new ProtocolError(code, message, data));
}

/** Marks an error of the SDK as one that may cross. */
export function forWire<E extends ProtocolError>(error: E): E {
  written.add(error);
  return error;
}

/** What every refused state is answered with, whatever the cause. */
export function invalidRequestState(): ProtocolError {
  return wireError(ProtocolErrorCode.InvalidParams, "Invalid or expired requestState", {
    reason: "invalid_request_state",
  });
}

/** What a client is told about a failure of ours: nothing. */
export function internalError(): ProtocolError {
  return wireError(ProtocolErrorCode.InternalError, "Internal error");
}

export function invalidParams(message: string): ProtocolError {
  return wireError(ProtocolErrorCode.InvalidParams, message);
}

/** -32021: the client did not declare what a question needs (MCP 2026-07-28, client capabilities). */
export function missingCapability(needed: readonly ClientAbility[]): ProtocolError {
  return forWire(new MissingRequiredClientCapabilityError({ requiredCapabilities: capabilitiesWith(needed) }));
}
