/** Longest name of a member in a request, in characters. */
export const longestName = 8192;

/**
 * Whether a body has a member with a longer name. The engine that judges arguments writes down for each wrong value where it stands,
 * with the names above it: one name of two million characters over half a million values would keep it busy for minutes.
 *
 * @param text - of the body; a short one cannot hold a long name, and is not looked through.
 */
export function hasLongName(text: string, body: unknown): boolean {
  if (text.length <= longestName) return false;
  // No recursion: a body may be nested deeper than the stack.
  const open = [body];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== "object" || value === null) continue;
    if (!Array.isArray(value) && Object.keys(value).some((name) => name.length > longestName)) return true;
    for (const member of Object.values(value)) open.push(member);
  }
  return false;
}
