import { accept, cancel, decline, type AskedForm, type AskedUrl } from "@mcp-parley/runtime/client";
import { formProblems } from "@mcp-parley/runtime/form";
import type { PersonAnswer } from "./ask-form.js";
import { Unusable } from "./ending.js";
import { plainJson, plainLine } from "./plain-text.js";
import { isRecord } from "./record.js";

/** Answers written down before the call. Each answers once: a question that is put again was not answered by it. */
export interface GivenAnswers {
  /** @throws {Unusable} for an answer that does not fit its question. */
  take(asked: AskedForm | AskedUrl): PersonAnswer | undefined;
  /** The names of answers that no question took. */
  unused(): readonly string[];
}

type Written =
  | { readonly action: "accept"; readonly content: unknown }
  | { readonly action: "decline" }
  | { readonly action: "cancel" };

/** How an answer is written, for messages. */
const forms = '{ "accept": { ... } }, "accept", "decline" or "cancel"';

/**
 * Reads a file of answers: `{ "region": { "accept": { "region": "eu-west-1" } }, "confirm": "decline" }`, by the names of
 * the questions, as the examples of a spec write them.
 *
 * @throws {Unusable}
 */
export function readAnswers(value: unknown): GivenAnswers {
  if (!isRecord(value))
    throw new Unusable('The answers have to be a JSON object, by the names of the questions: { "size": "decline" }.');
  const left = new Map(Object.entries(value).map(([key, entry]) => [key, readWritten(key, entry)]));
  return {
    take: (asked) => {
      const key = asked.key === "" ? onlyFit(left, asked) : asked.key;
      const written = key === undefined ? undefined : left.get(key);
      if (key === undefined || written === undefined) return undefined;
      left.delete(key);
      return answerOf(key, asked, written);
    },
    unused: () => [...left.keys()],
  };
}

/** A file that would answer one question, as it is written; what a person has to choose is left open. */
export function answersExample(asked: AskedForm | AskedUrl): string {
  // A server of before 2026-07-28 does not say how its question is called: any name will do.
  const name = JSON.stringify(asked.key === "" ? "answer" : plainLine(asked.key));
  return `{ ${name}: ${answerExample(asked)} }`;
}

function answerExample(asked: AskedForm | AskedUrl): string {
  if (asked.kind === "url") return `{ "accept": ${JSON.stringify(asked.url.host)} }`;
  const fields = Object.keys(asked.schema.properties);
  if (fields.length === 0) return '"accept"';
  return `{ "accept": { ${fields.map((field) => `${JSON.stringify(plainLine(field))}: ...`).join(", ")} } }`;
}

/** A file without answers. */
export const noAnswers: GivenAnswers = { take: () => undefined, unused: () => [] };

function readWritten(key: string, entry: unknown): Written {
  if (entry === "accept") return { action: "accept", content: undefined };
  if (entry === "decline" || entry === "cancel") return { action: entry };
  const [action, ...others] = isRecord(entry) ? Object.keys(entry) : [];
  if (isRecord(entry) && others.length === 0) {
    if (action === "accept") return { action, content: entry[action] };
    if ((action === "decline" || action === "cancel") && entry[action] === true) return { action };
  }
  const name = JSON.stringify(plainLine(key));
  // The content of a form, as it stands: what is missing is only that it accepts.
  const bare = isRecord(entry) && !["accept", "decline", "cancel"].some((word) => Object.hasOwn(entry, word));
  throw new Unusable(
    bare
      ? `The answer to ${name} does not say that it accepts: put it under "accept", as in { "accept": ${plainJson(entry, 0)} }.`
      : `The answer to ${name} has to be ${forms}.`,
  );
}

/**
 * A server of before 2026-07-28 does not say which question it asks: an answer is taken when it is the only one that
 * fits. Consent without content fits anything, and is never taken so.
 */
function onlyFit(left: ReadonlyMap<string, Written>, asked: AskedForm | AskedUrl): string | undefined {
  if (asked.kind !== "form" || Object.keys(asked.schema.properties).length === 0) return undefined;
  const fitting = [...left].filter(
    ([, written]) => written.action === "accept" && formProblems(asked.schema, written.content).size === 0,
  );
  return fitting.length === 1 ? fitting[0]?.[0] : undefined;
}

function answerOf(key: string, asked: AskedForm | AskedUrl, written: Written): PersonAnswer {
  if (written.action === "decline") return decline();
  if (written.action === "cancel") return cancel();
  if (asked.kind === "url") return consentTo(key, asked, written.content);
  const name = JSON.stringify(plainLine(key));
  const fields = Object.keys(asked.schema.properties);
  if (fields.length === 0) return accept();
  if (written.content === undefined) {
    throw new Unusable(`The answer to ${name} does not fit: a form wants ${answerExample(asked)}.`);
  }
  const problems = formProblems(asked.schema, written.content);
  if (problems.size > 0 || !isRecord(written.content)) {
    const list = Array.from(
      problems,
      ([field, message]) => `  ${field === "" ? "the answer" : plainLine(field)} ${plainLine(message)}`,
    );
    throw new Unusable(`The answer to ${name} does not fit the form that the server shows:\n${list.join("\n")}`);
  }
  return written.content;
}

/** Consent to an address that nobody has seen is none: the file has to name the host. */
function consentTo(key: string, { url }: AskedUrl, consent: unknown): PersonAnswer {
  if (consent === url.host || consent === url.href) return accept();
  const other = typeof consent === "string" ? `, and the file agrees to ${JSON.stringify(plainLine(consent))}` : "";
  throw new Unusable(
    `The server wants ${JSON.stringify(plainLine(key))} done at ${url.href}${other}. To agree, name its host: { "accept": ${JSON.stringify(url.host)} }.`,
  );
}
