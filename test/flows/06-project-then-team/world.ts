interface Entry {
  readonly id: string;
  readonly name: string;
}

/** Projects of an organization and the teams of each, by id of the project. */
export interface World {
  readonly projects: Entry[];
  readonly teams: Map<string, readonly Entry[]>;
}

export function createWorld(): World {
  return {
    projects: [
      { id: "p-1", name: "Shop" },
      { id: "p-2", name: "Search" },
    ],
    teams: new Map([
      ["p-1", [{ id: "t-1", name: "Checkout" }]],
      [
        "p-2",
        [
          { id: "t-2", name: "Ranking" },
          { id: "t-3", name: "Crawling" },
        ],
      ],
    ]),
  };
}
