/** A library to research in: how a topic can be understood. */
export interface World {
  readonly meanings: Map<string, readonly string[]>;
  readonly surveyed: string[];
}

export function createWorld(): World {
  return {
    meanings: new Map([
      ["python", ["The language", "The snake"]],
      ["typescript", ["The language"]],
    ]),
    surveyed: [],
  };
}
