import type { CallToolResult } from "@modelcontextprotocol/server";
import { ProtocolErrorCode, ResourceNotFoundError } from "@modelcontextprotocol/server";
import { forWire, internalError, isWireError, RequestError, ToolError, unsendable, wireError } from "./errors.js";
import type { CallIdentity, CallRun, RefusedFor } from "./open-call.js";
import type { Service } from "./service.js";

/** How a tool call ends badly: by a result that the model reads. */
export function failingTool(
  service: Service<unknown>,
  call: CallIdentity,
): Pick<CallRun<CallToolResult>, "refuse" | "crash"> {
  return {
    refuse: toolFailure,
    crash: (error, where) => {
      const problem = unsendable(error);
      if (problem !== undefined) report(service, call, where, new TypeError(problem, { cause: error }));
      else if (error instanceof ToolError) return toolFailure(error.message);
      else if (error instanceof RequestError) throw wireError(error.code, error.message, error.data);
      else if (isWireError(error)) throw error;
      else report(service, call, where, error);
      return toolFailure(`The tool ${JSON.stringify(call.target)} failed.`);
    },
  };
}

/** How a prompt or a resource ends badly: by a JSON-RPC error. */
export function failingRequest(
  service: Service<unknown>,
  call: CallIdentity,
): Pick<CallRun<never>, "refuse" | "crash"> {
  return {
    refuse: (text, why) => {
      throw wireError(ProtocolErrorCode.InternalError, text, why);
    },
    crash: (error, where) => {
      const problem = unsendable(error);
      if (problem !== undefined) {
        report(service, call, where, new TypeError(problem, { cause: error }));
        throw internalError();
      }
      if (error instanceof ToolError) throw wireError(ProtocolErrorCode.InternalError, error.message);
      if (error instanceof RequestError) throw wireError(error.code, error.message, error.data);
      if (isWireError(error)) throw error;
      // Only the fact is taken from the author's error, never its text.
      if (call.method === "resources/read" && error instanceof ResourceNotFoundError) {
        throw forWire(new ResourceNotFoundError(call.target));
      }
      report(service, call, where, error);
      throw internalError();
    },
  };
}

/** Where a result says to programs why there is none; an error says it in its `data`. */
export const refusalMetaKey = "mcp-parley/refusal";

/** A result that tells the model what went wrong. */
export function toolFailure(text: string, why?: RefusedFor): CallToolResult {
  const failure: CallToolResult = { content: [{ type: "text", text }], isError: true };
  return why === undefined ? failure : { ...failure, _meta: { [refusalMetaKey]: why } };
}

export function report(service: Service<unknown>, call: CallIdentity, where: string, error: unknown): void {
  service.log({ event: "failed", level: "error", method: call.method, target: call.target, where, error });
}
