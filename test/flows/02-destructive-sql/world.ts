/** A database that remembers what it ran. */
export interface World {
  readonly ran: string[];
}

export function createWorld(): World {
  return { ran: [] };
}

/** What in a query can destroy data; nothing when it cannot. */
export function danger(query: string): string | undefined {
  for (const statement of query.split(";")) {
    const text = statement.trim();
    const found = /\b(drop|delete|truncate)\b/i.exec(text);
    if (found !== null) return found[0].toUpperCase();
    if (/\bupdate\b/i.test(text) && !/\bwhere\b/i.test(text)) return "UPDATE without WHERE";
  }
  return undefined;
}
