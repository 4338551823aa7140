import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { writing } from "../../generator/cli/writing.js";
import { compareOutput, isUpToDate, type OutputComparison } from "../../generator/write/compare-output.js";
import { manifestName, manifestText, parseManifest } from "../../generator/write/manifest.js";
import { nodeOutputHost, type OutputHost } from "../../generator/write/output-host.js";
import { readOutput } from "../../generator/write/read-output.js";
import { writeOutput } from "../../generator/write/write-output.js";

const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function temporary(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "parley-write-"));
  folders.push(folder);
  return folder;
}

/** Every file below a folder, as text by path. */
async function tree(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: Record<string, string> = {};
  for (const entry of entries) {
    const absolute = path.join(entry.parentPath, entry.name);
    const relative = path.relative(folder, absolute);
    files[relative] = entry.isFile() ? await readFile(absolute, "utf8") : "<not a file>";
  }
  return files;
}

async function compare(folder: string, files: ReadonlyMap<string, string>): Promise<OutputComparison> {
  return compareOutput(files, manifestText(1, files), await readOutput(folder, files.keys(), nodeOutputHost));
}

async function generateInto(folder: string, files: ReadonlyMap<string, string>, host = nodeOutputHost): Promise<void> {
  const { added, changed, stale } = await compare(folder, files);
  const write = new Map([...added, ...changed].map((name) => [name, files.get(name) ?? ""]));
  write.set(manifestName, manifestText(1, files));
  await writeOutput(folder, { write, remove: stale }, host, "test");
}

const first = new Map([
  ["src/a.ts", "a\n"],
  ["src/b.ts", "b\n"],
  ["old/c.ts", "c\n"],
]);
const second = new Map([
  ["src/a.ts", "a\n"],
  ["src/b.ts", "B\n"],
  ["new/deep/d.ts", "d\n"],
]);

test("an empty folder gets everything, and is then up to date", async () => {
  const folder = path.join(await temporary(), "not", "there");
  expect((await compare(folder, first)).added).toEqual(["src/a.ts", "src/b.ts", "old/c.ts"]);
  await generateInto(folder, first);
  expect(isUpToDate(await compare(folder, first))).toBe(true);
  expect(await tree(folder)).toMatchObject({ "src/a.ts": "a\n", "old/c.ts": "c\n" });
});

test("the next run changes what changed, removes what is stale, and leaves the rest alone", async () => {
  const folder = await temporary();
  await generateInto(folder, first);
  const before = await stat(path.join(folder, "src/a.ts"));
  expect(await compare(folder, second)).toMatchObject({
    added: ["new/deep/d.ts"],
    changed: ["src/b.ts"],
    same: ["src/a.ts"],
    stale: ["old/c.ts"],
    edited: [],
  });
  await generateInto(folder, second);
  const after = await tree(folder);
  expect(Object.keys(after).sort()).toEqual([
    manifestName,
    "new",
    "new/deep",
    "new/deep/d.ts",
    "src",
    "src/a.ts",
    "src/b.ts",
  ]);
  expect((await stat(path.join(folder, "src/a.ts"))).mtimeMs).toBe(before.mtimeMs);
});

test("line ends and byte order mark are no difference; anything else is", async () => {
  const folder = await temporary();
  await generateInto(folder, first);
  await writeFile(path.join(folder, "src/a.ts"), "\ufeffa\r\n");
  const manifest = await readFile(path.join(folder, manifestName), "utf8");
  await writeFile(path.join(folder, manifestName), manifest.replaceAll("\n", "\r\n"));
  expect(isUpToDate(await compare(folder, first))).toBe(true);
  await writeFile(path.join(folder, "src/a.ts"), "a \n");
  expect(isUpToDate(await compare(folder, first))).toBe(false);
});

test("a file that was there before is foreign, unless it is the same", async () => {
  const folder = await temporary();
  await mkdir(path.join(folder, "src"));
  await writeFile(path.join(folder, "src/a.ts"), "mine\n");
  await writeFile(path.join(folder, "src/b.ts"), "b\n");
  expect(await compare(folder, first)).toMatchObject({
    foreign: ["src/a.ts"],
    same: ["src/b.ts"],
    added: ["old/c.ts"],
  });
});

test("changes by hand are seen, and keep a stale file from being removed", async () => {
  const folder = await temporary();
  await generateInto(folder, first);
  await writeFile(path.join(folder, "src/b.ts"), "by hand\n");
  await writeFile(path.join(folder, "old/c.ts"), "by hand\n");
  expect(await compare(folder, second)).toMatchObject({ edited: ["src/b.ts"], stale: [], abandoned: ["old/c.ts"] });
});

