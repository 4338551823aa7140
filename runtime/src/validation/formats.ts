/** A format that a form may ask for. */
export interface FormFormat {
  holds(value: string): boolean;
  /** What such a text is, for people who do not know the names of formats. */
  readonly words: string;
}

/**
 * The four formats of forms (MCP 2026-07-28, elicitation, string schema). Any other format is an annotation and holds.
 */
export const textFormats: ReadonlyMap<string, FormFormat> = new Map([
  ["email", { holds: isEmail, words: "an e-mail address" }],
  ["uri", { holds: isUri, words: "a full address, as in https://example.com/page" }],
  ["date", { holds: isDate, words: "a date, as in 2026-07-28" }],
  ["date-time", { holds: isDateTime, words: "a date and time with a zone, as in 2026-07-28T09:30:00Z" }],
]);

function isEmail(value: string): boolean {
  if (value.length > 254) return false;
  // The dot-atom of RFC 5321; what a match of the labels can cost is bounded by the length.
  return /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/i.test(
    value,
  );
}

/** An absolute URI (RFC 3986): a scheme, and none of the characters that a URI cannot hold. */
function isUri(value: string): boolean {
  return /^[a-z][a-z0-9+.-]*:[!#$%&'()*+,/:;=?@[\]\w.~-]+$/i.test(value) && !/%(?![0-9a-f]{2})/i.test(value);
}

/** A day that no calendar has is read as no time or as another day, and then does not come out as it went in. */
function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = new Date(value);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(value);
}

/** RFC 3339, section 5.6; a leap second is accepted where it can happen. */
function isDateTime(value: string): boolean {
  const [, day = "", minute = "", second, zone = ""] =
    /^([\d-]{10})T((?:[01]\d|2[0-3]):[0-5]\d):([0-5]\d|60)(?:\.\d+)?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i.exec(value) ??
    [];
  if (!isDate(day)) return false;
  return second !== "60" || new Date(`${day}T${minute}${zone.toUpperCase()}`).toISOString().includes("T23:59:");
}
