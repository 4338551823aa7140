import { diagnose } from "../diagnostics/diagnostic.js";
import { translateFunction, translateMethod } from "./calls.js";
import { abilityPath, readAbility } from "./ability.js";
import { bool, describeType, double, dyn, int, isNumber, string, type CelType, type NumberType } from "./cel-type.js";
import { conjoin, disjoin, insideClosure, negate, noProof, withFacts, type Facts, type Proof } from "./facts.js";
import { arithmetic, equality, membership, order } from "./operators.js";
import { callOf, entriesOf, operandsOf, selectionOf, type CelNode, type Selection } from "./cel-node.js";
import { presenceTest, readMember, readVariable, requirePresent, type Reading } from "./select.js";
import {
  operand,
  problemAt,
  quote,
  symbol,
  unsupported,
  type Translated,
  type TranslationContext,
  type Variable,
} from "./translation.js";

/** Macros over lists, and how TypeScript says them. */
const macros: ReadonlySet<string> = new Set(["all", "exists", "exists_one", "map", "filter"]);

const reservedWords: ReadonlySet<string> = new Set(
  "args inputs answer arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield Object String Math undefined".split(
    " ",
  ),
);

/**
 * Types an expression and translates it to TypeScript that has the same value. Undefined when something was reported.
 *
 * @param facts paths that are known to be there.
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
    case "!_": {
      const [inner] = operandsOf(node);
      const value = inner === undefined ? undefined : condition(context, inner, facts);
      if (value === undefined) return undefined;
      // `!(a !== b)` and `!(a === b)` read better with the other operator.
      const flipped = flip(value);
      return { ...value, ...flipped, proof: negate(value.proof) };
    }
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

function flip(value: Translated): { readonly code: string; readonly strength: number } {
  const found = /^([^&|?()<>=!"]+) (!==|===) ([^&|?()<>=!]+)$/.exec(value.code);
  if (value.strength === 10 && found !== null) {
    return { code: `${found[1]} ${found[2] === "===" ? "!==" : "==="} ${found[3]}`, strength: 10 };
  }
  return { code: `!${operand(value, 15)}`, strength: 15 };
}

function literal(context: TranslationContext, node: CelNode): Translated | undefined {
  const value = node.args;
  const made = (type: CelType, code: string): Translated => ({
    type,
    code,
    strength: 20,
    fails: false,
    proof: noProof,
  });
  if (typeof value === "bigint") {
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) return problemAt(context, node, "This integer cannot be held exactly");
    const exact = Number(value);
    return made({ ...int, least: exact, most: exact }, value.toString());
  }
  if (typeof value === "number") {
    return made({ ...double, least: value, most: value }, Object.is(value, -0) ? "-0" : String(value));
  }
  if (typeof value === "string") return made({ kind: "string", values: [value] }, quote(value));
  if (typeof value === "boolean") return made(bool, String(value));
  if (value === null) return made({ kind: "null" }, "null");
  return unsupported(context, node, "A literal of this kind (bytes, uint)");
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
    return made(type.values, "celKey");
  }
  return problemAt(context, node, `${describeType(type)} cannot be read by ${describeType(at.type)}`);
}

/** An operand that must be true or false. */
function condition(context: TranslationContext, node: CelNode, facts: Facts): Translated | undefined {
  const value = translate(context, node, facts);
  if (value === undefined || value.type.kind === "bool") return value;
  context.report(
    diagnose("cel/condition-type", context.locate(node.start, node.end), { actual: describeType(value.type) }),
  );
  return undefined;
}

/** Facts inside the part of an expression that runs when `proof` holds. */
export function assume(facts: Facts, proved: readonly string[]): Facts {
  const absent = proved.map((path) => path.replace(/^\?/, "")).filter((path) => path.startsWith("!"));
  const plain = proved.filter((path) => !path.startsWith("?") && !path.startsWith("!"));
  const known = proved.filter((path) => /^\?[^!]/.test(path)).map((path) => path.slice(1));
  const without = withFacts(
    facts,
    absent.map((path) => path.slice(1)),
    "absent",
  );
  return withFacts(withFacts(without, plain, "narrowed"), known, "known");
}