test("links and folders in the way are never written through", async () => {
  const folder = await temporary();
  const outside = await temporary();
  await writeFile(path.join(outside, "a.ts"), "outside\n");
  await symlink(outside, path.join(folder, "src"));
  await mkdir(path.join(folder, "old", "c.ts"), { recursive: true });
  expect(await compare(folder, first)).toMatchObject({ blocked: ["src/a.ts", "src/b.ts", "old/c.ts"], added: [] });
});

test("a manifest cannot point out of the folder", () => {
  const text = JSON.stringify({
    generator: "parley",
    contract: 1,
    files: { "../x": "h", "C:/y": "h", "src/a.ts": "h" },
  });
  expect([...(parseManifest(text)?.files.keys() ?? [])]).toEqual(["src/a.ts"]);
  expect(parseManifest("{")).toBeUndefined();
  expect(parseManifest('{"files":{}}')).toBeUndefined();
});

test("whichever step fails, the folder is as it was", async () => {
  let step = 0;
  for (let failAt = 1; ; failAt += 1) {
    const folder = await temporary();
    await generateInto(folder, first);
    const before = await tree(folder);
    step = 0;
    const failing = <A extends unknown[], R>(call: (...values: A) => Promise<R>) => {
      return async (...values: A): Promise<R> => {
        step += 1;
        if (step === failAt) throw Object.assign(new Error("disk full"), { code: "ENOSPC" });
        return call(...values);
      };
    };
    const host: OutputHost = {
      ...nodeOutputHost,
      mkdir: failing(nodeOutputHost.mkdir),
      writeFile: failing(nodeOutputHost.writeFile),
      rename: failing(nodeOutputHost.rename),
    };
    const failure = await generateInto(folder, second, host).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (failure === undefined) break;
    expect(failure).toMatchObject({ code: "ENOSPC" });
    expect(await tree(folder)).toEqual(before);
  }
  // Two folders and the staging folder, three texts, and their renames.
  expect(step).toBeGreaterThan(8);
});

/** A host on which every call of one kind fails once `holds` says so. */
function failing(kind: "rename" | "removeTree", holds: (count: number) => boolean): OutputHost {
  let count = 0;
  const fail = (): Promise<never> => Promise.reject(Object.assign(new Error("disk full"), { code: "ENOSPC" }));
  return {
    ...nodeOutputHost,
    rename: (from, to) => (kind === "rename" && holds((count += 1)) ? fail() : nodeOutputHost.rename(from, to)),
    removeTree: (name) => (kind === "removeTree" && holds((count += 1)) ? fail() : nodeOutputHost.removeTree(name)),
  };
}

test("what failed and was taken back changed nothing, and is said so", async () => {
  const folder = await temporary();
  const run = writing("out", () =>
    generateInto(
      folder,
      first,
      failing("rename", (count) => count === 2),
    ),
  );
  await expect(run).rejects.toThrow("Cannot write to out: the disk is full. Nothing was changed.");
  expect(await tree(folder)).toEqual({});
});

test("what could not be taken back is said so, and not that nothing was changed", async () => {
  const folder = await temporary();
  const run = writing("out", () =>
    generateInto(
      folder,
      first,
      failing("rename", (count) => count >= 2),
    ),
  );
  await expect(run).rejects.toThrow(
    `Cannot write to out: the disk is full. Writing failed and could not be taken back; the files as they were are in ${path.join(folder, ".parley-tmp-test")}.`,
  );
});

test("a staging folder that stays is no failure: all files are in place", async () => {
  const folder = await temporary();
  const change = { write: first, remove: [] };
  const left = await writeOutput(
    folder,
    change,
    failing("removeTree", () => true),
    "test",
  );
  expect(left).toBe(path.join(folder, ".parley-tmp-test"));
  expect(await tree(folder)).toMatchObject(Object.fromEntries(first));
  expect(await writeOutput(folder, change, nodeOutputHost, "other")).toBeUndefined();
});

test("a staging folder that stays after a failure does not keep the files from being as they were", async () => {
  const folder = await temporary();
  await generateInto(folder, first);
  const full: OutputHost = { ...failing("removeTree", () => true), rename: failing("rename", (n) => n === 2).rename };
  await expect(generateInto(folder, second, full)).rejects.toMatchObject({ code: "ENOSPC" });
  expect(await tree(folder)).toMatchObject(Object.fromEntries(first));
});
