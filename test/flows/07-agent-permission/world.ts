/** An agent that works by itself until it needs permission. */
export interface World {
  readonly started: string[];
  readonly did: string[];
}

export function createWorld(): World {
  return { started: [], did: [] };
}
