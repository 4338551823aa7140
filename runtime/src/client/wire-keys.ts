import { CallError, questionName } from "./call-error.js";
import type { MethodDeclaration } from "./declarations.js";
import { declaredQuestion } from "./declarations.js";

/**
 * The questions of a round by the names of the spec: those with the prefix, as far as they are declared. Others keep their key.
 *
 * @throws {CallError} `invalid-question` for a key that is a declared name without its prefix: its answer would go to another.
 */
export function byName<T>(
  declaration: MethodDeclaration,
  prefix: string,
  questions: Readonly<Record<string, T>>,
): Record<string, T> {
  return Object.fromEntries(
    Object.entries(questions).map(([key, question]): [string, T] => {
      const name = key.startsWith(prefix) ? key.slice(prefix.length) : undefined;
      if (name !== undefined && declaredQuestion(declaration, name) !== undefined) return [name, question];
      if (declaredQuestion(declaration, key) === undefined) return [key, question];
      throw new CallError("invalid-question", `${questionName(key)} has no valid key`, { input: key });
    }),
  );
}

/** The answers to questions that {@link byName} named, by their keys. */
export function byKey<T>(
  declaration: MethodDeclaration,
  prefix: string,
  answers: Readonly<Record<string, T>>,
): Record<string, T> {
  return Object.fromEntries(
    Object.entries(answers).map(([name, answer]): [string, T] => [
      declaredQuestion(declaration, name) === undefined ? name : prefix + name,
      answer,
    ]),
  );
}
