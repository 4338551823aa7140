import type * as z from "zod";

const kinds: ReadonlyMap<string, string> = new Map([
  ["object", "a mapping"],
  ["record", "a mapping"],
  ["map", "a mapping"],
  ["array", "a list"],
  ["tuple", "a list"],
  ["string", "a text"],
  ["number", "a number"],
  ["int", "a whole number"],
  ["boolean", "true or false"],
  ["null", "null"],
]);

const counted: ReadonlyMap<string, string> = new Map([
  ["string", "characters"],
  ["array", "entries"],
  ["object", "keys"],
  ["record", "keys"],
]);

/**
 * What a value must be, in the words of this project: reads after `"key" must be`, or for sizes after `"key"`. The language
 * says most of it where it declares a value; this speaks where it says nothing, so that no text of the library is ever shown.
 */
export function wordsOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return kinds.get(issue.expected) ?? "another kind of value";
    case "too_small":
      return size(issue.origin, issue.minimum, issue.inclusive !== false, "least", "more than");
    case "too_big":
      return size(issue.origin, issue.maximum, issue.inclusive !== false, "most", "less than");
    case "invalid_value":
      return issue.values.length === 1 ? String(issue.values[0]) : `one of ${issue.values.map(String).join(", ")}`;
    case "not_multiple_of":
      return `a multiple of ${issue.divisor}`;
    case "invalid_format":
      return "a text of another form";
    case "unrecognized_keys":
    case "invalid_union":
    case "invalid_key":
    case "invalid_element":
      return "another kind of value";
    case "custom":
    default:
      return "is not allowed";
  }
}

function size(
  origin: string,
  limit: number | bigint,
  inclusive: boolean,
  bound: "least" | "most",
  beyond: string,
): string {
  const what = counted.get(origin);
  if (what !== undefined && bound === "least" && Number(limit) === 1) return "must not be empty";
  const amount = inclusive ? `at ${bound} ${limit}` : `${beyond} ${limit}`;
  return what === undefined ? `must be ${amount}` : `must have ${amount} ${what}`;
}
