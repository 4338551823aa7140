import type { CallToolResult } from "@modelcontextprotocol/server";
import { refusalMetaKey } from "../json/meta-keys.js";
import { ProtocolErrorCode, ResourceNotFoundError } from "@modelcontextprotocol/server";
import { forWire, internalError, isWireError, reportable, sendable, ToolError, wireError } from "./errors.js";
import type { CallIdentity, RefusedFor } from "./call.js";
import type { CallRun, Failing } from "./call-run.js";
import type { Service } from "./service.js";

/** A tool call ends badly by a result that the model reads. */
export const failingTool: Failing<CallToolResult> = {
  refuse: toolFailure,
  crash: (run, error, where) => {
    const told = tellOrReport(run, error, where);
    if (told === undefined) return toolCrash(run.call.target);
    if (told instanceof ToolError) return toolFailure(told.message);
    throw told;
  },
};

/** A prompt or a resource ends badly by a JSON-RPC error. */
export const failingRequest: Failing<never> = {
  refuse: (text, why) => {
    throw wireError(ProtocolErrorCode.InternalError, text, why);
  },
  crash: (run, error, where) => {
    const { method, target } = run.call;
    // Only the fact is taken from the author's error, never its text.
    if (method === "resources/read" && error instanceof ResourceNotFoundError && !isWireError(error)) {
      throw forWire(new ResourceNotFoundError(target));
    }
    const told = tellOrReport(run, error, where);
    if (told === undefined) throw internalError();
    throw told instanceof ToolError ? wireError(ProtocolErrorCode.InternalError, told.message) : told;
  },
};

/** How a call ends that could not be asked to its end. */
export interface Unasked<Result> {
  readonly refuse: (text: string, why: RefusedFor) => Result;
  /** What comes of an error that was not written for the wire: a result, or another error. */
  readonly crash: (target: string) => Result;
}

/** How a request for a prompt or a resource ends outside its function. */
export const requestEndings: Unasked<never> = {
  refuse: failingRequest.refuse,
  crash: () => {
    throw internalError();
  },
};

function tellOrReport(run: CallRun<unknown>, error: unknown, where: string) {
  const told = sendable(error);
  if (told === undefined) report(run.service, run.call, where, reportable(error), run.flow.id);
  return told;
}

/** A result that tells the model what went wrong. */
export function toolFailure(text: string, why?: RefusedFor): CallToolResult {
  const failure: CallToolResult = { content: [{ type: "text", text }], isError: true };
  return why === undefined ? failure : { ...failure, _meta: { [refusalMetaKey]: why } };
}

/** The same for what the model is not told. */
export function toolCrash(name: string): CallToolResult {
  return toolFailure(`The tool ${JSON.stringify(name)} failed.`);
}

/**
 * Logs that something of ours or of the author's failed.
 *
 * @param flow - absent when the request did not come as far as a flow.
 */
export function report(
  { log }: Service<unknown>,
  { method, target }: Pick<CallIdentity, "target"> & { readonly method: string },
  where: string,
  error: unknown,
  flow?: string,
): void {
  log({ event: "failed", level: "error", method, target, ...(flow !== undefined && { flow }), where, error });
}
