import { CallError } from "@mcp-parley/runtime/client";
import { ProtocolError, SdkHttpError } from "@modelcontextprotocol/client";

/** What a person is told of a call that failed, and whether it can still go on from where it stands. */
export interface Explained {
  readonly text: string;
  readonly over: boolean;
}

/** JSON-RPC 2.0, section 5.1. */
const internalError = -32603;

export function explainError(error: unknown): Explained {
  if (error instanceof ProtocolError) {
    const { reason } = Object(error.data);
    if (reason === "invalid_request_state") {
      return {
        text: "These questions are no longer good: they have expired, or the server has other keys now, as after a restart. Nothing was created. Please start again.",
        over: true,
      };
    }
    if (error.code === internalError) return troubleOfServer;
    return { text: `The server refused this: ${error.message}. Please start again.`, over: true };
  }
  if (error instanceof CallError) {
    if (error.code === "bad-saved-call") {
      return { text: "What this page had kept cannot be read. Please start again.", over: true };
    }
    if (error.code === "invalid-question") {
      return { text: "The server asks for something that this page cannot show. Please start again.", over: true };
    }
    return { text: `${error.message}.`, over: false };
  }
  if (error instanceof SdkHttpError) return troubleOfServer;
  return { text: "The server cannot be reached. Nothing is lost: please try again.", over: false };
}

/** It was reached, and it may well work the next time. */
const troubleOfServer: Explained = {
  text: "The server was reached, but something went wrong there. Nothing is lost: please try again.",
  over: false,
};
