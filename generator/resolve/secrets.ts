import { isArray } from "../load/values.js";
import type { JsonObject } from "../model/model.js";

/** Words of a name: `apiKey`, `api_key` and `API key` are the same two. */
function wordsOf(text: string): readonly string[] {
  return text
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== "");
}

/** Word sequences that name a secret wherever they stand. */
const phrases: readonly (readonly string[])[] = [
  ["password"],
  ["passwd"],
  ["passphrase"],
  ["passcode"],
  ["api", "key"],
  ["apikey"],
  ["secret", "key"],
  ["private", "key"],
  ["access", "key"],
  ["client", "secret"],
  ["access", "token"],
  ["refresh", "token"],
  ["auth", "token"],
  ["bearer", "token"],
  ["api", "token"],
  ["card", "number"],
  ["security", "code"],
  ["cvv"],
  ["cvc"],
  ["ssn"],
  ["social", "security"],
  ["recovery", "code"],
  ["seed", "phrase"],
];

/** Words that name a secret when a name ends with them: `auth_token`, but not `page_token_count`. */
const lastWords: ReadonlySet<string> = new Set(["token", "secret", "pwd", "pin", "credential", "credentials"]);

/** Tokens that are no secrets. */
const harmless: ReadonlySet<string> = new Set(["page", "next", "cursor", "continuation", "sync", "stop", "max"]);

function names(text: string): string | undefined {
  const words = wordsOf(text);
  const phrase = phrases.find((wanted) =>
    words.some((_, start) => wanted.every((word, offset) => words[start + offset] === word)),
  );
  return phrase?.join(" ");
}

function endsAsSecret(text: string): string | undefined {
  const words = wordsOf(text);
  const last = words.at(-1);
  const before = words.at(-2);
  if (last === undefined || !lastWords.has(last)) return undefined;
  return before !== undefined && harmless.has(before) ? undefined : last;
}

/**
 * Why a form field looks like a secret (MCP elicitation: servers must not ask for secrets in forms). Fields that a person only
 * picks, and yes/no, cannot carry one.
 */
export function secretReason(field: string, schema: JsonObject, type: string): string | undefined {
  const picked = isArray(schema["enum"]) || isArray(schema["oneOf"]) || Object.hasOwn(schema, "choices");
  if (type === "boolean" || type === "array" || picked) return undefined;
  const title = typeof schema["title"] === "string" ? schema["title"] : "";
  const description = typeof schema["description"] === "string" ? schema["description"] : "";
  const named = names(field) ?? names(title) ?? names(description);
  if (type !== "string")
    return named === undefined || /^(?:password|api|auth|access)/.test(named) ? undefined : `"${named}"`;
  const found = named ?? endsAsSecret(field) ?? endsAsSecret(title);
  return found === undefined ? undefined : `"${found}"`;
}
