import { diagnose } from "../diagnostics/diagnostic.js";
import { didYouMean } from "../diagnostics/suggest.js";
import {
  bool,
  describeType,
  double,
  int,
  isNumber,
  isScalar,
  string,
  type CelType,
  type NumberType,
} from "./cel-type.js";
import { noProof, type Proof } from "./facts.js";
import { operandsOf, type CelNode } from "./cel-node.js";
import {
  accessor,
  literalText,
  operand,
  problemAt,
  sourceOfNode,
  symbol,
  type Translated,
  type TranslationContext,
} from "./translation.js";

type Binary = (
  context: TranslationContext,
  node: CelNode,
  left: Translated,
  right: Translated,
) => Translated | undefined;

const made = (type: CelType, code: string, strength: number, fails: boolean, proof: Proof = noProof): Translated => ({
  type,
  code,
  strength,
  fails,
  proof,
});

const strip = (type: CelType): CelType => (type.kind === "nullable" ? type.type : type);

/** `==` and `!=`. */
export const equality: Binary = (context, node, left, right) => {
  const negated = node.op === "!=";
  const fails = left.fails || right.fails;
  const nullSide = left.type.kind === "null" ? right : right.type.kind === "null" ? left : undefined;
  if (nullSide !== undefined && nullSide.type.kind !== "null") return compareWithNull(context, node, nullSide, negated);
  const a = strip(left.type);
  const b = strip(right.type);
  if (a.kind === "unit" || b.kind === "unit") {
    return problemAt(context, node, "An answer without content cannot be compared");
  }
  if (!comparable(a, b)) {
    return problemAt(
      context,
      node,
      `${capital(describeType(left.type))} is never equal to ${describeType(right.type)}`,
    );
  }
  if (isScalar(a) && isScalar(b)) {
    if (neverEqual(context, node, a, b) || neverSameNumber(context, node, a, b)) return undefined;
    const narrows = [left, right].find((side) => side.path !== undefined && hasValues(side.type));
    const again = narrows?.path !== undefined && context.compared.has(narrows.path);
    if (narrows?.path !== undefined) context.compared.add(narrows.path);
    if (!again) {
      const operator = negated ? "!==" : "===";
      const code = `${operand(left, 11)} ${operator} ${operand(right, 11)}`;
      return made(bool, code, 10, fails, outcomeProof(left, right, negated));
    }
  }
  const call = `${symbol(context, "celEqual")}(${left.code}, ${right.code})`;
  return made(
    bool,
    negated ? `!${call}` : call,
    negated ? 15 : 18,
    fails,
    knownOnly(outcomeProof(left, right, negated)),
  );
};

const hasValues = (type: CelType): boolean => type.kind === "string" && type.values !== undefined;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What a test that TypeScript does not understand proves. */
const knownOnly = (proof: Proof): Proof => ({
  whenTrue: proof.whenTrue.map((path) => `?${path}`),
  whenFalse: proof.whenFalse.map((path) => `?${path}`),
});

/** `NAME.action == "accept"` proves that `NAME.content` is there. */
function outcomeProof(left: Translated, right: Translated, negated: boolean): Proof {
  const [path, literal] = left.path?.endsWith(".action") === true ? [left.path, right] : [right.path, left];
  if (path?.endsWith(".action") !== true || literal.code !== '"accept"') return noProof;
  const content = [`${path.slice(0, -".action".length)}.content`];
  return negated ? { whenTrue: [], whenFalse: content } : { whenTrue: content, whenFalse: [] };
}

function compareWithNull(
  context: TranslationContext,
  node: CelNode,
  side: Translated,
  negated: boolean,
): Translated | undefined {
  if (side.type.kind === "dyn") {
    return made(bool, `${operand(side, 11)} ${negated ? "!==" : "==="} null`, 10, side.fails);
  }
  if (side.type.kind !== "nullable" || side.path === undefined) {
    return problemAt(context, node, `${capital(describeType(side.type))} is never null`);
  }
  const there = [side.path];
  const isNull = [`!${side.path}`];
  const proof = negated ? { whenTrue: there, whenFalse: isNull } : { whenTrue: isNull, whenFalse: there };
  return made(bool, `${operand(side, 11)} ${negated ? "!==" : "==="} null`, 10, side.fails, proof);
}

