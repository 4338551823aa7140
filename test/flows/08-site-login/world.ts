/** A vault in which people leave login data, and a scanner. */
export interface World {
  readonly slots: Map<string, "empty" | "filled">;
  readonly scans: { readonly site: string; readonly credential: string | undefined }[];
}

export function createWorld(): World {
  return { slots: new Map(), scans: [] };
}

/** What a person does on the vault's page. */
export function fillSlot(world: World, slot: string): void {
  world.slots.set(slot, "filled");
}
