import { abilityPath, readAbility } from "./ability.js";
import { translateFunction, translateMethod } from "./calls.js";
import { callOf, operandsOf, selectionOf, type CelNode, type Selection } from "./cel-node.js";
import { describeType, opposite, string, type CelType } from "./cel-type.js";
import { noProof, type Facts } from "./facts.js";
import { list, literal, mapping } from "./literals.js";
import { logical, negation, ternary } from "./logic.js";
import { macro, macros } from "./macros.js";
import { arithmetic, equality, membership, order } from "./operators.js";
import { has, skippedTest } from "./presence.js";
import { readMember, readVariable, requirePresent, type Reading } from "./select.js";
import { operand, problemAt, symbol, unsupported, type Translated, type TranslationContext } from "./translation.js";

/**
 * Types an expression and translates it to TypeScript that has the same value. Undefined when something was reported.
 *
 * @param facts - paths that are known to be there.
 */
export function translate(context: TranslationContext, node: CelNode, facts: Facts): Translated | undefined {
  switch (node.op) {
    case "value":
      return literal(context, node);
    case "id":
    case ".": {
      const reading = read(context, node, facts);
      return reading === undefined ? undefined : requirePresent(context, node, reading, facts);
    }
    case "[]":
      return index(context, node, facts);
    case "&&":
    case "||":
      return logical(context, node, facts);
    case "!_":
      return negation(context, node, facts);
    case "-_":
      return negative(context, node, facts);
    case "?:":
      return ternary(context, node, facts);
    case "call":
      return functionCall(context, node, facts);
    case "rcall":
      return methodCall(context, node, facts);
    case "list":
      return list(context, node, facts);
    case "map":
      return mapping(context, node, facts);
    default:
      return binary(context, node, facts);
  }
}

function negative(context: TranslationContext, node: CelNode, facts: Facts): Translated | undefined {
  const [inner] = operandsOf(node);
  const value = inner === undefined ? undefined : translate(context, inner, facts);
  if (value === undefined) return undefined;
  if (value.type.kind === "int") {
    // `-0` is no integer of CEL.
    const code = value.code === "0" ? "0" : /^\d+$/.test(value.code) ? `-${value.code}` : `0 - ${operand(value, 14)}`;
    return { ...value, type: opposite(value.type), code, strength: code.startsWith("-") ? 15 : 13, proof: noProof };
  }
  if (value.type.kind === "double") {
    const type = opposite(value.type);
    return { type, code: `-${operand(value, 16)}`, strength: 15, fails: value.fails, proof: noProof };
  }
  return problemAt(context, node, `"-" takes a number, not ${describeType(value.type)}`);
}

/** Reads a path up to its last step without asking whether that is there. */
function read(context: TranslationContext, node: CelNode, facts: Facts): Reading | undefined {
  if (node.op === "id") return readVariable(context, node, String(node.args));
  const selection = selectionOf(node);
  if (selection === undefined) return undefined;
  const ability = abilityPath(context, node);
  if (ability !== undefined) return readAbility(context, node, ability);
  const sampled = sampledText(context, selection, facts);
  if (sampled !== undefined) return sampled;
  const from = translate(context, selection.parent, facts);
  return from === undefined ? undefined : readMember(context, node, from, selection.name);
}

/** `NAME.content.text` of a sampled message: its text, whatever blocks it came in. */
function sampledText(context: TranslationContext, selection: Selection, facts: Facts): Reading | undefined {
  const content = selection.name === "text" ? selectionOf(selection.parent) : undefined;
  if (content?.name !== "content" || content.parent.op !== "id") return undefined;
  const root = content.parent;
  const variable = context.variables.get(String(root.args));
  if (variable?.input?.sampled !== true) return undefined;
  const message = translate(context, root, facts);
  if (message === undefined) return undefined;
  const code = `${symbol(context, "celSampledText")}(${message.code})`;
  return { type: string, code, path: "", absence: undefined, input: "", fails: true };
}

function index(context: TranslationContext, node: CelNode, facts: Facts): Translated | undefined {
  const [parent, key] = operandsOf(node);
  if (parent === undefined || key === undefined) return undefined;
  const from = translate(context, parent, facts);
  if (from === undefined) return undefined;
  if (key.op === "value" && typeof key.args === "string") {
    const reading = readMember(context, { ...node, args: [parent, key.args] }, from, key.args);
    return reading === undefined ? undefined : requirePresent(context, node, reading, facts);
  }
  const at = translate(context, key, facts);
  if (at === undefined) return undefined;
  const made = (type: CelType, name: string): Translated => ({
    type,
    code: `${symbol(context, name)}(${from.code}, ${at.code})`,
    strength: 18,
    fails: true,
    proof: noProof,
  });
  if (from.type.kind === "list" && at.type.kind === "int") return made(from.type.element, "celAt");
  const { type } = from;
  if (type.kind === "object" && at.type.kind === "string" && type.values !== undefined && type.names.length === 0) {
    return made(type.values(), "celKey");
  }
  return problemAt(context, node, `${describeType(type)} cannot be read by ${describeType(at.type)}`);
}

function functionCall(context: TranslationContext, node: CelNode, facts: Facts): Translated | undefined {
  const call = callOf(node);
  if (call === undefined) return undefined;
  const { name, values } = call;
  if (name === "has") return has(context, node, values, facts);
  if (name === "dyn") return unsupported(context, node, "dyn()");
  const translated = values.map((value) => translate(context, value, facts));
  const complete = translated.filter((value) => value !== undefined);
  return complete.length === translated.length ? translateFunction(context, node, name, complete) : undefined;
}

function methodCall(context: TranslationContext, node: CelNode, facts: Facts): Translated | undefined {
  const call = callOf(node);
  if (call?.receiver === undefined) return undefined;
  const { name, receiver: receiverNode, values } = call;
  if (receiverNode.op === "id" && !context.variables.has(String(receiverNode.args)) && receiverNode.args === "cel") {
    return unsupported(context, node, `The macro cel.${name}`);
  }
  const receiver = translate(context, receiverNode, facts);
  if (receiver === undefined) return undefined;
  if (macros.has(name)) return macro(context, node, name, receiver, values, facts);
  const translated = values.map((value) => translate(context, value, facts));
  const complete = translated.filter((value) => value !== undefined);
  return complete.length === translated.length ? translateMethod(context, node, name, receiver, complete) : undefined;
}

function binary(context: TranslationContext, node: CelNode, facts: Facts): Translated | undefined {
  const [first, second] = operandsOf(node);
  if (first === undefined || second === undefined) return unsupported(context, node, `"${node.op}"`);
  if (node.op === "==" || node.op === "!=") {
    const tested = skippedTest(context, node, first, second, facts);
    if (tested !== undefined) return tested;
  }
  const left = translate(context, first, facts);
  const right = translate(context, second, facts);
  if (left === undefined || right === undefined) return undefined;
  switch (node.op) {
    case "==":
    case "!=":
      return equality(context, node, left, right);
    case "<":
    case "<=":
    case ">":
    case ">=":
      return order(context, node, left, right);
    case "in":
      return membership(context, node, left, right);
    case "+":
    case "-":
    case "*":
    case "/":
    case "%":
      return arithmetic(context, node, left, right);
    default:
      return unsupported(context, node, `"${node.op}"`);
  }
}
