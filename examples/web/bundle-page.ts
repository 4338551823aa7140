import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** A file as a browser gets it. */
export interface PageFile {
  readonly type: string;
  readonly body: string;
}

/** Makes the files of the page, by their paths on the server. */
export async function bundlePage(): Promise<ReadonlyMap<string, PageFile>> {
  // Compiled, this module is examples/dist/web/bundle-page.js.
  const page = (name: string): string => fileURLToPath(new URL(`../../web/page/${name}`, import.meta.url));
  const bundle = await build({
    entryPoints: [page("main.ts")],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    write: false,
    logLevel: "silent",
  });
  return new Map([
    ["/", { type: "text/html; charset=utf-8", body: await readFile(page("index.html"), "utf8") }],
    ["/main.css", { type: "text/css; charset=utf-8", body: await readFile(page("main.css"), "utf8") }],
    ["/main.js", { type: "text/javascript; charset=utf-8", body: bundle.outputFiles.map(({ text }) => text).join("") }],
  ]);
}
