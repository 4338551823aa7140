import { entriesOf, operandsOf, type CelNode } from "./cel-node.js";
import { bool, double, dyn, int, unify, type CelType } from "./cel-type.js";
import { noProof, type Facts } from "./facts.js";
import { translate } from "./translate.js";
import { operand, problemAt, quote, unsupported, type Translated, type TranslationContext } from "./translation.js";

/** A text, a number, true, false or null that is written out. */
export function literal(context: TranslationContext, node: CelNode): Translated | undefined {
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

/** `[a, b]` */
export function list(context: TranslationContext, node: CelNode, facts: Facts): Translated | undefined {
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

/** `{"a": b}` */
export function mapping(context: TranslationContext, node: CelNode, facts: Facts): Translated | undefined {
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
  const type: CelType = { kind: "object", names: [], field: () => undefined, values: () => dyn };
  return { type, code: parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`, strength: 20, fails, proof: noProof };
}
