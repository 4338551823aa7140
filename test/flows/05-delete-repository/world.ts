/** Repositories by full name; every repository has a number that no other ever gets. */
export interface World {
  readonly repositories: Map<string, number>;
  next: number;
}

export function createWorld(...names: readonly string[]): World {
  const world: World = { repositories: new Map(), next: 1 };
  for (const name of names) create(world, name);
  return world;
}

export function create(world: World, name: string): void {
  world.repositories.set(name, world.next);
  world.next += 1;
}
