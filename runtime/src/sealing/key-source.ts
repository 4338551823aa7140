import { readFileSync } from "node:fs";
import { aesGcmCodec } from "./aes-gcm-codec.js";
import type { Codec } from "./codec.js";
import { type Key, splitKeys } from "./keys.js";
import { inTime } from "./in-time.js";
import { randomBytes } from "./random.js";

/**
 * Where keys come from.
 *
 * - a list: the first mints, all open.
 * - `env`: the name of an environment variable that holds keys separated by commas, each at least 32 bytes of text.
 * - `file`: the path of a text file with keys separated by line breaks or commas.
 * - `provider`: a function that fetches the list; it is asked on first use and again by `reload`.
 */
export type KeySource =
  | readonly Key[]
  | { readonly env: string }
  | { readonly file: string }
  | { readonly provider: () => Promise<readonly Key[]> };

/** `where`: the keys come from, for messages. */
type MakeCodec = (keys: readonly Key[], where?: string) => Codec;

/** A codec whose keys can be read anew while it is in use. */
export interface KeyedCodec extends Codec {
  /** True when the key was made up for this process. */
  readonly ephemeral: boolean;
  /** Why it is ephemeral, for the warning. */
  readonly reason?: string;
  /** Reads the keys again from where they come from; calls in flight go on. Keys that cannot be read leave the old in use. */
  reload(): Promise<void>;
}

/**
 * Makes a codec from a source of keys; the built-in one when `make` is not given.
 *
 * An environment variable that is not set counts as no source: the key is made up for this process and lost with it. One that
 * is set and holds no key is an error, as is a file that cannot be read.
 *
 * @throws {RangeError} when a key is short or given twice, or there is none.
 */
export function codecFromKeys(
  source: KeySource | undefined,
  environment: { readonly [name: string]: string | undefined },
  make: MakeCodec = aesGcmCodec,
): KeyedCodec {
  if (source === undefined) return ephemeralCodec(make, "no keys are configured");
  if ("provider" in source) return providedCodec(make, source.provider);
  if ("env" in source) {
    const { env } = source;
    if (environment[env] === undefined) return ephemeralCodec(make, `the environment variable ${env} is not set`);
    const where = `the environment variable ${env}`;
    return rereadCodec(make, () => namedKeys(splitKeys(environment[env] ?? ""), where), where);
  }
  if ("file" in source) {
    const { file } = source;
    const where = `the state key file ${JSON.stringify(file)}`;
    return rereadCodec(make, () => namedKeys(splitKeys(readFileSync(file, "utf8")), where), where);
  }
  return rereadCodec(make, () => source);
}

function namedKeys(keys: readonly string[], where: string): readonly string[] {
  if (keys.length === 0) throw new RangeError(`There is no state key in ${where}`);
  // What was no UTF-8 has become the replacement character: most of the secret is gone.
  if (keys.some((key) => key.includes("\ufffd")))
    throw new RangeError(`A state key in ${where} is no text; write it as base64url`);
  return keys;
}

function ephemeralCodec(make: MakeCodec, reason: string): KeyedCodec {
  const codec = make([randomBytes(32)]);
  return { ...codec, ephemeral: true, reason, reload: () => Promise.resolve() };
}

function rereadCodec(make: MakeCodec, read: () => readonly Key[], where?: string): KeyedCodec {
  let current = make(read(), where);
  return {
    seal: (bytes) => current.seal(bytes),
    open: (token) => current.open(token),
    get tagKeys() {
      return current.tagKeys;
    },
    ephemeral: false,
    reload: async () => {
      current = make(read(), where);
    },
  };
}

function providedCodec(make: MakeCodec, provider: () => Promise<readonly Key[]>): KeyedCodec {
  let current: Codec | undefined;
  let loading: Promise<void> | undefined;
  const fetch = async (): Promise<void> => {
    // Otherwise a key service that hung once would be waited for until the process ends.
    current = make(await inTime(provider(), "The source of the keys"));
  };
  // One fetch for all calls that wait for it; a failure is not remembered, the next call tries again.
  const load = (): Promise<void> =>
    (loading ??= fetch().finally(() => {
      loading = undefined;
    }));
  // What is being fetched now may have been read before the keys changed.
  let next: Promise<void> | undefined;
  const reload = (): Promise<void> => {
    const again = (): Promise<void> => {
      next = undefined;
      return load();
    };
    return loading === undefined ? load() : (next ??= loading.then(again, again));
  };
  const loaded = (): Codec => {
    if (current === undefined) throw new Error("The state keys are not loaded");
    return current;
  };
  return {
    seal: (bytes) => loaded().seal(bytes),
    open: (token) => loaded().open(token),
    get tagKeys() {
      return loaded().tagKeys;
    },
    ready: () => (current === undefined ? load() : undefined),
    ephemeral: false,
    reload,
  };
}
