import { boolCoreTag, floatCoreTag, intCoreTag, NOT_RESOLVED, nullCoreTag, type ScalarTagDefinition } from "js-yaml";

type CoreValue = null | boolean | number | string;
type CoreTag = ScalarTagDefinition<null | boolean | number>;

/** The tags that a plain scalar can have besides text, by the first character of what they are written as. */
const byFirst = new Map<string, CoreTag[]>();
for (const tag of [nullCoreTag, boolCoreTag, intCoreTag, floatCoreTag] satisfies CoreTag[]) {
  for (const first of tag.implicitFirstChars ?? []) byFirst.set(first, [...(byFirst.get(first) ?? []), tag]);
}

/**
 * The value of a plain scalar in the core schema (YAML 1.2.2 section 10.3.2). A number that is too large is infinite: the
 * library takes it for a text.
 */
export function coreValue(source: string): CoreValue {
  const tags = byFirst.get(source.charAt(0));
  // Most plain scalars are words.
  if (tags === undefined) return source;
  for (const tag of tags) {
    const value = tag.resolve(source, false, tag.tagName);
    if (value !== NOT_RESOLVED) return value;
  }
  return /^[-+]?\.?\d/.test(source) && Math.abs(Number(source)) === Infinity ? Infinity : source;
}
