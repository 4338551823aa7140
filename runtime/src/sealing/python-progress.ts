import { createHash } from "node:crypto";
import { isObject, own, setOwn } from "../json/plain-object.js";
import type { AskedQuestion, Entry, InnerState, Progress } from "./progress.js";
import { readEntries, writeEntries } from "./progress.js";
import { pythonFloat, pythonJson, pythonJsonAsIs, pythonSchemaJson } from "./python-json.js";

/**
 * Progress as the resolvers of the Python SDK keep it (`mcp` 2.x, version 3 of their state): `outcomes` has the answers, `asked`
 * the questions of the round, both by key on the wire and each with the digest of its question.
 *
 * Computed values, consent to a step outside, questions that nobody answered in time, counts of invalid answers and the state of a flow by hand have no place there. They
 * stand beside it in `e` and `u`, which a Python server does not read and does not pass on.
 */
export const pythonProgress: Progress = { write, read, digest };

const digestBytes = 16;

/** The first half of SHA-256 as unpadded base64url, 22 characters. */
export function halfSha256(text: string): string {
  return createHash("sha256").update(text).digest().subarray(0, digestBytes).toString("base64url");
}

/** A request without parameters is `null` to Python. */
const rootsDigest = halfSha256("null");

function write(entries: ReadonlyMap<string, Entry>, manual: unknown): unknown {
  const outcomes = {};
  const asked = {};
  const rest = new Map<string, Entry>();
  for (const [key, entry] of entries) {
    if (entry.kind === "asked") setOwn(asked, key, entry.digest);
    else if (isOutcome(entry)) setOwn(outcomes, key, outcomeOf(entry));
    if (entry.kind === "asked" ? entry.invalid > 0 : !isOutcome(entry)) rest.set(key, entry);
  }
  return {
    outcomes,
    asked,
    ...(rest.size > 0 && { e: writeEntries(rest) }),
    u: manual,
  };
}

type OutcomeEntry = Extract<Entry, { kind: "accepted" | "declined" | "cancelled" }>;

function isOutcome(entry: Entry): entry is OutcomeEntry {
  return entry.kind === "accepted" || entry.kind === "declined" || entry.kind === "cancelled";
}

function outcomeOf(entry: OutcomeEntry): object {
  const { digest: q } = entry;
  if (entry.kind !== "accepted") return { action: entry.kind === "declined" ? "decline" : "cancel", data: null, q };
  // Consent has no content here; there it is the content of a form without fields.
  const { value = {} } = entry;
  return { action: "accept", data: q === rootsDigest ? { roots: value } : value, q };
}

function read(state: unknown): InnerState {
  const entries = new Map<string, Entry>();
  if (!isObject(state)) return { entries, manual: undefined };
  const { outcomes, asked } = state;
  if (isObject(asked)) {
    for (const [key, digest] of Object.entries(asked)) {
      if (typeof digest === "string") entries.set(key, { kind: "asked", digest, invalid: 0 });
    }
  }
  if (isObject(outcomes)) {
    for (const [key, outcome] of Object.entries(outcomes)) {
      const entry = isObject(outcome) ? readOutcome(outcome) : undefined;
      if (entry !== undefined) entries.set(key, entry);
    }
  }
  for (const [key, entry] of readEntries(state["e"])) entries.set(key, entry);
  return { entries, manual: state["u"] };
}

function readOutcome(outcome: { readonly [member: string]: unknown }): Entry | undefined {
  const { action, data, q: digest } = outcome;
  if (typeof digest !== "string") return undefined;
  switch (action) {
    case "accept":
      return { kind: "accepted", digest, value: digest === rootsDigest && isObject(data) ? own(data, "roots") : data };
    case "decline":
      return { kind: "declined", digest };
    case "cancel":
      return { kind: "cancelled", digest };
    default:
      return undefined;
  }
}

/**
 * The digest that Python's resolvers give a question: of its parameters alone, with members in the order of the SDK's models.
 * Pinned values, which Python does not know, change it.
 */
function digest({ method, params }: AskedQuestion, pins: readonly unknown[] | undefined): string {
  const rendered = params === undefined ? "null" : render(method, params);
  return halfSha256(pins === undefined || pins.length === 0 ? rendered : `${rendered}\n${pythonJson(pins)}`);
}

type Writers = { readonly [member: string]: (value: unknown) => string };

const plain = pythonJsonAsIs;

const form: Writers = { mode: plain, message: plain, requestedSchema: pythonSchemaJson };

const preferences: Writers = {
  hints: plain,
  costPriority: pythonFloat,
  speedPriority: pythonFloat,
  intelligencePriority: pythonFloat,
};

const content: Writers = { type: plain, text: plain, data: plain, mimeType: plain };

const sampled: Writers = {
  role: plain,
  content: (value) => (Array.isArray(value) ? `[${value.map(inOrder(content)).join(",")}]` : inOrder(content)(value)),
};

const sampling: Writers = {
  messages: (value) => (Array.isArray(value) ? `[${value.map(inOrder(sampled)).join(",")}]` : plain(value)),
  modelPreferences: (value) => inOrder(preferences)(value),
  systemPrompt: plain,
  includeContext: plain,
  temperature: pythonFloat,
  maxTokens: plain,
  stopSequences: plain,
  metadata: plain,
  tools: (value) => (Array.isArray(value) ? `[${value.map(inOrder(tool)).join(",")}]` : plain(value)),
  toolChoice: plain,
};

const tool: Writers = { name: plain, title: plain, description: plain, inputSchema: plain, outputSchema: plain };

function render(method: string, params: object): string {
  return inOrder(method === "sampling/createMessage" ? sampling : form)(params);
}

/** Writes the members that are known in their order, and after them whatever else there is: nothing stays undigested. */
function inOrder(writers: Writers): (value: unknown) => string {
  return (value) => {
    if (!isObject(value)) return plain(value);
    const names = [...Object.keys(writers), ...Object.keys(value).filter((name) => !Object.hasOwn(writers, name))];
    const members = names
      .filter((name) => value[name] !== undefined)
      .map((name) => `${plain(name)}:${writerOf(writers, name)(value[name])}`);
    return `{${members.join(",")}}`;
  };
}

function writerOf(writers: Writers, name: string): (value: unknown) => string {
  return (Object.hasOwn(writers, name) ? writers[name] : undefined) ?? plain;
}
