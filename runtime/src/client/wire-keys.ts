import { questionError } from "./call-error.js";
import type { MethodDeclaration, WireKeys } from "./declarations.js";
import { declaredQuestion } from "./declarations.js";

/** The keys of a server that puts a prefix in front of the names of its questions on the wire. */
export function prefixedKeys(prefix: string): WireKeys {
  return {
    toNames: (declaration, questions) => mapKeys(questions, (key) => nameOf(declaration, prefix, key)),
    toKeys: (declaration, answers) =>
      mapKeys(answers, (name) => (declaredQuestion(declaration, name) === undefined ? name : prefix + name)),
  };
}

/** @throws {CallError} `invalid-question` for a key that is a declared name without its prefix: its answer would go to another. */
function nameOf(declaration: MethodDeclaration, prefix: string, key: string): string {
  const name = key.slice(prefix.length);
  if (key.startsWith(prefix) && declaredQuestion(declaration, name) !== undefined) return name;
  if (declaredQuestion(declaration, key) === undefined) return key;
  throw questionError("invalid-question", key, "has no valid key");
}

function mapKeys<T>(record: Readonly<Record<string, T>>, rename: (key: string) => string): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, value]): [string, T] => [rename(key), value]));
}