function comparable(a: CelType, b: CelType): boolean {
  if (a.kind === "dyn" || b.kind === "dyn") return true;
  if (isNumber(a) && isNumber(b)) return true;
  if (a.kind === "list" && b.kind === "list") return comparable(strip(a.element), strip(b.element));
  return a.kind === b.kind;
}

/** Comparing with a value that a choice does not have is a slip of the pen. */
function neverEqual(context: TranslationContext, node: CelNode, a: CelType, b: CelType): boolean {
  if (a.kind !== "string" || b.kind !== "string" || a.values === undefined || b.values === undefined) return false;
  const other = b.values;
  if (a.values.some((value) => other.includes(value))) return false;
  const [literal, choices] = a.values.length === 1 ? [a.values[0] ?? "", other] : [other[0] ?? "", a.values];
  const suggestion = didYouMean(literal, choices) || ` The choices are ${choices.slice(0, 8).join(", ")}.`;
  context.report(
    diagnose(
      "cel/always",
      context.locate(node.start, node.end),
      { value: String(node.op === "!=") },
      {
        help: `"${literal}" is not among the choices.${suggestion}`,
      },
    ),
  );
  return true;
}

/** Looking among values of which a choice has none. */
function neverIn(context: TranslationContext, node: CelNode, a: CelType, b: CelType): boolean {
  if (a.kind !== "string" || b.kind !== "string" || a.values === undefined || b.values === undefined) return false;
  const [wanted, among] = [a.values, b.values];
  if (wanted.some((value) => among.includes(value))) return false;
  const choices = a.values.length === 1 ? among : wanted;
  const help = { help: `The choices are ${choices.slice(0, 8).join(", ")}.` };
  context.report(diagnose("cel/always", context.locate(node.start, node.end), { value: "false" }, help));
  return true;
}

const least = (type: NumberType): number => type.least ?? Number.NEGATIVE_INFINITY;
const most = (type: NumberType): number => type.most ?? Number.POSITIVE_INFINITY;

/** Comparing with a number beyond the declared bounds is a slip too. */
function neverSameNumber(context: TranslationContext, node: CelNode, a: CelType, b: CelType): boolean {
  if (!isNumber(a) || !isNumber(b) || !(most(a) < least(b) || most(b) < least(a))) return false;
  return reportBounds(context, node, a, b, String(node.op === "!="));
}

function neverInOrder(context: TranslationContext, node: CelNode, a: NumberType, b: NumberType): boolean {
  const never: Readonly<Record<string, boolean>> = {
    "<": least(a) >= most(b),
    "<=": least(a) > most(b),
    ">": most(a) <= least(b),
    ">=": most(a) < least(b),
  };
  return never[node.op] === true && reportBounds(context, node, a, b, "false");
}

function reportBounds(context: TranslationContext, node: CelNode, a: NumberType, b: NumberType, value: string): true {
  const ranges = operandsOf(node).flatMap((side, index) => {
    const { least: from, most: to } = index === 0 ? a : b;
    const source = sourceOfNode(context, side);
    if (from === undefined || from !== to) {
      if (from === undefined) return to === undefined ? [] : [`"${source}" is at most ${to}`];
      return [to === undefined ? `"${source}" is at least ${from}` : `"${source}" is from ${from} to ${to}`];
    }
    // A number that is written out says itself what it is.
    return source === String(from) || side.op === "value" ? [] : [`"${source}" is ${from}`];
  });
  const help = ranges.length === 0 ? {} : { help: `${ranges.join(", and ")}.` };
  context.report(diagnose("cel/always", context.locate(node.start, node.end), { value }, help));
  return true;
}

