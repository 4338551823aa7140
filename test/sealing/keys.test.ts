import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { Codec } from "../../runtime/src/sealing/codec.js";
import { codecFromKeys } from "../../runtime/src/sealing/key-source.js";

const one = "the first key of thirty-two bytes and more";
const two = "the second key of thirty-two bytes and more";
const folder = mkdtempSync(join(tmpdir(), "parley-keys-"));
afterAll(() => rmSync(folder, { recursive: true }));

const seal = async (codec: Codec): Promise<string> => {
  await codec.ready?.();
  return codec.seal(Buffer.from("x"));
};
const opens = async (codec: Codec, token: string): Promise<boolean> => {
  await codec.ready?.();
  try {
    return Buffer.from(await codec.open(token)).toString() === "x";
  } catch {
    return false;
  }
};

it("makes up a key for the process where none is configured, and says so", async () => {
  for (const source of [undefined, { env: "STATE_KEYS" }]) {
    const codec = codecFromKeys(source, {});
    expect(codec.ephemeral).toBe(true);
    expect(await opens(codec, await seal(codec))).toBe(true);
    expect(await opens(codecFromKeys(source, {}), await seal(codec))).toBe(false);
  }
  expect(codecFromKeys(undefined, {}).reason).toBe("no keys are configured");
  expect(codecFromKeys({ env: "STATE_KEYS" }, {}).reason).toBe("the environment variable STATE_KEYS is not set");
  expect(codecFromKeys([one], {}).ephemeral).toBe(false);
  expect(codecFromKeys({ provider: () => Promise.resolve([one]) }, {}).ephemeral).toBe(false);
  // There is nothing to read anew, which is no failure.
  await expect(codecFromKeys(undefined, {}).reload()).resolves.toBeUndefined();
});

it("reads keys from an environment variable, separated by commas", async () => {
  const token = await seal(codecFromKeys([two], {}));
  const codec = codecFromKeys({ env: "STATE_KEYS" }, { STATE_KEYS: ` ${one} , ${two}\n` });
  expect(await opens(codec, token)).toBe(true);
  expect(await opens(codecFromKeys([one], {}), await seal(codec))).toBe(true);
});

it("refuses a variable that is set and holds no good key", () => {
  expect(() => codecFromKeys({ env: "STATE_KEYS" }, { STATE_KEYS: "" })).toThrow(
    "There is no state key in the environment variable STATE_KEYS",
  );
  expect(() => codecFromKeys({ env: "STATE_KEYS" }, { STATE_KEYS: `${one},short` })).toThrow(
    "The second key in the environment variable STATE_KEYS has 5 bytes",
  );
  expect(() => codecFromKeys({ env: "STATE_KEYS" }, { STATE_KEYS: `${one},${one}` })).toThrow(
    "The second key in the environment variable STATE_KEYS is given twice",
  );
});

it("reads keys from a file, and reads it again without a restart", async () => {
  const file = join(folder, "keys");
  writeFileSync(file, `${one}\n`);
  const codec = codecFromKeys({ file }, {});
  const token = await seal(codec);
  writeFileSync(file, `${two}\n${one}\n`);
  await codec.reload();
  expect(await opens(codec, token)).toBe(true);
  expect(await opens(codecFromKeys([two], {}), await seal(codec))).toBe(true);
  expect(() => codecFromKeys({ file: join(folder, "none") }, {})).toThrow();
  writeFileSync(file, "\n");
  expect(() => codecFromKeys({ file }, {})).toThrow(`There is no state key in the state key file "${file}"`);
});

it("keeps the old keys in use when new ones cannot be read", async () => {
  const file = join(folder, "broken");
  writeFileSync(file, one);
  const codec = codecFromKeys({ file }, {});
  const token = await seal(codec);
  writeFileSync(file, "short");
  await expect(codec.reload()).rejects.toThrow(`The first key in the state key file "${file}" has 5 bytes`);
  expect(await opens(codec, token)).toBe(true);
});

it("fetches keys from a provider on first use, once for all that wait, and again on reload", async () => {
  let fetched = 0;
  let keys = [one];
  const codec = codecFromKeys({ provider: () => Promise.resolve(keys).finally(() => (fetched += 1)) }, {});
  expect(fetched).toBe(0);
  const tokens = await Promise.all([seal(codec), seal(codec), seal(codec)]);
  expect(fetched).toBe(1);
  keys = [two, one];
  await codec.reload();
  for (const token of tokens) expect(await opens(codec, token)).toBe(true);
  expect(await opens(codecFromKeys([two], {}), await seal(codec))).toBe(true);
});

