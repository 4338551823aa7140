/** Database services by id. `created` tells a service from a later one of the same id. */
export interface World {
  readonly services: Map<string, { readonly environment: "PROD" | "DEV"; readonly created: number }>;
}

export function createWorld(): World {
  return {
    services: new Map([
      ["svc-prod", { environment: "PROD", created: 1 }],
      ["svc-dev", { environment: "DEV", created: 2 }],
    ]),
  };
}
