/**
 * Everything that turns text from a document into TypeScript source. Whatever a document holds, what comes out of here
 * is one token: a string literal, a property key, a template literal or a comment.
 */

/** Nearly every name; the Unicode classes are many times slower. */
const asciiIdentifier = /^[A-Za-z_$][A-Za-z0-9_$]*$/;
const identifierPattern = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;

/** True when `name` can stand unquoted as a property key or after a dot. Reserved words can. */
export function isIdentifierName(name: string): boolean {
  return asciiIdentifier.test(name) || identifierPattern.test(name);
}

/** Nearly every text: nothing in it has to be escaped. */
const plainText = /^[ !#-[\]-~]*$/;

/**
 * A string literal in double quotes. JSON escapes control characters and lone surrogates; the two line separators are
 * legal in literals since ES2019, but editors and older tools break lines at them.
 */
export function stringLiteral(text: string): string {
  return plainText.test(text) ? `"${text}"` : escapeLineSeparators(JSON.stringify(text));
}

/** The inside of a template literal: back-quotes, `${`, backslashes and control characters are escaped. */
export function templateText(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  return escapeLineSeparators(escaped.replaceAll("`", "\\`").replaceAll("${", "\\${"));
}

function escapeLineSeparators(source: string): string {
  if (!/[\u2028\u2029\ufeff]/.test(source)) return source;
  return source.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029").replaceAll("\ufeff", "\\ufeff");
}

/**
 * A property key for an object literal. `__proto__: x` would set the prototype instead of making a property, so that
 * one name is computed.
 */
export function propertyKey(name: string): string {
  if (name === "__proto__") return '["__proto__"]';
  return isIdentifierName(name) ? name : stringLiteral(name);
}

/** A property key for an interface or type literal, where `__proto__` is a name like any other. */
export function memberKey(name: string): string {
  return isIdentifierName(name) ? name : stringLiteral(name);
}

/** Access to a property: `.name` or `["odd name"]`. */
export function memberAccess(name: string): string {
  return isIdentifierName(name) ? `.${name}` : `[${stringLiteral(name)}]`;
}

/** A number literal; integers of five digits and more are grouped by thousands. */
export function numberLiteral(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) >= 10_000 && Math.abs(value) < 1e21) {
    return String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, "_");
  }
  return Object.is(value, -0) ? "-0" : String(value);
}

/** What is neither a list nor an object. */
export function scalarLiteral(value: null | boolean | number | string): string {
  if (typeof value === "string") return stringLiteral(value);
  if (typeof value === "number") return numberLiteral(value);
  return String(value);
}
