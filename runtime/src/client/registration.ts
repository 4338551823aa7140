import type { ClientCapabilities } from "@modelcontextprotocol/client";
import { mergeCapabilities } from "@modelcontextprotocol/client";
import { trusted } from "../json/trusted.js";
import type { ByHand } from "./answers.js";
import { byHand, isByHand } from "./answers.js";
import { CallError } from "./call-error.js";
import type { ClientContract, MethodDeclaration, QuestionDeclaration } from "./declarations.js";
import { defined } from "./defined.js";
import type { Asked, GenericHandlers, Question } from "./questions.js";

/** What a question is to whoever answers it. */
export type Mode = "form" | "url" | "sampling" | "sampling with tools" | "roots";

/** What is declared for questions of a mode, each for itself (MCP 2026-07-28, client capabilities). */
const capabilityOf: Readonly<Record<Mode, ClientCapabilities>> = {
  form: { elicitation: { form: {} } },
  url: { elicitation: { url: {} } },
  sampling: { sampling: {} },
  "sampling with tools": { sampling: { tools: {} } },
  roots: { roots: {} },
};

/** The mode of a question as it arrives, or as it is declared: a confirmation is a form without fields. */
export function modeOf(question: Asked | QuestionDeclaration): Mode {
  if (question.kind === "sampling") return question.tools === true ? "sampling with tools" : "sampling";
  return question.kind === "confirm" ? "form" : question.kind;
}

/** Answers one question of the mode that it was registered for; its result is checked before anything is sent. */
export type Answerer = (question: Question) => unknown;

/** What is registered in general, by mode. */
export type GenericAnswerers = { readonly [M in Mode]?: Answerer | ByHand };

/** Sorts what is registered in general by what it answers. */
export function genericsOf({ elicitation, sampling, roots }: GenericHandlers): GenericAnswerers {
  const { form, url } =
    typeof elicitation === "object" && !isByHand(elicitation) ? elicitation : { form: elicitation, url: elicitation };
  const { answer, tools } =
    typeof sampling === "object" && !isByHand(sampling) ? sampling : { answer: sampling, tools: false };
  const generics = { form, url, sampling: answer, "sampling with tools": tools ? answer : undefined, roots };
  // Each only ever gets questions of its mode.
  return trusted<GenericAnswerers>(defined(generics));
}

/** The functions that a generated client's user gave, whatever their types; {@link byHand} stands for all of them. */
export type FulfilFunctions = object;

/** What the fulfil interface has for a question; nothing where a generic handler is to answer it. */
export function entryOf(
  fulfil: FulfilFunctions,
  declaration: MethodDeclaration,
  key: string,
): Answerer | ByHand | undefined {
  if (isByHand(fulfil)) return byHand;
  const group = member(fulfil, declaration.fulfil);
  const found = member(group, key);
  if (isByHand(found)) return found;
  return typeof found === "function" ? (question): unknown => Reflect.apply(found, group, [question]) : undefined;
}

/** A member of what the user wrote, methods of a class included, but nothing that every object has. */
function member(holder: unknown, name: string): unknown {
  if (typeof holder !== "object" || holder === null) return undefined;
  return Object.hasOwn(holder, name) || !Object.hasOwn(Object.prototype, name) ? Reflect.get(holder, name) : undefined;
}

/**
 * The capabilities that follow from what is registered. There is no other place to declare one.
 *
 * @throws {CallError} `bad-registration` when an entry leaves its question to a generic handler that is not there, or
 *   when an entry is missing altogether.
 */
export function capabilitiesOf(
  contract: ClientContract,
  fulfil: FulfilFunctions,
  generics: GenericAnswerers,
): ClientCapabilities {
  const answered = contract.methods.flatMap((declaration) =>
    Object.entries(declaration.questions).map(([key, question]) => {
      const mode = modeOf(question);
      if ((entryOf(fulfil, declaration, key) ?? generics[mode]) !== undefined) return mode;
      throw new CallError(
        "bad-registration",
        `Nothing answers ${declaration.fulfil}.${key}: give it a function, or register a generic handler for ${mode}`,
        { input: key },
      );
    }),
  );
  return [...trusted<Mode[]>(Object.keys(generics)), ...answered].reduce<ClientCapabilities>(
    (all, mode) => mergeCapabilities(all, capabilityOf[mode]),
    {},
  );
}
