import { diagnose } from "../diagnostics/diagnostic.js";
import { bool, describeType, double, int, string } from "./cel-type.js";
import { noProof } from "./facts.js";
import type { CelNode } from "./cel-node.js";
import { translatePattern } from "./regular-expression.js";
import {
  literalText,
  operand,
  problemAt,
  symbol,
  unsupported,
  type Translated,
  type TranslationContext,
} from "./translation.js";

const textMethods: ReadonlyMap<string, string> = new Map([
  ["startsWith", "startsWith"],
  ["endsWith", "endsWith"],
  ["contains", "includes"],
]);

const call = (type: Translated["type"], code: string, fails: boolean): Translated => ({
  type,
  code,
  strength: 18,
  fails,
  proof: noProof,
});

/** `size(x)` and `x.size()`. */
function size(context: TranslationContext, node: CelNode, value: Translated): Translated | undefined {
  const { type } = value;
  if (type.kind === "string") return call(int, `${symbol(context, "celSize")}(${value.code})`, value.fails);
  if (type.kind === "list") return call(int, `${operand(value, 18)}.length`, value.fails);
  if (type.kind === "object") return call(int, `Object.keys(${value.code}).length`, value.fails);
  return problemAt(context, node, `size() takes a text, a list or a mapping, not ${describeType(type)}`);
}

/** A function: `size`, and the conversions that mean the same in both languages. */
export function translateFunction(
  context: TranslationContext,
  node: CelNode,
  name: string,
  values: readonly Translated[],
): Translated | undefined {
  const [value] = values;
  if (value === undefined || values.length !== 1) return unsupported(context, node, `The call of ${name}()`);
  const { type, code, fails } = value;
  if (name === "size") return size(context, node, value);
  if (name === "string") {
    if (type.kind === "string") return value;
    if (type.kind === "int" || type.kind === "bool") return call(string, `String(${code})`, fails);
  }
  if (name === "double") {
    if (type.kind === "double") return value;
    if (type.kind === "int") return { ...value, type: double };
  }
  if (name === "int") {
    if (type.kind === "int") return value;
    if (type.kind === "double") return call(int, `${symbol(context, "celInteger")}(Math.trunc(${code}))`, true);
  }
  if (name === "bool" && type.kind === "bool") return value;
  if (name === "string" || name === "double" || name === "int" || name === "bool") {
    return problemAt(context, node, `${name}() does not take ${describeType(type)}`);
  }
  return unsupported(context, node, `The function ${name}()`);
}

/** A method: on texts, and `size` on everything that has one. */
export function translateMethod(
  context: TranslationContext,
  node: CelNode,
  name: string,
  receiver: Translated,
  values: readonly Translated[],
): Translated | undefined {
  const [value] = values;
  if (name === "size" && values.length === 0) return size(context, node, receiver);
  const method = textMethods.get(name);
  if (method === undefined && name !== "matches") return unsupported(context, node, `The method ${name}()`);
  if (value === undefined || values.length !== 1) return unsupported(context, node, `The call of ${name}()`);
  if (receiver.type.kind !== "string" || value.type.kind !== "string") {
    const wrong = receiver.type.kind === "string" ? value : receiver;
    return problemAt(context, node, `${name}() is for texts, not ${describeType(wrong.type)}`);
  }
  const fails = receiver.fails || value.fails;
  if (method !== undefined) return call(bool, `${operand(receiver, 18)}.${method}(${value.code})`, fails);
  return matches(context, node, receiver, value);
}

function matches(
  context: TranslationContext,
  node: CelNode,
  receiver: Translated,
  value: Translated,
): Translated | undefined {
  const pattern = literalText(value.code);
  if (pattern === undefined) return unsupported(context, node, "A pattern that is not written out");
  const translated = translatePattern(pattern);
  if ("problem" in translated) {
    const place = context.locate(node.start, node.end);
    context.report(diagnose("cel/matches", place, { pattern, problem: translated.problem }));
    return undefined;
  }
  const source = translated.source === "" ? "(?:)" : translated.source;
  return call(bool, `/${source}/u.test(${receiver.code})`, receiver.fails || value.fails);
}
