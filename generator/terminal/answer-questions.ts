import { cancel, decline, type Asked, type AskedForm, type AskedUrl } from "@mcp-parley/runtime/client";
import { askForm, isConsent, type PersonAnswer } from "./ask-form.js";
import { askUrl, urlLines } from "./ask-url.js";
import { answersExample, type GivenAnswers } from "./given-answers.js";
import { plainLine, plainText } from "./plain-text.js";
import { keysHint, say, type Person } from "./prompts.js";

/** Who answers the questions of a call. */
export interface Answering {
  /** Where the server is, by what the person typed; what a server calls itself proves nothing. */
  readonly server: string;
  readonly given: GivenAnswers;
  /** Nobody: what was not given is declined, and never invented. */
  readonly person: Person | undefined;
  /** Whether the call is kept in a file when the person leaves. */
  readonly saves: () => boolean;
  /** Says something on stderr. */
  readonly talk: (line: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Answers one question. Questions that come at once are put one after the other.
 *
 * @param after - how many more come in this round.
 */
export type Answer = (asked: AskedForm | AskedUrl, after?: number) => Promise<PersonAnswer>;

/**
 * Makes the function that answers: from what was written down, else by asking the person, else by declining.
 *
 * The function throws {@link Interrupted} and {@link Unusable}.
 */
export function answerQuestions(answering: Answering): Answer {
  const addresses = new Set<string>();
  let advised = false;
  let before: Promise<unknown> = Promise.resolve();
  const answer: Answer = async (asked, after = 0) => {
    const given = answering.given.take(asked);
    if (given !== undefined) {
      answering.talk(`${titleOf(asked)}: ${givenText(given)}.`);
      return given;
    }
    const { person } = answering;
    if (person === undefined) {
      answering.talk(advised ? declinedText(asked) : `${declinedText(asked)}\n${advice} ${answersExample(asked)}`);
      advised = true;
      return decline();
    }
    const hint = keysHint(asked.kind === "url" || isConsent(asked), answering.saves());
    await say(person, "step", `${plainLine(answering.server)} asks:\n${plainText(asked.message)}\n(${hint})`);
    const reply = await put(person, asked);
    const ending = endingText(reply, after);
    if (ending !== undefined) await say(person, "warn", ending);
    if (asked.kind === "url" && ending === undefined) addresses.add(asked.url.href);
    return reply;
  };
  const put = (person: Person, asked: AskedForm | AskedUrl): Promise<PersonAnswer> =>
    asked.kind === "form"
      ? askForm(person, asked, answering.signal)
      : askUrl(person, asked, addresses.has(asked.url.href), answering.signal);
  return (asked, after) => {
    const mine = before.then(() => answer(asked, after));
    before = mine.catch(() => undefined);
    return mine;
  };
}

/** Said after a refusal, of which the prompt itself shows nothing. */
function endingText(reply: PersonAnswer, after: number): string | undefined {
  const ending = reply === decline() ? "Declined." : reply === cancel() ? "Cancelled." : undefined;
  if (ending === undefined || after === 0) return ending;
  return `${ending} The server has ${after} more question${after === 1 ? "" : "s"} in this round:`;
}

/** A question as a line of talk names it. */
export function titleOf(asked: Asked): string {
  return asked.key === "" ? "A question" : `Question ${JSON.stringify(plainLine(asked.key))}`;
}

function givenText(given: PersonAnswer): string {
  if (given === decline()) return "declined, as the file says";
  return given === cancel() ? "cancelled, as the file says" : "answered from the file";
}

/** Said with the first of several. */
const advice = "  Answer at a terminal, or write the answers into a file for --answers:";

function declinedText(asked: AskedForm | AskedUrl): string {
  const where = asked.kind === "url" ? ["", ...urlLines(asked)].join("\n    ") : "";
  return [
    `${titleOf(asked)}: declined, since there is nobody here to ask.`,
    `    ${plainText(asked.message).replaceAll("\n", "\n    ")}${where}`,
  ].join("\n");
}
