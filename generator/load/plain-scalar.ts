import { losesDigits } from "./json.js";

const integer = /^[-+]?\d+$/;
const decimal = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;
const special = /^(?:0o[0-7]+|0x[\da-fA-F]+|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

/** Marks a scalar that only the whole parser judges. */
export const unsure: unique symbol = Symbol("unsure");

/** Value of a plain scalar in YAML's core schema (YAML 1.2.2 section 10.3.2). */
export function plainScalar(source: string): string | number | boolean | null | typeof unsure {
  const first = source.charCodeAt(0);
  // Digits, signs and points begin numbers.
  if ((first >= 48 && first <= 57) || first === 43 || first === 45 || first === 46) {
    if (special.test(source)) return unsure;
    if (!integer.test(source) && !decimal.test(source)) return source;
    const value = Number(source);
    return losesDigits(source, value) ? unsure : value;
  }
  switch (source) {
    case "true":
    case "True":
    case "TRUE":
      return true;
    case "false":
    case "False":
    case "FALSE":
      return false;
    case "null":
    case "Null":
    case "NULL":
    case "~":
      return null;
    default:
      return source;
  }
}
