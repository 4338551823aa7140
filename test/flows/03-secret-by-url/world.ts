/** Secrets by project and name: how often each was stored. Values live with the dashboard, not here. */
export interface World {
  readonly versions: Map<string, number>;
  /** Milliseconds since the epoch. */
  now: number;
}

export function createWorld(): World {
  return { versions: new Map(), now: 0 };
}

/** What a person does on the dashboard's page. */
export function store(world: World, project: string, name: string): void {
  world.versions.set(`${project}/${name}`, versionOf(world, project, name) + 1);
}

/** 0: there is none. */
export function versionOf(world: World, project: string, name: string): number {
  return world.versions.get(`${project}/${name}`) ?? 0;
}
