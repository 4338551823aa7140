import type { ServerContext } from "@modelcontextprotocol/server";
import { setOwn } from "../json/plain-object.js";
import type { CallRun } from "./call-run.js";

/** By key on the wire what is kept by input name. */
export function keyed<T>(byName: ReadonlyMap<string, T>, prefix: string): ReadonlyMap<string, T> {
  return prefix === "" ? byName : new Map(Array.from(byName, ([name, value]) => [prefix + name, value]));
}

/** By input name what came by key; what has another prefix is nobody's. */
export function named<T>(byKey: ReadonlyMap<string, T>, prefix: string): ReadonlyMap<string, T> {
  if (prefix === "") return byKey;
  const byName = new Map<string, T>();
  for (const [key, value] of byKey) if (key.startsWith(prefix)) byName.set(key.slice(prefix.length), value);
  return byName;
}

/** The answers of a request by input name. */
export function answersOf(run: CallRun<unknown>): { readonly [name: string]: unknown } {
  const { keyPrefix } = run.service;
  const { inputResponses = {} }: ServerContext["mcpReq"] = run.exchange.context.mcpReq;
  if (keyPrefix === "") return inputResponses;
  const answers = {};
  for (const [key, answer] of Object.entries(inputResponses)) {
    if (key.startsWith(keyPrefix)) setOwn(answers, key.slice(keyPrefix.length), answer);
  }
  return answers;
}

/** The SDK drops answers that are not bare results; to the flow they are answers of the wrong kind. */
export function wasDropped(run: CallRun<unknown>, name: string): boolean {
  const { droppedInputResponseKeys } = run.exchange.context.mcpReq;
  return droppedInputResponseKeys?.includes(run.service.keyPrefix + name) === true;
}
