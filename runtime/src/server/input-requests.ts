import type { InputRequests } from "@modelcontextprotocol/server";
import { setOwn } from "../json/plain-object.js";
import type { CallRun } from "./open-call.js";
import type { Question } from "./question.js";

/**
 * Names the question in a request that a 2025-era server pushes, where nothing else does. A hint for clients that Parley
 * generated, never part of what is digested.
 */
export const inputMetaKey = "mcp-parley/input";

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
