import * as z from "zod";

/**
 * Value types of the language. The `error` of each is what a diagnostic says was expected, so it reads after "must be".
 * Descriptions are what an editor shows on hover.
 */

export const text = (): z.ZodString => z.string({ error: "a text" });

export const flag = (): z.ZodBoolean => z.boolean({ error: "true or false" });

export const name = (): z.ZodString => z.string({ error: "a text" }).min(1, { error: "must not be empty" });

export const durationPattern = /^(?:0|[1-9]\d*)(?:\.\d+)?\s*(?:ms|s|m|h|d)?$/;

const durationText = "a duration: 10m, 24h, 90s, 500ms, 7d, or seconds as a number";

/** `10m`, `24h`, `90s`, `500ms`, `7d`, or seconds as a number. */
export const duration = (): z.ZodUnion<readonly [z.ZodNumber, z.ZodString]> =>
  z
    .union([z.number(), z.string().regex(durationPattern, { error: durationText })], {
      error: durationText,
    })
    .refine((value) => secondsOf(value) > 0, {
      error: "must be more than 0",
      when: ({ issues }) => issues.length === 0,
    })
    .meta({ schemaSlot: "duration" });

const unitSeconds: ReadonlyMap<string, number> = new Map([
  ["ms", 0.001],
  ["s", 1],
  ["m", 60],
  ["h", 3600],
  ["d", 86_400],
]);

/** Seconds of a duration that `duration()` accepted. */
export function secondsOf(value: number | string): number {
  if (typeof value === "number") return value;
  const found = /^([\d.]+)\s*([a-z]*)$/.exec(value);
  return Number(found?.[1] ?? 0) * (unitSeconds.get(found?.[2] === "" ? "s" : (found?.[2] ?? "s")) ?? 1);
}

/** Anything JSON: what MCP and its extensions define, passed on as it is. */
export const anything = (): z.ZodUnknown => z.unknown();

export const openMap = (): z.ZodRecord<z.ZodString, z.ZodUnknown> =>
  z.record(z.string(), z.unknown(), { error: "a mapping" });

export const list = <T extends z.ZodType>(item: T): z.ZodArray<T> => z.array(item, { error: "a list" });

/** A mapping by name; `__proto__` and the like are ordinary names, which the caller checks itself. */
export const map = <T extends z.ZodType>(item: T): z.ZodRecord<z.ZodString, T> =>
  z.record(z.string(), item, { error: "a mapping" });

/** One of a few words. Where words need explaining, editors show what each means. */
export const oneOf = <const T extends readonly [string, ...string[]]>(
  values: T,
  meanings?: Readonly<Record<T[number], string>>,
): z.ZodEnum<{ [K in T[number]]: K }> => {
  const words = z.enum(values, { error: `one of ${values.join(", ")}` });
  return meanings === undefined
    ? words
    : words.meta({ markdownEnumDescriptions: values.map((value: T[number]) => meanings[value]) });
};

export const reference = (): z.ZodString =>
  text()
    .describe(
      "Takes the declaration from elsewhere: `#/path` in this document or `./other.yaml#/path`. Keys beside it replace those of the target.",
    )
    .meta({ examples: ["#/inputs/region", "./shared.yaml#/tools/search"] });

/** Marks a place that holds a JSON Schema; `generator/resolve` checks what is inside, with positions. */
export const jsonSchema = (): z.ZodUnion<readonly [z.ZodRecord<z.ZodString, z.ZodUnknown>, z.ZodBoolean]> =>
  z.union([z.record(z.string(), z.unknown()), z.boolean()], { error: "a JSON Schema" }).meta({ schemaSlot: "any" });

export const objectSchema = (): z.ZodRecord<z.ZodString, z.ZodUnknown> =>
  z.record(z.string(), z.unknown(), { error: "a JSON Schema of an object" }).meta({ schemaSlot: "object" });

/** Marks a place that holds a form: the part of JSON Schema that a client can show. */
export const formSchema = (): z.ZodRecord<z.ZodString, z.ZodUnknown> =>
  z.record(z.string(), z.unknown(), { error: "a JSON Schema of an object" }).meta({ schemaSlot: "form" });
