import { didYouMean } from "../diagnostics/suggest.js";
import { diagnose } from "../diagnostics/diagnostic.js";
import { clientAbilities } from "../model/client-abilities.js";
import { selectionOf, type CelNode } from "./cel-node.js";
import { bool } from "./cel-type.js";
import type { Reading } from "./select.js";
import { markRead, problemAt, quote, type TranslationContext, type Variable } from "./translation.js";

/** What a path after `client` names: `elicitation.form`; undefined for every other expression. */
export function abilityPath(context: TranslationContext, node: CelNode): string | undefined {
  const steps: string[] = [];
  let at = node;
  for (let step = selectionOf(at); step !== undefined; step = selectionOf(at)) {
    steps.unshift(step.name);
    at = step.parent;
  }
  const root = at.op === "id" ? context.variables.get(String(at.args)) : undefined;
  return root?.input?.abilities === true && steps.length > 0 ? steps.join(".") : undefined;
}

/** Reads `client.elicitation.form`: whether the client could show forms when the call began. */
export function readAbility(context: TranslationContext, node: CelNode, path: string): Reading | undefined {
  context.mentioned.add(clientVariable.input.name);
  if (!clientAbilities.some((ability) => ability === path)) {
    const inner = clientAbilities.filter((ability) => ability.startsWith(`${path}.`));
    if (inner.length > 0) return notOne(context, node, `client.${path}`, inner);
    const suggestion = didYouMean(path, clientAbilities) || ` There are ${clientAbilities.join(", ")}.`;
    const place = context.locate(node.start, node.end);
    context.report(diagnose("cel/unknown-property", place, { where: '"client"', name: path, suggestion }));
    return undefined;
  }
  markRead(context, clientVariable.code);
  const code = `${clientVariable.code}.includes(${quote(path)})`;
  return { type: bool, code, path: "", absence: undefined, input: "", fails: false };
}

/** Reports `client` where one thing that it can do should stand: to CEL it has no value of its own. */
export function reportBareClient(context: TranslationContext, node: CelNode): undefined {
  return notOne(context, node, "client", clientAbilities);
}

function notOne(context: TranslationContext, node: CelNode, path: string, inner: readonly string[]): undefined {
  const names = inner.map((ability) => `"client.${ability}"`).join(" or ");
  return problemAt(context, node, `"${path}" is several things: ${names}`);
}

/** The variable `client` of what is asked and computed. */
export const clientVariable = {
  type: { kind: "object", names: clientAbilities, field: () => undefined },
  code: "inputs.client",
  input: { name: "client", mayBeSkipped: false, abilities: true },
} as const satisfies Variable;
