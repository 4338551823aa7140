import type { Readable, Writable } from "node:stream";
import type * as clackModule from "@clack/prompts";
import { Interrupted } from "./ending.js";
import { wrapText } from "./wrap-text.js";

/** Someone at a terminal who can be asked. */
export interface Person {
  /** A terminal in raw mode while something is asked. */
  readonly input: Readable;
  readonly output: Writable;
}

/** The same person, whose terminal is spared colours: the library asks neither `NO_COLOR` nor us on every Node. */
export function withoutColor(person: Person): Person {
  const { output } = person;
  const write = (text: string): boolean => output.write(text.replaceAll(selectGraphicRendition, ""));
  // Everything else, its size and its events, stays that of the terminal.
  const plain: Writable = Object.create(output, { write: { value: write } });
  return { input: person.input, output: plain };
}

/** ECMA-48, section 8.3.117. */
const selectGraphicRendition = new RegExp(String.raw`\u001B\[[\d;]*m`, "g");

/** What a person does with a question other than answering it. */
export type Refusal = "decline" | "cancel";

export type Put<T> = { readonly value: T } | { readonly refusal: Refusal };

/** A choice as it is shown; `label` and `hint` must be safe to print. */
export interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string;
}

/**
 * The keys that end a question without an answer, to be said once for each.
 *
 * @param listed - refusing is among the choices already.
 * @param saves - the call is kept in a file.
 */
export function keysHint(listed: boolean, saves: boolean): string {
  const leaves = saves ? "Ctrl-C leaves and keeps the call" : "Ctrl-C leaves";
  return listed ? leaves : `Ctrl-D declines, Esc cancels, ${leaves}`;
}

/** More choices than these scroll. */
const visibleChoices = 12;

type Clack = typeof clackModule;
type Streams = Pick<Person, "input" | "output"> & { readonly signal: AbortSignal };

/** Where a person starts. */
export interface Start {
  /** What they typed before, to be edited. */
  readonly typed: string;
  /** What an empty line stands for: nobody has typed it, so that typing replaces it. */
  readonly preset: string;
}

/**
 * Asks for a line of text.
 *
 * @param message - safe to print; its first line is the label.
 * @param check - says what is wrong with the text, which is then asked for again with what was typed.
 */
export function askText(
  person: Person,
  message: string,
  { typed, preset }: Start,
  check: (text: string) => string | undefined,
  signal: AbortSignal,
): Promise<Put<string>> {
  return put(person, signal, async (clack, streams) => {
    // The library draws its guide beside the first line only, and breaks lines in the middle of it.
    const columns = columnsOf(person);
    const answer = await clack.text({
      ...streams,
      message: wrapText(message, columns).join(`\n${clack.S_BAR}  `),
      initialValue: typed,
      defaultValue: preset,
      validate: (text = "") => {
        const problem = check(text === "" ? preset : text);
        return problem === undefined ? undefined : wrapText(problem, columns).join("\n   ");
      },
    });
    return typeof answer === "string" ? { value: answer } : undefined;
  });
}

/** Asks for one of several choices; the pointer starts at `initial`, else at the first. */
export function askChoice<Value extends string>(
  person: Person,
  message: string,
  choices: readonly Option<Value>[],
  initial: Value | undefined,
  signal: AbortSignal,
): Promise<Put<Value>> {
  return put(person, signal, async (clack, streams, refused) => {
    const answer = await clack.select<string>({
      ...streams,
      message,
      options: shownChoices(choices, refused),
      maxItems: visibleChoices,
      ...(initial === undefined ? {} : { initialValue: initial }),
    });
    const chosen = choices.find(({ value }) => value === answer);
    return chosen === undefined ? undefined : { value: chosen.value };
  });
}

/** Asks for any number of several choices. */
export async function askChoices(
  person: Person,
  message: string,
  choices: readonly Option<string>[],
  initial: readonly string[],
  check: (chosen: readonly string[]) => string | undefined,
  signal: AbortSignal,
): Promise<Put<readonly string[]>> {
  let chosen = initial;
  for (;;) {
    const before = chosen;
    const answer = await put(person, signal, async (clack, streams, refused) => {
      const values = await clack.multiselect<string>({
        ...streams,
        message,
        options: shownChoices(choices, refused),
        initialValues: [...before],
        required: false,
        maxItems: visibleChoices,
      });
      return Array.isArray(values) ? { value: values } : undefined;
    });
    if ("refusal" in answer) return answer;
    const problem = check(answer.value);
    if (problem === undefined) return answer;
    await say(person, "warn", problem);
    chosen = answer.value;
  }
}

/** The library leaves the choice that the pointer is at on the screen, struck out where there are colours: nobody made it. */
function shownChoices(choices: readonly Option<string>[], refused: () => boolean): Option<string>[] {
  return choices.map(({ label, ...choice }) => ({
    ...choice,
    get label() {
      return refused() ? "" : label;
    },
  }));
}

/** Says something between two prompts, in their style. */
export async function say(person: Person, how: "step" | "info" | "warn" | "message", text: string): Promise<void> {
  const { log } = await import("@clack/prompts");
  log[how](wrapText(text, columnsOf(person)).join("\n"), { output: person.output });
}

/** Columns beside the guide of the prompts, which takes three; the last one stays free, where some terminals wrap. */
function columnsOf({ output }: Person): number {
  const columns = "columns" in output && typeof output.columns === "number" && output.columns > 0 ? output.columns : 80;
  return Math.max(columns - 4, 16);
}

/**
 * Shows one prompt, and tells apart the keys that end it without an answer.
 *
 * @param ask - nothing: the prompt ended without an answer. Its last argument says whether a key has refused one.
 * @throws {Interrupted} on Ctrl-C, when the terminal goes away, and when the signal is aborted.
 */
async function put<T>(
  person: Person,
  signal: AbortSignal,
  ask: (clack: Clack, streams: Streams, refused: () => boolean) => Promise<{ readonly value: T } | undefined>,
): Promise<Put<T>> {
  const clack = await import("@clack/prompts");
  if (signal.aborted) throw new Interrupted();
  const ending = new AbortController();
  const ended: { by: Refusal | "leave"; refused: boolean } = { by: "cancel", refused: false };
  const leave = (): void => {
    ended.by = "leave";
    ending.abort();
  };
  // The library ends the prompt on Esc and Ctrl-C by itself, and knows one meaning for both.
  const onKey = (_text: unknown, key: { readonly name?: string; readonly ctrl?: boolean } | undefined): void => {
    if (key?.name === "escape") ended.refused = true;
    if (key?.ctrl !== true) return;
    if (key.name === "c") ended.by = "leave";
    if (key.name !== "d") return;
    ended.by = "decline";
    // Not now: the library is still to see this key. It closes its prompt on Esc, and leaves it open when it is aborted.
    setImmediate(() => person.input.emit("keypress", undefined, { name: "escape", sequence: "\u001B" }));
  };
  person.input.prependListener("keypress", onKey);
  person.input.once("end", leave);
  signal.addEventListener("abort", leave, { once: true });
  try {
    const streams = { input: person.input, output: person.output, signal: ending.signal };
    const answer = await ask(clack, streams, () => ended.refused);
    if (answer !== undefined) return answer;
    if (ended.by === "leave") throw new Interrupted();
    return { refusal: ended.by };
  } finally {
    person.input.removeListener("keypress", onKey);
    person.input.removeListener("end", leave);
    signal.removeEventListener("abort", leave);
  }
}
