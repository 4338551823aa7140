import type { ClientCapabilities } from "@modelcontextprotocol/client";
import type { ByHand, Generic } from "./answers.js";
import { byHand, isByHand, isGeneric } from "./answers.js";
import { CallError } from "./call-error.js";
import type { ClientContract, MethodDeclaration, QuestionDeclaration } from "./declarations.js";
import { defined } from "./defined.js";
import type { Asked, GenericHandlers } from "./questions.js";

/** Answers one question of the kind that it was registered for; its result is checked before anything is sent. */
export type Answerer = (question: never) => unknown;

/** What was registered for one declared question. */
export type Entry = Answerer | Generic | ByHand | undefined;

/** The functions that a generated client's user gave, whatever their types; {@link byHand} stands for all of them. */
export type FulfilFunctions = object;

/** What stands in the fulfil interface for a question. */
export function entryOf(fulfil: FulfilFunctions, declaration: MethodDeclaration, key: string): Entry {
  if (fulfil === byHand) return byHand;
  const group = member(fulfil, declaration.fulfil);
  const found = member(group, key);
  if (isGeneric(found) || isByHand(found)) return found;
  return typeof found === "function"
    ? (question: never): unknown => Reflect.apply(found, group, [question])
    : undefined;
}

/** A member of what the user wrote, methods of a class included, but nothing that every object has. */
function member(holder: unknown, name: string): unknown {
  if (typeof holder !== "object" || holder === null) return undefined;
  if (!Object.hasOwn(holder, name) && Object.hasOwn(Object.prototype, name)) return undefined;
  return Reflect.get(holder, name);
}

/** What is registered in general for a kind and mode of questions. */
export function genericFor(
  handlers: GenericHandlers,
  kind: Asked["kind"],
  tools: boolean,
): Answerer | ByHand | undefined {
  const { elicitation, sampling, roots } = handlers;
  if (kind === "roots") return roots;
  if (kind !== "sampling") {
    return typeof elicitation !== "object" || isByHand(elicitation) ? elicitation : elicitation[kind];
  }
  if (typeof sampling !== "object" || isByHand(sampling)) return tools ? undefined : sampling;
  return tools && !sampling.tools ? undefined : sampling.answer;
}

/**
 * The capabilities that follow from what is registered, each mode for itself (MCP 2026-07-28, client capabilities).
 * There is no other place to declare one.
 *
 * @throws {CallError} `bad-registration` when an entry leaves its question to a generic handler that is not there, or
 *   when an entry is missing altogether.
 */
export function capabilitiesOf(
  contract: ClientContract,
  fulfil: FulfilFunctions,
  handlers: GenericHandlers,
): ClientCapabilities {
  const can = new Set<Asked["kind"] | "tools">();
  for (const kind of ["form", "url", "sampling", "roots"] as const) {
    if (genericFor(handlers, kind, false) !== undefined) can.add(kind);
  }
  if (genericFor(handlers, "sampling", true) !== undefined) can.add("tools");
  for (const declaration of contract.methods) {
    for (const [key, question] of Object.entries(declaration.questions)) {
      checkEntry(entryOf(fulfil, declaration, key), declaration, key, question, handlers);
      can.add(askedKind(question));
      if (withTools(question)) can.add("tools");
    }
  }
  const declared = (kind: Asked["kind"] | "tools"): Record<string, never> | undefined =>
    can.has(kind) ? {} : undefined;
  const modes = defined({ form: declared("form"), url: declared("url") });
  return defined({
    elicitation: Object.keys(modes).length > 0 ? modes : undefined,
    sampling: can.has("sampling") ? defined({ tools: declared("tools") }) : undefined,
    roots: declared("roots"),
  });
}

function checkEntry(
  entry: Entry,
  declaration: MethodDeclaration,
  key: string,
  question: QuestionDeclaration,
  handlers: GenericHandlers,
): void {
  if (entry !== undefined && !isGeneric(entry)) return;
  const kind = askedKind(question);
  if (genericFor(handlers, kind, withTools(question)) !== undefined) return;
  throw new CallError(
    "bad-registration",
    `Nothing answers ${declaration.fulfil}.${key}: give it a function, or register a generic handler for ${kind}`,
    { input: key },
  );
}

/** Kind of the question as it arrives: a confirmation is a form without fields. */
export function askedKind(question: QuestionDeclaration): Asked["kind"] {
  return question.kind === "confirm" ? "form" : question.kind;
}

/** Whether a declared question offers tools to the model. */
export function withTools(question: QuestionDeclaration): boolean {
  return question.kind === "sampling" && question.tools === true;
}
