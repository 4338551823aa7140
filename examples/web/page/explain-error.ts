import { CallError } from "@mcp-parley/runtime/client";
import { ProtocolError } from "@modelcontextprotocol/client";

/** What a person is told of a call that failed, and whether it can still go on from where it stands. */
export interface Explained {
  readonly text: string;
  readonly over: boolean;
}

export function explainError(error: unknown): Explained {
  if (error instanceof ProtocolError) {
    const { reason } = Object(error.data);
    return reason === "invalid_request_state"
      ? { text: "These questions have expired, and nothing was created. Please start again.", over: true }
      : { text: `The server refused this: ${error.message}. Please start again.`, over: true };
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
  return { text: "The server cannot be reached. Nothing is lost: please try again.", over: false };
}
