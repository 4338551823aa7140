/** A device authorization service. */
export interface World {
  /** Codes that were handed out, and whether somebody entered them. */
  readonly codes: Map<string, boolean>;
  /** Who is signed in. */
  user: string | undefined;
  expired: boolean;
  /** Tools whose calls led to a sign-in. */
  readonly signInsFor: string[];
  /** Where codes are entered. */
  page: string;
}

export function createWorld(): World {
  return { codes: new Map(), user: undefined, expired: false, signInsFor: [], page: "https://github.com/login/device" };
}

export function startDevice(world: World): string {
  const code = `ABCD-${1000 + world.codes.size}`;
  world.codes.set(code, false);
  return code;
}

/** What a person does in the browser. */
export function enterCode(world: World, code: string): void {
  if (world.codes.has(code)) {
    world.codes.set(code, true);
    world.user = "octocat";
  }
}
