import type { InputRequests } from "@modelcontextprotocol/server";
import { inputMetaKey } from "../json/meta-keys.js";
import { setOwn } from "../json/plain-object.js";
import type { CallRun } from "./call-run.js";
import type { Question } from "./question.js";

/** What a question has beside its own parameters when a server pushes it. */
export function pushedParams(name: string): { readonly _meta: object } {
  return { _meta: { [inputMetaKey]: name } };
}

/** The questions of a round as a result carries them. */
export function inputRequests(
  { exchange, service }: CallRun<unknown>,
  questions: ReadonlyMap<string, Question>,
): InputRequests {
  const pushed = exchange.context.mcpReq.envelope === undefined;
  const requests: InputRequests = {};
  for (const [name, { method, params }] of questions) {
    const sent = pushed ? { ...params, ...pushedParams(name) } : params;
    setOwn(requests, service.keyPrefix + name, sent === undefined ? { method } : { method, params: sent });
  }
  return requests;
}
