/**
 * What is known at a point of an expression. `narrowed`: it is there, and TypeScript knows it too, from a test in the same
 * function; `known`: only we do, from the input's own `when` or from outside a closure; `absent`: it is not there.
 */
export type Facts = ReadonlyMap<string, "narrowed" | "known" | "absent">;

export const noFacts: Facts = new Map();

/**
 * What a condition proves when it is true, and when it is false: paths that are there. `?path`: TypeScript does not see it;
 * `!path`: it is not there.
 */
export interface Proof {
  readonly whenTrue: readonly string[];
  readonly whenFalse: readonly string[];
}

export const noProof: Proof = { whenTrue: [], whenFalse: [] };

export function withFacts(facts: Facts, paths: readonly string[], how: "narrowed" | "known" | "absent"): Facts {
  if (paths.length === 0) return facts;
  const next = new Map(facts);
  for (const path of paths) if (next.get(path) !== "narrowed") next.set(path, how);
  return next;
}

/** True when something proved that a path is there. */
export function isProved(facts: Facts, path: string): boolean {
  const fact = facts.get(path);
  return fact !== undefined && fact !== "absent";
}

/** Facts as they hold inside a closure, where TypeScript forgets them. */
export function insideClosure(facts: Facts): Facts {
  return new Map([...facts].map(([path, fact]) => [path, fact === "absent" ? fact : "known"]));
}

const both = (a: readonly string[], b: readonly string[]): readonly string[] => a.filter((path) => b.includes(path));

export function negate(proof: Proof): Proof {
  return { whenTrue: proof.whenFalse, whenFalse: proof.whenTrue };
}

export function conjoin(left: Proof, right: Proof): Proof {
  return {
    whenTrue: [...left.whenTrue, ...right.whenTrue],
    whenFalse: both(left.whenFalse, right.whenFalse),
  };
}

export function disjoin(left: Proof, right: Proof): Proof {
  return negate(conjoin(negate(left), negate(right)));
}
