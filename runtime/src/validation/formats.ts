/**
 * The four formats that a form may ask for (MCP 2026-07-28, elicitation, string schema). Any other format is an
 * annotation and holds.
 */
export function hasFormat(format: string, value: string): boolean {
  switch (format) {
    case "email":
      return isEmail(value);
    case "uri":
      return isUri(value);
    case "date":
      return isDate(value);
    case "date-time":
      return isDateTime(value);
    default:
      return true;
  }
}

function isEmail(value: string): boolean {
  if (value.length > 254) return false;
  // The dot-atom of RFC 5321; each label is matched by classes that do not overlap, so matching stays linear.
  return /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/i.test(
    value,
  );
}

/** An absolute URI (RFC 3986): a scheme, and none of the characters that a URI cannot hold. */
function isUri(value: string): boolean {
  return /^[a-z][a-z0-9+.-]*:[!#$%&'()*+,/:;=?@[\]\w.~-]+$/i.test(value) && !/%(?![0-9a-f]{2})/i.test(value);
}

function isDate(value: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  return match !== null && isDay(Number(match[1]), Number(match[2]), Number(match[3]));
}

/** RFC 3339, section 5.6; a leap second is accepted where it can happen. */
function isDateTime(value: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/.exec(
    value,
  );
  if (match === null || !isDay(Number(match[1]), Number(match[2]), Number(match[3]))) return false;
  const [hour, minute, second] = [Number(match[4]), Number(match[5]), Number(match[6])];
  const [offsetHour, offsetMinute] = [Number(match[8] ?? 0), Number(match[9] ?? 0)];
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return false;
  if (second < 60) return true;
  const sign = match[7] === "-" ? 1 : -1;
  const utcMinute = (hour * 60 + minute + sign * (offsetHour * 60 + offsetMinute) + 2880) % 1440;
  return utcMinute === 1439;
}

function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day <= days;
}
