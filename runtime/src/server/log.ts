import type { RefusalReason } from "./call.js";

/** One thing that happened, in names, counts and durations; never in contents, tokens, keys or callers. */
export type LogEvent =
  | {
      readonly event: "state_refused";
      readonly level: "warn";
      readonly method: string;
      readonly target: string;
      readonly reason: string;
      readonly flow?: string;
      readonly error?: unknown;
    }
  | {
      readonly event: "answer_dropped";
      readonly level: "info";
      readonly method: string;
      readonly target: string;
      readonly flow: string;
      readonly input: string;
      /** `reworded`: the question changed while it was thought about, `respecified`: the specification did. */
      readonly reason: "reworded" | "respecified";
    }
  | {
      readonly event: "round";
      readonly level: "debug";
      readonly method: string;
      readonly target: string;
      readonly flow: string;
      readonly round: number;
      /** Names of the inputs that are asked. */
      readonly asked: readonly string[];
      /** Milliseconds from the request to its questions. */
      readonly took: number;
    }
  | {
      readonly event: "question";
      readonly level: "debug";
      readonly method: string;
      readonly target: string;
      readonly flow: string;
      readonly round: number;
      readonly input: string;
      /** The request that carries it, such as `elicitation/create`. */
      readonly request: string;
    }
  | {
      readonly event: "answer";
      readonly level: "debug";
      readonly method: string;
      readonly target: string;
      readonly flow: string;
      readonly input: string;
      /** `unanswered`: nobody answered within the time that the specification gives. */
      readonly action: "accept" | "decline" | "cancel" | "invalid" | "unanswered";
      /** Milliseconds since its question went out; absent where no state came back that could say. */
      readonly waited?: number;
      /** A refusal within 200 ms: no person has seen the question. */
      readonly unseen?: true;
    }
  | {
      readonly event: "refused";
      readonly level: "debug";
      readonly method: string;
      readonly target: string;
      /** Absent when the request did not come as far as a flow. */
      readonly flow?: string;
      readonly reason: RefusalReason;
      readonly input?: string;
    }
  | {
      readonly event: "completed";
      readonly level: "debug";
      readonly method: string;
      readonly target: string;
      readonly flow: string;
      readonly rounds: number;
      /** It ended in an error, a tool's or a JSON-RPC one. */
      readonly failed: boolean;
      /** Milliseconds since the last request of the flow came, and since its first round. */
      readonly took: number;
      readonly lasted: number;
    }
  | {
      readonly event: "failed";
      readonly level: "error";
      readonly method: string;
      readonly target: string;
      readonly flow?: string;
      /** What failed: `handler`, `output`, `compute quote`, `seal`, ... */
      readonly where: string;
      readonly error?: unknown;
    }
  | { readonly event: "change_not_sent"; readonly level: "warn"; readonly method: string; readonly error: unknown }
  | {
      readonly event: "output_mismatch";
      readonly level: "warn";
      readonly method: string;
      readonly target: string;
      readonly flow: string;
      readonly problems: string;
    }
  | {
      readonly event: "state_too_large";
      readonly level: "error";
      readonly method: string;
      readonly target: string;
      readonly flow: string;
      readonly input: string;
      /** Of the token, sealed. */
      readonly characters: number;
    }
  | { readonly event: "telemetry_failed"; readonly level: "warn"; readonly error: unknown }
  | { readonly event: "ephemeral_keys"; readonly level: "warn"; readonly reason: string };

/** Receives every event. It is not waited for, and what it throws or rejects is ignored. */
export type Logger = (event: LogEvent) => void;

/** Writes warnings and errors to standard error, one line of JSON each. */
export function defaultLogger(event: LogEvent): void {
  if (event.level !== "warn" && event.level !== "error") return;
  const { error, ...rest }: { readonly [member: string]: unknown } = event;
  const line = JSON.stringify(error === undefined ? rest : { ...rest, error: errorText(error) }, shortened);
  console.error(line.replaceAll(unprintable, escaped));
}

// What JSON leaves as it is, and a terminal obeys or shows in another order.
const unprintable = /[\u007f-\u009f\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

// Names and URIs come from clients; one request must not fill a disk.
const longestText = 2000;

function shortened(_key: string, value: unknown): unknown {
  return typeof value === "string" && value.length > longestText ? `${value.slice(0, longestText)}...` : value;
}

/** More causes than these are a circle, or as good as one. */
const mostCauses = 10;

/** What was thrown, which may be anything. */
function errorText(thrown: unknown): string {
  const texts: string[] = [];
  try {
    let error = thrown;
    for (; error instanceof Error && texts.length < mostCauses; error = error.cause)
      texts.push(error.stack ?? error.message);
    if (error !== undefined && !(error instanceof Error))
      texts.push(typeof error === "string" ? error : `thrown ${typeof error}`);
  } catch {
    texts.push("an error that cannot be read");
  }
  return texts.join("\ncaused by: ");
}
