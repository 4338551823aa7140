import { ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { Entry } from "../sealing/progress.js";
import { sealState } from "../sealing/request-state.js";
import type { CallRun } from "./call-run.js";
import { callerOf } from "./caller.js";
import { internalError, isWireError, wireError } from "./errors.js";
import { aboutFlow } from "./events.js";
import { report } from "./failing.js";
import { bindingOf } from "./open-call.js";
import { keyed } from "./wire-keys.js";

/**
 * Seals what the flow remembers, for its next round.
 *
 * @throws -32603 when sealing fails, for whatever cause, and when the state is larger than it may be; then the message names the
 * biggest input.
 */
export async function sealCall(
  run: CallRun<unknown>,
  entries: ReadonlyMap<string, Entry>,
  manual: unknown,
): Promise<string> {
  const { service, exchange, call } = run;
  const { sealing, principal, progress, keyPrefix } = service;
  let token: string;
  try {
    const caller = await callerOf(principal, exchange.context);
    if (caller === undefined && principal.kind === "required") {
      throw wireError(ProtocolErrorCode.InvalidRequest, "This request needs an access token");
    }
    const flow = {
      flow: run.flow.id,
      round: run.flow.round + 1,
      started: run.started,
      spec: run.declaration.specDigest,
      trace: service.leg?.trace(),
    };
    const inner = progress.write(keyed(entries, keyPrefix), manual);
    const sealed = sealState(sealing, bindingOf(sealing, call, caller), flow, inner);
    token = typeof sealed === "string" ? sealed : await sealed;
  } catch (error) {
    if (isWireError(error)) throw error;
    report(service, call, "seal", error, run.flow.id);
    throw internalError();
  }
  if (token.length > sealing.maxStateBytes) {
    const input = biggestEntry(entries);
    service.log({ event: "state_too_large", ...aboutFlow(run), level: "error", input, characters: token.length });
    // The state of a flow by hand is the author's own, and has no inputs.
    const biggest = entries.size === 0 ? "" : `; the biggest input is ${JSON.stringify(input)}`;
    throw wireError(
      ProtocolErrorCode.InternalError,
      `The state of this call has ${token.length} characters, and ${sealing.maxStateBytes} are allowed${biggest}`,
    );
  }
  return token;
}

function biggestEntry(entries: ReadonlyMap<string, Entry>): string {
  let biggest = "";
  let size = -1;
  for (const [name, entry] of entries) {
    const length = JSON.stringify(entry).length;
    if (length > size) [biggest, size] = [name, length];
  }
  return biggest;
}
