import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));

test("the examples of every generated README compile", async () => {
  const folder = await mkdtemp(path.join(root, ".parley-tmp-readme-"));
  try {
    const cases = await readdir(path.join(root, "test/cases"));
    let count = 0;
    for (const name of cases) {
      const out = path.join(root, "test/cases", name, "expected/out");
      const readme = await readFile(path.join(out, "README.md"), "utf8").catch(() => "");
      const [handlers, serve, call] = [...readme.matchAll(/```ts\n(.*?)```/gs)].map((match) => match[1] ?? "");
      // A project that holds the package as a folder imports it by its path.
      const named = /from "([^"]+)\/server";/.exec(handlers ?? "")?.[1];
      if (named !== undefined) {
        expect(readme).toContain(`write \`../generated/src/server.js\` in place of \`${named}/server\``);
      }
      if (handlers === undefined || serve === undefined || call === undefined) continue;
      count += 1;
      const source = path.relative(path.join(folder, name), path.join(out, "src")).split(path.sep).join("/");
      // In place of the package, which nobody has installed.
      const local = (text: string): string =>
        text.replaceAll(/from "[\w-]+\/(server|http|client)"/g, `from "${source}/$1.js"`);
      await mkdir(path.join(folder, name));
      await writeFile(path.join(folder, name, "package.json"), '{ "type": "module" }');
      await writeFile(path.join(folder, name, "handlers.ts"), local(handlers));
      await writeFile(path.join(folder, name, "serve.ts"), local(serve));
      await writeFile(path.join(folder, name, "call.ts"), local(call));
    }
    expect(count).toBeGreaterThan(4);
    const settings = {
      extends: "../test/typecheck/tsconfig.json",
      compilerOptions: {
        noUnusedLocals: false,
        noUnusedParameters: false,
        declaration: false,
        isolatedDeclarations: false,
      },
      include: ["*/*.ts"],
    };
    await writeFile(path.join(folder, "tsconfig.json"), JSON.stringify(settings));
    const tsc = path.join(root, "node_modules/typescript/bin/tsc");
    const found = await run(process.execPath, [tsc, "-p", folder, "--pretty", "false"], { cwd: folder }).then(
      () => "",
      (error: { stdout?: string }) => error.stdout ?? String(error),
    );
    expect(found).toBe("");
  } finally {
    await rm(folder, { recursive: true });
  }
}, 60_000);