it.each([
  ["cannot be reached", () => Promise.reject(new Error("down")), "down"],
  ["has no keys any more", () => Promise.resolve([]), "The list of state keys is empty"],
  ["has a short one", () => Promise.resolve([two, "short"]), "The second key in the list of state keys has 5 bytes"],
  ["has one twice", () => Promise.resolve([two, two]), "The second key in the list of state keys is given twice"],
  [
    "fails before it promises anything",
    () => {
      throw new Error("not configured");
    },
    "not configured",
  ],
] as const)("keeps the keys of a provider that %s when it is asked again", async (_, broken, message) => {
  let provider: () => Promise<readonly string[]> = () => Promise.resolve([one]);
  const codec = codecFromKeys({ provider: () => provider() }, {});
  const token = await seal(codec);
  provider = broken;
  await expect(codec.reload()).rejects.toThrow(message);
  expect(await opens(codec, token)).toBe(true);
});

it("reads an environment variable again without a restart", async () => {
  const environment: Record<string, string> = { STATE_KEYS: one };
  const codec = codecFromKeys({ env: "STATE_KEYS" }, environment);
  const token = await seal(codec);
  environment["STATE_KEYS"] = `${two},${one}`;
  await codec.reload();
  expect(await opens(codec, token)).toBe(true);
  expect(await opens(codecFromKeys([two], {}), await seal(codec))).toBe(true);
  for (const gone of ["", undefined]) {
    if (gone === undefined) delete environment["STATE_KEYS"];
    else environment["STATE_KEYS"] = gone;
    await expect(codec.reload()).rejects.toThrow("There is no state key in the environment variable STATE_KEYS");
  }
  expect(await opens(codec, token)).toBe(true);
});

it("seals and opens nothing before the provider's keys are there", async () => {
  const codec = codecFromKeys({ provider: () => Promise.resolve([one]) }, {});
  expect(() => codec.seal(Buffer.from("x"))).toThrow("The state keys are not loaded");
  expect(() => codec.open("token")).toThrow("The state keys are not loaded");
  await codec.ready?.();
  expect(await opens(codecFromKeys([one], {}), await codec.seal(Buffer.from("x")))).toBe(true);
});

it("tags callers with the keys that are in use, wherever they come from", async () => {
  const file = join(folder, "tagging");
  writeFileSync(file, one);
  const codecs = [codecFromKeys({ file }, {}), codecFromKeys({ provider: async () => [readFileSync(file)] }, {})];
  for (const keys of [[one], [two, one]]) {
    writeFileSync(file, keys[0] ?? "");
    for (const codec of codecs) {
      await codec.reload();
      expect(codec.tagKeys).toEqual(codecFromKeys(keys.slice(0, 1), {}).tagKeys);
    }
  }
});

it("takes keys that a provider has at hand", async () => {
  const codec = codecFromKeys({ provider: () => [one] as never }, {});
  expect(await opens(codec, await seal(codec))).toBe(true);
});

it.each([
  ["has the old keys still", () => Promise.resolve([one])],
  ["fails", () => Promise.reject(new Error("down"))],
] as const)("reads keys again that changed while they were being read, which %s, once for all", async (_, slow) => {
  let go = (): void => {};
  const waiting = new Promise<void>((resolve) => (go = resolve));
  const answers = [() => waiting.then(slow), () => Promise.resolve([two, one])];
  let fetched = 0;
  const codec = codecFromKeys({ provider: async () => answers[fetched++]?.() ?? [] }, {});
  const first = seal(codec).catch(() => undefined);
  await Promise.resolve();
  const reloads = [codec.reload(), codec.reload()];
  go();
  await Promise.all(reloads);
  expect(fetched).toBe(2);
  await first;
  expect(await opens(codecFromKeys([two], {}), await seal(codec))).toBe(true);
});

it("reads keys again for whoever asks while they are read again", async () => {
  const lists = [[one], [one], [two, one]];
  const codec = codecFromKeys({ provider: () => Promise.resolve(lists.shift() ?? []) }, {});
  await seal(codec);
  await Promise.all([codec.reload(), codec.reload()]);
  expect(await opens(codecFromKeys([two], {}), await seal(codec))).toBe(true);
});

it("tries a provider again that failed", async () => {
  const outcomes = [Promise.reject(new Error("down")), Promise.resolve([one])];
  const codec = codecFromKeys({ provider: () => outcomes.shift() ?? Promise.resolve([]) }, {});
  await expect(seal(codec)).rejects.toThrow("down");
  expect(await opens(codec, await seal(codec))).toBe(true);
});

it.each([
  ["the new key is added", [one], [one, two]],
  ["the new key mints", [one, two], [two, one]],
  ["the old key is retired", [two, one], [two]],
])("loses no token in flight while %s on one instance after the other", async (_, before, after) => {
  const [late, early] = [codecFromKeys(before, {}), codecFromKeys(after, {})];
  expect(await opens(early, await seal(late))).toBe(true);
  expect(await opens(late, await seal(early))).toBe(true);
});

it("loses tokens when a step is left out", async () => {
  expect(await opens(codecFromKeys([two], {}), await seal(codecFromKeys([one], {})))).toBe(false);
});
