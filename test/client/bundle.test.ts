import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, it } from "vitest";

/** A browser bundle of the given code, with the files that went into it. */
async function bundle(contents: string): Promise<{ readonly bytes: number; readonly inputs: readonly string[] }> {
  const built = await build({
    stdin: { contents, resolveDir: import.meta.dirname, loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    write: false,
    metafile: true,
  });
  const [file] = built.outputFiles;
  return {
    bytes: gzipSync(file?.contents ?? new Uint8Array(), { level: 9 }).length,
    inputs: Object.keys(built.metafile.inputs),
  };
}

const sdk =
  'import { Client } from "@modelcontextprotocol/client"; console.log(new Client({ name: "x", version: "1" }).callTool);';
const ours =
  'import { connect, toolMethod } from "../../runtime/src/contract-v1/client.js"; console.log(connect, toolMethod);';

it("runs in a browser: nothing of Node, and nothing of the server half", async () => {
  // Without a platform of its own esbuild fails on `node:` imports, so that it builds at all is half of the proof.
  const { inputs } = await bundle(ours);
  const own = inputs.filter((input) => input.includes("runtime/src/"));
  expect(own.length).toBeGreaterThan(10);
  expect(own.filter((input) => /runtime\/src\/(?:server|sealing|http)\//.test(input))).toEqual([]);
  expect(inputs.filter((input) => input.includes("modelcontextprotocol/server"))).toEqual([]);
});

it("adds less than 7.5 KiB to what the SDK's client weighs", async () => {
  const [without, together] = await Promise.all([bundle(sdk), bundle(ours)]);
  expect(together.bytes - without.bytes).toBeLessThan(7.5 * 1024);
});
