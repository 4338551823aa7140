/** A billing back end and the projects it bills. */
export interface World {
  /** Dollars of the next project. */
  price: number;
  readonly projects: { readonly id: string; readonly name: string; readonly price: number }[];
  /** Costs that were agreed to outside a question, by id. */
  readonly agreements: Map<string, { readonly organization: string; readonly amount: number }>;
}

export function createWorld(price: number): World {
  return { price, projects: [], agreements: new Map() };
}
