import type { Json, JsonObject } from "../model/model.js";

/** What a text of each format that a form knows looks like at the least (MCP elicitation, string schema). */
const shapes: ReadonlyMap<string, readonly [name: string, fits: (text: string) => boolean]> = new Map([
  ["email", ["an email address", (text: string) => /^[^\s@]+@[^\s@]+$/.test(text)]],
  ["uri", ["a URI", (text: string) => /^[A-Za-z][A-Za-z0-9+.-]*:\S+$/.test(text)]],
  ["date", ["a date (2026-01-31)", (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && isDay(text)]],
  [
    "date-time",
    [
      "a date and time (2026-01-31T09:30:00Z)",
      (text: string) =>
        /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/.test(text) &&
        isDay(text.slice(0, 10)),
    ],
  ],
]);

/** Why a default certainly has not the format of its field, as the end of a sentence; the runtime judges answers closer. */
export function formatProblem(schema: JsonObject, value: Json): string | undefined {
  const { format } = schema;
  const shape = typeof format === "string" ? shapes.get(format) : undefined;
  if (shape === undefined || typeof value !== "string") return undefined;
  const [name, fits] = shape;
  return fits(value) ? undefined : `is not ${name}`;
}

/** The calendar has the day: JavaScript counts 31 February on into March. */
function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
