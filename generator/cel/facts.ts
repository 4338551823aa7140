/**
 * What is known at a point of an expression. `narrowed`: it is there, and TypeScript knows it too, from a test in the same
 * function; `known`: only we do, from the input's own `when` or from outside a closure; `absent`: it is not there.
 */
export type Fact = "narrowed" | "known" | "absent";

/** What is known, by path. */
export type Facts = ReadonlyMap<string, Fact>;

export const noFacts: Facts = new Map();

/**
 * What a condition proves when it is true, and when it is false: paths that are there. `?path`: TypeScript does not see it;
 * `!path`: it is not there, or null. `path|null` is about null, where a path can be absent as well.
 */
export interface Proof {
  readonly whenTrue: readonly string[];
  readonly whenFalse: readonly string[];
}

export const noProof: Proof = { whenTrue: [], whenFalse: [] };

export function withFacts(facts: Facts, paths: readonly string[], how: Fact): Facts {
  if (paths.length === 0) return facts;
  const next = new Map(facts);
  for (const path of paths) if (how !== "known" || next.get(path) !== "narrowed") next.set(path, how);
  return next;
}

/** Facts as they hold inside a closure, where TypeScript forgets them. */
export function insideClosure(facts: Facts): Facts {
  return new Map([...facts].map(([path, fact]) => [path, fact === "absent" ? fact : "known"]));
}

/** What holds when one of two proofs does; of a value that is absent or null, that it is nothing else. */
function either(a: readonly string[], b: readonly string[]): readonly string[] {
  const holds = (path: string): boolean => a.includes(path) || (isAboutNull(path) && a.includes(aboutPresence(path)));
  return b.filter(holds);
}

const aboutNull = "|null";

/** The path by which it is known whether a member that can be absent is null. */
export const nullPathOf = (path: string): string => path + aboutNull;
const isAboutNull = (path: string): boolean => path.startsWith("!") && path.endsWith(aboutNull);
const aboutPresence = (path: string): string => path.slice(0, -aboutNull.length);

export function negate(proof: Proof): Proof {
  return { whenTrue: proof.whenFalse, whenFalse: proof.whenTrue };
}

export function conjoin(left: Proof, right: Proof): Proof {
  return {
    whenTrue: [...left.whenTrue, ...right.whenTrue],
    whenFalse: either(left.whenFalse, right.whenFalse),
  };
}

export function disjoin(left: Proof, right: Proof): Proof {
  return negate(conjoin(negate(left), negate(right)));
}