/** `<`, `<=`, `>`, `>=`. */
export const order: Binary = (context, node, left, right) => {
  const fails = left.fails || right.fails;
  const { op } = node;
  if (isNumber(left.type) && isNumber(right.type)) {
    if (neverInOrder(context, node, left.type, right.type)) return undefined;
    return made(bool, `${operand(left, 12)} ${op} ${operand(right, 12)}`, 11, fails);
  }
  if (left.type.kind === "string" && right.type.kind === "string") {
    return made(bool, `${symbol(context, "celCompare")}(${left.code}, ${right.code}) ${op} 0`, 11, fails);
  }
  return problemAt(
    context,
    node,
    `"${op}" compares two numbers or two texts, not ${describeType(left.type)} and ${describeType(right.type)}`,
  );
};

const plainOperators: ReadonlyMap<string, number> = new Map([
  ["+", 13],
  ["-", 13],
  ["*", 14],
  ["/", 14],
]);

/** `+`, `-`, `*`, `/`, `%`. */
export const arithmetic: Binary = (context, node, left, right) => {
  const { op } = node;
  const fails = left.fails || right.fails;
  const { type: a } = left;
  const { type: b } = right;
  if (op === "+" && a.kind === "string" && b.kind === "string") {
    return made(string, `${operand(left, 13)} + ${operand(right, 14)}`, 13, fails);
  }
  if (op === "+" && a.kind === "list" && b.kind === "list" && comparable(a.element, b.element)) {
    const element: CelType = sameKind(a.element, b.element) ? a.element : { kind: "dyn" };
    return made({ kind: "list", element }, `[...${operand(left, 2)}, ...${operand(right, 2)}]`, 20, fails);
  }
  if (a.kind === "int" && b.kind === "int") {
    if ((op === "/" || op === "%") && b.least === 0 && b.most === 0) {
      return problemAt(context, node, `"${op}" by zero always fails`);
    }
    if (op === "/") return made(int, `${symbol(context, "celDivide")}(${left.code}, ${right.code})`, 18, true);
    if (op === "%") return made(int, `${symbol(context, "celRemainder")}(${left.code}, ${right.code})`, 18, true);
    const strength = plainOperators.get(op) ?? 13;
    const code = `${operand(left, strength)} ${op} ${operand(right, strength + 1)}`;
    return made(int, `${symbol(context, "celInteger")}(${code})`, 18, true);
  }
  if (a.kind === "double" && b.kind === "double" && op !== "%") {
    const strength = plainOperators.get(op) ?? 13;
    return made(double, `${operand(left, strength)} ${op} ${operand(right, strength + 1)}`, strength, fails);
  }
  const mixed = isNumber(a) && isNumber(b);
  const hint = mixed ? "; write an integer as a number with a point (2.0), or use double(...)" : "";
  return problemAt(context, node, `"${op}" does not take ${describeType(a)} and ${describeType(b)}${hint}`);
};

const sameKind = (a: CelType, b: CelType): boolean => a.kind === b.kind;

/** `value in list`, `key in map`. */
export const membership: Binary = (context, node, left, right) => {
  const fails = left.fails || right.fails;
  if (right.type.kind === "list") {
    const { element } = right.type;
    if (!comparable(strip(left.type), strip(element))) {
      return problemAt(
        context,
        node,
        `${capital(describeType(left.type))} is never in a list of ${describeType(element)}`,
      );
    }
    if (neverIn(context, node, strip(left.type), strip(element))) return undefined;
    return made(bool, `${symbol(context, "celIn")}(${left.code}, ${right.code})`, 18, fails);
  }
  if (right.type.kind === "object") {
    if (left.type.kind !== "string") return problemAt(context, node, `A key is a text, not ${describeType(left.type)}`);
    const key = left.code;
    const constant = literalText(key);
    const path = constant === undefined || right.path === undefined ? undefined : right.path + accessor(constant);
    const proof = path === undefined ? noProof : { whenTrue: [`?${path}`], whenFalse: [] };
    return made(bool, `Object.hasOwn(${right.code}, ${key})`, 18, fails, proof);
  }
  return problemAt(context, node, `"in" looks into a list or a mapping, not ${describeType(right.type)}`);
};
