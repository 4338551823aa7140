import { abilityPath } from "./ability.js";
import { selectionOf, type CelNode } from "./cel-node.js";
import { constant, constantOf } from "./constant.js";
import { bool } from "./cel-type.js";
import { noProof, type Facts } from "./facts.js";
import { presenceTest, readMember, readVariable } from "./select.js";
import { translate } from "./translate.js";
import { markRead, problemAt, type Translated, type TranslationContext } from "./translation.js";

/** `has(path.member)` */
export function has(
  context: TranslationContext,
  node: CelNode,
  values: readonly CelNode[],
  facts: Facts,
): Translated | undefined {
  const reads = new Set<string>();
  const tested = memberTest({ ...context, reads }, node, values, facts);
  // What is settled already reads nothing.
  if (tested !== undefined && constantOf(tested) === undefined) for (const name of reads) context.reads.add(name);
  return tested;
}

function memberTest(
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
  const settled = facts.get(reading.path);
  if (settled === "absent") return constant(false);
  // Testing again what is settled would leave TypeScript nothing to compare.
  if (settled !== undefined && from.type.kind === "outcome") return constant(true);
  return presenceTest(context, reading, from, name, skippable);
}

/** `NAME != null`: whether an input that can be skipped was asked or computed. */
export function skippedTest(
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
  markRead(context, variable.code);
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
