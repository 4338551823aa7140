/** A weather service, and the tool groups of a server. */
export interface World {
  readonly weather: Map<string, string>;
  readonly groups: readonly string[];
  enabled: readonly string[];
}

export function createWorld(): World {
  return {
    weather: new Map([["Oslo", "snow"]]),
    groups: ["simulator", "device", "macos"],
    enabled: [],
  };
}
