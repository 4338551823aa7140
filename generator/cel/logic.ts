import { diagnose } from "../diagnostics/diagnostic.js";
import { operandsOf, type CelNode } from "./cel-node.js";
import { bool, describeType, unify } from "./cel-type.js";
import { conjoin, disjoin, insideClosure, negate, noProof, withFacts, type Facts, type Proof } from "./facts.js";
import { constant, constantOf, unprinted } from "./constant.js";
import { translate } from "./translate.js";
import { operand, problemAt, symbol, type Translated, type TranslationContext } from "./translation.js";

/** An operand that must be true or false. */
export function condition(context: TranslationContext, node: CelNode, facts: Facts): Translated | undefined {
  const value = translate(context, node, facts);
  if (value === undefined || value.type.kind === "bool") return value;
  context.report(
    diagnose("cel/condition-type", context.locate(node.start, node.end), { actual: describeType(value.type) }),
  );
  return undefined;
}

/** Facts inside the part of an expression that runs when `proof` holds. */
function assume(facts: Facts, proved: readonly string[]): Facts {
  const absent = proved.map((path) => path.replace(/^\?/, "")).filter((path) => path.startsWith("!"));
  const plain = proved.filter((path) => !path.startsWith("?") && !path.startsWith("!"));
  const known = proved.filter((path) => /^\?[^!]/.test(path)).map((path) => path.slice(1));
  const there = withFacts(withFacts(facts, plain, "narrowed"), known, "known");
  // What is said to be there and not to be there is never read.
  return withFacts(
    there,
    absent.map((path) => path.slice(1)),
    "absent",
  );
}

/** `&&` and `||`. */
export function logical(context: TranslationContext, node: CelNode, facts: Facts): Translated | undefined {
  const [first, second] = operandsOf(node);
  if (first === undefined || second === undefined) return undefined;
  const and = node.op === "&&";
  const compared = new Set(context.compared);
  let left = condition(context, first, facts);
  // What can fail runs in a function, in which TypeScript has forgotten what was tested around it.
  if (left?.fails === true && [...facts.values()].includes("narrowed")) {
    left = condition({ ...context, compared }, first, insideClosure(facts));
  }
  const proved = left === undefined ? [] : and ? left.proof.whenTrue : left.proof.whenFalse;
  // A left side that can fail does not stop the right side from being looked at.
  const closed = left?.fails === true;
  const rightFacts = closed ? insideClosure(facts) : assume(facts, proved);
  const decided = left && constantOf(left);
  const isLast = decided === !and;
  const right = isLast
    ? unprinted(context, (apart) => condition(apart, second, rightFacts))
    : condition(context, second, rightFacts);
  if (left === undefined || right === undefined) return undefined;
  if (decided !== undefined) return isLast ? left : right;
  const proof: Proof = and ? conjoin(left.proof, right.proof) : disjoin(left.proof, right.proof);
  const strength = and ? 5 : 4;
  if (closed) {
    const name = symbol(context, and ? "celAnd" : "celOr");
    const code = `${name}(() => ${left.code}, () => ${right.code})`;
    const known = (paths: readonly string[]): readonly string[] =>
      paths.map((path) => (path.startsWith("?") ? path : `?${path}`));
    const hidden = { whenTrue: known(proof.whenTrue), whenFalse: known(proof.whenFalse) };
    return { type: bool, code, strength: 18, fails: true, proof: hidden };
  }
  // `a && b || c` is right without parentheses, and read wrongly.
  const side = (value: Translated): string =>
    !and && value.strength === 5 ? `(${value.code})` : operand(value, strength);
  const code = `${side(left)} ${node.op} ${side(right)}`;
  return { type: bool, code, strength, fails: right.fails, proof };
}

/** `!` */
export function negation(context: TranslationContext, node: CelNode, facts: Facts): Translated | undefined {
  const [inner] = operandsOf(node);
  const value = inner === undefined ? undefined : condition(context, inner, facts);
  if (value === undefined) return undefined;
  const decided = constantOf(value);
  return decided === undefined ? { ...value, ...flip(value), proof: negate(value.proof) } : constant(!decided);
}

/** `!(a !== b)` and `!(a === b)` read better with the other operator. */
function flip(value: Translated): { readonly code: string; readonly strength: number } {
  const found = /^([^&|?()<>=!"]+) (!==|===) ([^&|?()<>=!]+)$/.exec(value.code);
  if (value.strength === 10 && found !== null) {
    return { code: `${found[1]} ${found[2] === "===" ? "!==" : "==="} ${found[3]}`, strength: 10 };
  }
  return { code: `!${operand(value, 15)}`, strength: 15 };
}

/** `test ? yes : no` */
export function ternary(context: TranslationContext, node: CelNode, facts: Facts): Translated | undefined {
  const [first, second, third] = operandsOf(node);
  if (first === undefined || second === undefined || third === undefined) return undefined;
  const test = condition(context, first, facts);
  const decided = test && constantOf(test);
  const branch = (part: CelNode, holds: boolean, proved: readonly string[] = []): Translated | undefined => {
    const run = (of: TranslationContext): Translated | undefined => translate(of, part, assume(facts, proved));
    return decided === !holds ? unprinted(context, run) : run(context);
  };
  const yes = branch(second, true, test?.proof.whenTrue);
  const no = branch(third, false, test?.proof.whenFalse);
  if (test === undefined || yes === undefined || no === undefined) return undefined;
  const type = unify(yes.type, no.type);
  if (type === undefined) {
    return problemAt(
      context,
      node,
      `Both sides of "? :" must have one type, not ${describeType(yes.type)} and ${describeType(no.type)}`,
    );
  }
  if (decided !== undefined) {
    const { code, strength, fails } = decided ? yes : no;
    return { type, code, strength, fails, proof: noProof };
  }
  const code = `${operand(test, 4)} ? ${operand(yes, 3)} : ${operand(no, 3)}`;
  return { type, code, strength: 3, fails: test.fails || yes.fails || no.fails, proof: noProof };
}
