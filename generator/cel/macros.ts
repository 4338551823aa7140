import type { CelNode } from "./cel-node.js";
import { bool, describeType, string, type CelType } from "./cel-type.js";
import { insideClosure, noProof, type Facts } from "./facts.js";
import { condition } from "./logic.js";
import { translate } from "./translate.js";
import {
  operand,
  problemAt,
  symbol,
  unsupported,
  type Translated,
  type TranslationContext,
  type Variable,
} from "./translation.js";

/** Macros over lists, and how TypeScript says them. */
export const macros: ReadonlySet<string> = new Set(["all", "exists", "exists_one", "map", "filter"]);

const reservedWords: ReadonlySet<string> = new Set(
  "args inputs answer arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield Object String Math undefined".split(
    " ",
  ),
);

/** What a macro runs for each item, and the parameters that it takes for it. */
interface Body extends Translated {
  readonly parameter: string;
}

/** `list.exists(item, condition)` and the like, as a function of TypeScript over the items. */
export function macro(
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
  // What was proved about an outer variable of the same name says nothing about this one.
  const outside = new Map([...insideClosure(facts)].filter(([path]) => path !== code && !path.startsWith(`${code}.`)));
  /** Translates a body, and says whether it reads what the macro binds. */
  const body = (
    read: (inner: TranslationContext, node: CelNode, facts: Facts) => Translated | undefined,
    part: CelNode,
  ): Body | undefined => {
    const reads = new Set<string>();
    const translated = read({ ...context, variables, reads, bound: [...context.bound, code] }, part, outside);
    const named = reads.delete(code);
    for (const other of reads) context.reads.add(other);
    // Strict projects refuse a parameter that is not used.
    return translated === undefined ? undefined : { ...translated, parameter: named ? `(${code})` : "()" };
  };
  const last = bodies.at(-1);
  if (last === undefined) return undefined;
  const test = name === "map" && bodies.length === 1 ? undefined : body(condition, bodies[0] ?? last);
  if (name !== "map") {
    if (test === undefined) return undefined;
    return listTest(context, name, receiver, items, test, element);
  }
  if (bodies.length === 2 && test === undefined) return undefined;
  const mapped = body(translate, last);
  if (mapped === undefined) return undefined;
  const filtered = test === undefined ? items : `${items}.filter(${test.parameter} => ${test.code})`;
  const value = mapped.code.startsWith("{") ? `(${mapped.code})` : mapped.code;
  return {
    type: { kind: "list", element: mapped.type },
    code: `${filtered}.map(${mapped.parameter} => ${value})`,
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
  test: Body,
  element: CelType,
): Translated {
  const predicate = `${test.parameter} => ${test.code}`;
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

/** The variable's own name where TypeScript allows it and nothing around has it, also where it cannot be seen. */
function bindingName(context: TranslationContext, name: string): string {
  const used = new Set([...[...context.variables.values()].map((variable) => variable.code), ...context.bound]);
  if (!reservedWords.has(name) && !name.startsWith("cel") && !used.has(name)) return name;
  let count = 1;
  while (used.has(`item${count}`)) count++;
  return `item${count}`;
}