function logical(context: TranslationContext, node: CelNode, facts: Facts): Translated | undefined {
  const [first, second] = operandsOf(node);
  if (first === undefined || second === undefined) return undefined;
  const and = node.op === "&&";
  const left = condition(context, first, facts);
  const proved = left === undefined ? [] : and ? left.proof.whenTrue : left.proof.whenFalse;
  // A left side that can fail does not stop the right side from being looked at.
  const closed = left?.fails === true;
  const rightFacts = closed ? insideClosure(facts) : assume(facts, proved);
  const right = condition(context, second, rightFacts);
  if (left === undefined || right === undefined) return undefined;
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

function negative(context: TranslationContext, node: CelNode, facts: Facts): Translated | undefined {
  const [inner] = operandsOf(node);
  const value = inner === undefined ? undefined : translate(context, inner, facts);
  if (value === undefined) return undefined;
  if (value.type.kind === "int") {
    // `-0` is no integer of CEL.
    const code = value.code === "0" ? "0" : /^\d+$/.test(value.code) ? `-${value.code}` : `0 - ${operand(value, 14)}`;
    return { ...value, code, strength: code.startsWith("-") ? 15 : 13, proof: noProof };
  }
  if (value.type.kind === "double") {
    return { type: double, code: `-${operand(value, 16)}`, strength: 15, fails: value.fails, proof: noProof };
  }
  return problemAt(context, node, `"-" takes a number, not ${describeType(value.type)}`);
}

function ternary(context: TranslationContext, node: CelNode, facts: Facts): Translated | undefined {
  const [first, second, third] = operandsOf(node);
  if (first === undefined || second === undefined || third === undefined) return undefined;
  const test = condition(context, first, facts);
  const yes = translate(context, second, assume(facts, test?.proof.whenTrue ?? []));
  const no = translate(context, third, assume(facts, test?.proof.whenFalse ?? []));
  if (test === undefined || yes === undefined || no === undefined) return undefined;
  const type = unify(yes.type, no.type);
  if (type === undefined) {
    return problemAt(
      context,
      node,
      `Both sides of "? :" must have one type, not ${describeType(yes.type)} and ${describeType(no.type)}`,
    );
  }
  const code = `${operand(test, 4)} ? ${operand(yes, 3)} : ${operand(no, 3)}`;
  return { type, code, strength: 3, fails: test.fails || yes.fails || no.fails, proof: noProof };
}

function unify(a: CelType, b: CelType): CelType | undefined {
  if (a.kind === "string" && b.kind === "string") {
    return a.values !== undefined && b.values !== undefined
      ? { kind: "string", values: [...a.values, ...b.values] }
      : string;
  }
  if (isNumber(a) && isNumber(b)) return a.kind === b.kind ? eitherNumber(a, b) : undefined;
  if (a.kind === "list" && b.kind === "list") {
    const element = unify(a.element, b.element);
    return { kind: "list", element: element ?? dyn };
  }
  if (a.kind === "null" && b.kind !== "null") return b.kind === "nullable" ? b : { kind: "nullable", type: b };
  if (b.kind === "null" && a.kind !== "null") return a.kind === "nullable" ? a : { kind: "nullable", type: a };
  if (a.kind === "object" || a.kind === "outcome") return a === b ? a : undefined;
  return a.kind === b.kind ? a : undefined;
}

/** Bounds that hold whichever of the two it is. */
function eitherNumber(a: NumberType, b: NumberType): NumberType {
  return {
    kind: a.kind,
    ...(a.least !== undefined && b.least !== undefined && { least: Math.min(a.least, b.least) }),
    ...(a.most !== undefined && b.most !== undefined && { most: Math.max(a.most, b.most) }),
  };
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

function has(
  context: TranslationContext,
  node: CelNode,
  values: readonly CelNode[],
  facts: Facts,
): Translated | undefined {
  const [target] = values;
  const selection = target === undefined || values.length !== 1 ? undefined : selectionOf(target);
  if (target === undefined || selection === undefined) {
    return problemAt(context, node, "has() takes a path with a member, as in has(args.region)");
  }
  if (abilityPath(context, target) !== undefined) {
    return problemAt(context, node, "What the client can do is true or false by itself, without has()");
  }
  const { parent, name } = selection;
  // `has(NAME.field)` is false when NAME was skipped: the input itself needs no guard here.
  const skipped = parent.op === "id" ? readVariable(context, parent, String(parent.args)) : undefined;
  if (parent.op === "id" && skipped === undefined) return undefined;
  if (skipped !== undefined && facts.get(skipped.path) === "absent") return constant(false);
  const skippable = skipped?.absence === "skipped" && !facts.has(skipped.path);
  const from: Translated | undefined =
    skippable && skipped !== undefined
      ? { type: skipped.type, code: skipped.code, path: skipped.path, strength: 18, fails: false, proof: noProof }
      : translate(context, parent, facts);
  if (from === undefined) return undefined;
  const reading = readMember(context, target, from, name);
  if (reading === undefined) return undefined;
  // Testing again what is settled would leave TypeScript nothing to compare.
  const settled = from.type.kind === "outcome" ? facts.get(reading.path) : undefined;
  return settled === undefined ? presenceTest(context, reading, from, name, skippable) : constant(settled !== "absent");
}

const constant = (value: boolean): Translated => ({
  type: bool,
  code: String(value),
  strength: 20,
  fails: false,
  proof: noProof,
});

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

function macro(
  context: TranslationContext,
  node: CelNode,
  name: string,
  receiver: Translated,
  values: readonly CelNode[],
  facts: Facts,
): Translated | undefined {
  const [binder, ...bodies] = values;
  if (binder?.op !== "id" || bodies.length === 0 || bodies.length > (name === "map" ? 2 : 1)) {
    return unsupported(context, node, `This form of the macro ${name}`);
  }
  const { type } = receiver;
  if (type.kind !== "list" && type.kind !== "object") {
    return problemAt(context, node, `${name} goes over a list or the keys of a mapping, not ${describeType(type)}`);
  }
  const items = type.kind === "list" ? operand(receiver, 18) : `Object.keys(${receiver.code})`;
  const element = type.kind === "list" ? type.element : string;
  const bound = String(binder.args);
  const code = bindingName(context, bound);
  const variables = new Map<string, Variable>(context.variables).set(bound, { type: element, code });
  const inner: TranslationContext = { ...context, variables, bound: [...context.bound, code] };
  // What was proved about an outer variable of the same name says nothing about this one.
  const outside = new Map([...insideClosure(facts)].filter(([path]) => path !== code && !path.startsWith(`${code}.`)));
  const last = bodies.at(-1);
  if (last === undefined) return undefined;
  const test = name === "map" && bodies.length === 1 ? undefined : condition(inner, bodies[0] ?? last, outside);
  if (name !== "map") {
    if (test === undefined) return undefined;
    return listTest(context, name, receiver, items, code, test, element);
  }
  if (bodies.length === 2 && test === undefined) return undefined;
  const mapped = translate(inner, last, outside);
  if (mapped === undefined) return undefined;
  const filtered = test === undefined ? items : `${items}.filter(${parameterFor(code, test.code)} => ${test.code})`;
  const body = mapped.code.startsWith("{") ? `(${mapped.code})` : mapped.code;
  return {
    type: { kind: "list", element: mapped.type },
    code: `${filtered}.map(${parameterFor(code, mapped.code)} => ${body})`,
    strength: 18,
    fails: receiver.fails || mapped.fails || test?.fails === true,
    proof: noProof,
  };
}

function listTest(
  context: TranslationContext,
  name: string,
  receiver: Translated,
  items: string,
  variable: string,
  test: Translated,
  element: CelType,
): Translated {
  const predicate = `${parameterFor(variable, test.code)} => ${test.code}`;
  const fails = receiver.fails || test.fails;
  const made = (type: CelType, code: string, strength = 18): Translated => ({
    type,
    code,
    strength,
    fails,
    proof: noProof,
  });
  if (name === "filter") return made({ kind: "list", element }, `${items}.filter(${predicate})`);
  if (name === "exists_one") return made(bool, `${items}.filter(${predicate}).length === 1`, 10);
  const absorbing = name === "all" ? "celAll" : "celExists";
  if (test.fails) return made(bool, `${symbol(context, absorbing)}(${items}, ${predicate})`);
  return made(bool, `${items}.${name === "all" ? "every" : "some"}(${predicate})`);
}

/** The parameter of a macro's function, if the body reads it: strict projects refuse one that is not used. */
function parameterFor(name: string, body: string): string {
  // A text or a pattern may hold the name too.
  const plain = body.replaceAll(/"(?:[^"\\]|\\.)*"|\/(?:[^/\\\n]|\\.)+\/u(?=\.test\()/g, '""');
  const read = plain
    .split(/[^\w$.]+/)
    .some(
      (word) => word === name || word.startsWith(`${name}.`) || word === `...${name}` || word.startsWith(`...${name}.`),
    );
  return read ? `(${name})` : "()";
}

/** The variable's own name where TypeScript allows it and nothing around has it, also where it cannot be seen. */
function bindingName(context: TranslationContext, name: string): string {
  const used = new Set([...[...context.variables.values()].map((variable) => variable.code), ...context.bound]);
  if (!reservedWords.has(name) && !name.startsWith("cel") && !used.has(name)) return name;
  let count = 1;
  while (used.has(`item${count}`)) count++;
  return `item${count}`;
}

function list(context: TranslationContext, node: CelNode, facts: Facts): Translated | undefined {
  const items = operandsOf(node).map((item) => translate(context, item, facts));
  const complete = items.filter((item) => item !== undefined);
  if (complete.length < items.length) return undefined;
  let element: CelType | undefined = complete[0]?.type ?? dyn;
  for (const item of complete.slice(1)) element = element === undefined ? undefined : unify(element, item.type);
  if (element === undefined) return problemAt(context, node, "The items of a list must have one type");
  const code = `[${complete.map((item) => operand(item, 2)).join(", ")}]`;
  return {
    type: { kind: "list", element },
    code,
    strength: 20,
    fails: complete.some((item) => item.fails),
    proof: noProof,
  };
}

function mapping(context: TranslationContext, node: CelNode, facts: Facts): Translated | undefined {
  const entries = entriesOf(node);
  const parts: string[] = [];
  let fails = false;
  for (const [key, item] of entries) {
    if (key.op !== "value" || typeof key.args !== "string")
      return unsupported(context, key, "A key that is not a text");
    const value = translate(context, item, facts);
    if (value === undefined) return undefined;
    fails ||= value.fails;
    // A computed key, because `"__proto__": x` in a literal sets the prototype.
    parts.push(`${key.args === "__proto__" ? '["__proto__"]' : quote(key.args)}: ${operand(value, 2)}`);
  }
  const type: CelType = { kind: "object", names: [], field: () => undefined, values: dyn };
  return { type, code: parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`, strength: 20, fails, proof: noProof };
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

/** `NAME != null`: whether an input that can be skipped was asked or computed. */
function skippedTest(
  context: TranslationContext,
  node: CelNode,
  first: CelNode,
  second: CelNode,
  facts: Facts,
): Translated | undefined {
  const isNull = (side: CelNode): boolean => side.op === "value" && side.args === null;
  const side = isNull(second) ? first : isNull(first) ? second : undefined;
  if (side?.op !== "id") return undefined;
  const variable = context.variables.get(String(side.args));
  if (variable?.input?.mayBeSkipped !== true) return undefined;
  context.mentioned.add(variable.input.name);
  const negated = node.op === "!=";
  const settled = facts.get(variable.code);
  if (settled !== undefined) return constant((settled === "absent") !== negated);
  const there = [variable.code];
  const absent = [`!${variable.code}`];
  return {
    type: bool,
    code: `${variable.code} ${negated ? "!==" : "==="} undefined`,
    strength: 10,
    fails: false,
    proof: negated ? { whenTrue: there, whenFalse: absent } : { whenTrue: absent, whenFalse: there },
  };
}
