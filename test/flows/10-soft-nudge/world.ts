/** How much of the free quota of an anonymous user is used. */
export interface World {
  used: number;
  readonly limit: number;
  nudge: boolean;
}

export function createWorld(used: number): World {
  return { used, limit: 100, nudge: true };
}
