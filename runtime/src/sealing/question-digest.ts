import { canonicalJson } from "../json/canonical-json.js";
import { isObject } from "../json/plain-object.js";
import { sha256 } from "./digest.js";

/**
 * SHA-256 of what was asked: method, parameters and pinned values. An answer counts only for the very question that it was
 * given to.
 */
export function questionDigest(
  question: { readonly method: string; readonly params: object | undefined },
  pins: readonly unknown[] | undefined,
): string {
  let text = `${question.method}\n`;
  if (question.params !== undefined) text += canonicalParams(question.params);
  if (pins !== undefined && pins.length > 0) text += `\n${canonicalJson(pins)}`;
  return sha256(text);
}

// A form's schema is a constant of the generated module nearly always; its digest is, too.
const schemaDigests = new WeakMap<object, string>();

function canonicalParams(params: object): string {
  if (!("requestedSchema" in params) || !isObject(params.requestedSchema)) return canonicalJson(params);
  let text = "";
  for (const name of Object.keys(params)) {
    const value: unknown = Reflect.get(params, name);
    // No JSON text has a line break in it.
    text += `${name}\n${name === "requestedSchema" ? digestOf(params.requestedSchema) : canonicalJson(value)}\n`;
  }
  return text;
}

function digestOf(schema: object): string {
  let digest = schemaDigests.get(schema);
  if (digest === undefined) {
    digest = sha256(canonicalJson(schema));
    schemaDigests.set(schema, digest);
  }
  return digest;
}
