import { diagnose } from "../diagnostics/diagnostic.js";
import { didYouMean } from "../diagnostics/suggest.js";
import { reportBareClient } from "./ability.js";
import { bool, describeType, type CelType } from "./cel-type.js";
import { noProof, nullPathOf, type Fact, type Facts } from "./facts.js";
import { operandsOf, type CelNode } from "./cel-node.js";
import { isNameable } from "./parse-path.js";
import {
  accessor,
  markRead,
  problemAt,
  quote,
  sourceOfNode,
  symbol,
  type Translated,
  type TranslationContext,
} from "./translation.js";

/** What reading a path finds: a value that may be absent until something proves that it is there. */
export interface Reading {
  readonly type: CelType;
  readonly code: string;
  readonly path: string;
  /** Absent values of this path: why it can be absent, or undefined when it is always there. */
  readonly absence: "optional" | "skipped" | "null" | undefined;
  /** The input at the root of the path, for messages. */
  readonly input: string;
  readonly fails: boolean;
  /** Code of the answer whose content this is; only accepted ones have any. */
  readonly answer?: string;
}

/** Names that every object has: only an own member counts. */
const inherited = (name: string): boolean => name in {};

/** Reads a variable without asking whether it is there. */
export function readVariable(context: TranslationContext, node: CelNode, name: string): Reading | undefined {
  const variable = context.variables.get(name);
  if (variable === undefined) {
    const suggestion = meantName(context, node, name);
    context.report(diagnose("cel/unknown-name", context.locate(node.start, node.end), { name, suggestion }));
    return undefined;
  }
  if (variable.input?.abilities === true) return reportBareClient(context, node);
  if (variable.input !== undefined) context.mentioned.add(variable.input.name);
  if (variable.unjudged === true) return undefined;
  markRead(context, variable.code);
  return {
    type: variable.type,
    code: variable.code,
    path: variable.code,
    absence: variable.input?.mayBeSkipped === true ? "skipped" : undefined,
    input: variable.input?.name ?? "",
    fails: false,
  };
}

/** Words of other languages for the arguments, and for what was answered. */
const argumentWords: ReadonlySet<string> = new Set(["arguments", "params", "parameters", "input", "arg"]);
const answerWords: ReadonlySet<string> = new Set(["inputs", "answers", "requires", "responses"]);

/** What an unknown name was meant to be, as a sentence. */
function meantName(context: TranslationContext, node: CelNode, name: string): string {
  const { variables } = context;
  // A key that cannot be written in an expression is no help.
  const names = [...variables.keys()].filter(isNameable);
  const after = /^\s*\.\s*([A-Za-z_]\w*)/.exec(context.source.slice(node.end))?.[1];
  if (answerWords.has(name)) {
    const direct = after !== undefined && variables.has(after) ? `"${after}"` : names.slice(0, 12).join(", ");
    return ` Inputs are named directly: ${direct}.`;
  }
  if (argumentWords.has(name) && variables.has("args")) return ' Did you mean "args"?';
  const args = variables.get("args")?.type;
  if (args?.kind === "object" && args.field(name) !== undefined) return ` Did you mean "args.${name}"?`;
  if (name === "undefined" || name === "None" || name === "nil") return " `has(path)` tests whether a value is there.";
  return didYouMean(name, names) || ` Known here: ${names.slice(0, 12).join(", ")}.`;
}

/** Reads a member without asking whether it is there; the value it is read from must be. */
export function readMember(
  context: TranslationContext,
  node: CelNode,
  from: Translated,
  name: string,
): Reading | undefined {
  const { type } = from;
  const place = context.locate(node.start, node.end);
  const base = from.strength < 18 ? `(${from.code})` : from.code;
  const code = base + accessor(name);
  const path = from.path === undefined ? "" : from.path + accessor(name);
  const reading = { code, path, input: "", fails: from.fails };
  if (type.kind === "outcome") {
    if (name === "action") return { ...reading, type: { kind: "string", values: type.actions }, absence: undefined };
    if (name === "content") return { ...reading, type: type.content, absence: "optional", answer: base };
    const outcome = parentSource(context, node);
    const help = `Test \`${outcome}.action == "accept"\` first, then read \`${outcome}.content${accessor(name)}\`.`;
    context.report(diagnose("cel/outcome", place, { source: sourceOfNode(context, node) }, { help }));
    return undefined;
  }
  if (type.kind === "dyn") {
    context.report(diagnose("cel/untyped", place, { source: parentSource(context, node), name }));
    return undefined;
  }
  if (type.kind !== "object") {
    return problemAt(context, node, `"${parentSource(context, node)}" is ${describeType(type)} and has no members`);
  }
  const field = type.field(name);
  if (field !== undefined) {
    const absence = field.optional ? "optional" : field.type.kind === "nullable" ? "null" : undefined;
    return { ...reading, type: field.type, absence };
  }
  if (type.values !== undefined) return { ...reading, type: type.values(), absence: "optional" };
  context.report(
    diagnose("cel/unknown-property", place, {
      where: `"${parentSource(context, node)}"`,
      name,
      suggestion: didYouMean(name, type.names),
    }),
  );
  return undefined;
}

/** How to guard a value of this type, where it stands. */
function guard(context: TranslationContext, source: string, type: CelType): string {
  const always = source.startsWith("args.")
    ? "What has a default or is in `required` is always there."
    : "What is in `required` is always there; a default of a form only fills the field in, and can be cleared.";
  const path = /^[\w.]+$/.test(source);
  if (!path) return `Guard it: \`has(...) && ...\`, a ternary, or the input's own \`when\`. ${always}`;
  if (!context.inText)
    return `Guard it: \`has(${source}) && ...\`, or with \`has(${source})\` in the input's own \`when\`. ${always}`;
  // A number has no neutral value to show instead.
  if (type.kind === "double") return `Put \`has(${source})\` in the input's own \`when\`. ${always}`;
  const value = type.kind === "int" || type.kind === "bool" ? `string(${source})` : source;
  return `Write \`"... \${{ has(${source}) ? ${value} : '-' }} ..."\`, or \`has(${source})\` in the input's own \`when\`. ${always}`;
}

/** How to ask whether an input that can be skipped was settled. */
function notSkipped(context: TranslationContext, { input }: Reading): string {
  const test = `${input} != null`;
  const here = context.inText ? `\${{ ${test} ? ... : '-' }}` : `${test} && ...`;
  return `Guard it: \`${here}\`, or with \`${test}\` in the \`when\` of this input.`;
}

function parentSource(context: TranslationContext, node: CelNode): string {
  const [parent] = operandsOf(node);
  return parent === undefined ? sourceOfNode(context, node) : sourceOfNode(context, parent);
}

/** The value of a reading, which must be there: always, or by what was proved before. */
export function requirePresent(
  context: TranslationContext,
  node: CelNode,
  reading: Reading,
  facts: Facts,
): Translated | undefined {
  const { path, absence, fails, type } = reading;
  const fact = facts.get(path);
  const value: Translated = { type, code: reading.code, strength: 18, fails, proof: noProof, path };
  if (absence === undefined) return value;
  // A null is a value; reading members of it is what needs proof.
  if (absence === "null") return orNull(context, value, fact);
  if (fact === undefined || fact === "absent") {
    const source = sourceOfNode(context, node);
    const place = context.locate(node.start, node.end);
    context.report(
      absence === "skipped"
        ? diagnose(
            "cel/may-be-skipped",
            place,
            { source, input: reading.input },
            { help: notSkipped(context, reading) },
          )
        : diagnose("cel/unguarded", place, { source }, { help: guard(context, source, type) }),
    );
    return undefined;
  }
  if (reading.answer !== undefined && fact === "known") {
    return { ...value, code: `${symbol(context, "celContent")}(${reading.answer})` };
  }
  if (type.kind !== "nullable") return { ...value, code: settled(context, value, fact) };
  // That it is there does not say that it is not null, which is proved on its own.
  const nullPath = nullPathOf(path);
  return orNull(context, { ...value, path: nullPath }, facts.get(nullPath));
}

/** A value that can be null, as far as it is known whether it is. */
function orNull(context: TranslationContext, value: Translated, fact: Fact | undefined): Translated {
  if (value.type.kind !== "nullable" || fact === undefined) return value;
  return fact === "absent"
    ? { ...value, type: { kind: "null" } }
    : { ...value, type: value.type.type, code: settled(context, value, fact) };
}

/** The code of a value that was proved to be there. */
function settled(context: TranslationContext, { code }: Translated, fact: Fact): string {
  return fact === "narrowed" ? code : `${symbol(context, "celPresent")}(${code})`;
}

/** `has(path)`: whether a member is there. */
export function presenceTest(
  context: TranslationContext,
  reading: Reading,
  from: Translated,
  name: string,
  skippable: boolean,
): Translated {
  const proved = reading.path === "" ? [] : [reading.path];
  const whenFalse = proved.map((path) => `!${path}`);
  const base = from.strength < 18 ? `(${from.code})` : from.code;
  const common = { type: bool, fails: from.fails } as const;
  if (from.type.kind === "outcome" && name === "content") {
    const action = `${from.path ?? ""}.action`;
    const again = context.compared.has(action);
    context.compared.add(action);
    const read = `${base}${skippable ? "?" : ""}.action`;
    const there = skippable ? [from.path ?? "", ...proved] : proved;
    // TypeScript narrows on the first comparison and may refuse the second.
    return again
      ? {
          ...common,
          code: `${symbol(context, "celEqual")}(${read}, "accept")`,
          strength: 18,
          proof: { whenTrue: there.map((path) => `?${path}`), whenFalse },
        }
      : { ...common, code: `${read} === "accept"`, strength: 10, proof: { whenTrue: there, whenFalse } };
  }
  const always = reading.absence === undefined || reading.absence === "null";
  if (always && !skippable) return { ...common, code: "true", strength: 20, proof: noProof };
  const member = accessor(name);
  const chained = skippable ? `${base}?.${member.startsWith(".") ? member.slice(1) : member}` : base + member;
  const whenTrue = skippable && from.path !== undefined ? [from.path, ...proved] : proved;
  if (inherited(name)) {
    const test = `Object.hasOwn(${skippable ? `${base} ?? {}` : base}, ${quote(name)})`;
    // TypeScript does not narrow by `hasOwn`, so what is proved is known to us only; see `withFacts`.
    return {
      ...common,
      code: test,
      strength: 18,
      proof: { whenTrue: whenTrue.map((path) => `?${path}`), whenFalse },
    };
  }
  return { ...common, code: `${chained} !== undefined`, strength: 10, proof: { whenTrue, whenFalse } };
}
