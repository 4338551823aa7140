import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { runCli } from "../../generator/cli/run-cli.js";

// The TypeScript of the pages, compiled as its readers would: against generated packages, strictly.

const folder = mkdtempSync(path.join(tmpdir(), "parley-docs-"));
afterAll(() => rmSync(folder, { recursive: true }));

interface Block {
  readonly language: string;
  readonly text: string;
}

function blocksOf(page: string): readonly Block[] {
  const found = readFileSync(page, "utf8").matchAll(/^```(yaml|ts)\n(.*?)^```$/gms);
  return [...found].map(([, language = "", text = ""]) => ({ language, text }));
}

async function generate(name: string, spec: string): Promise<string> {
  writeFileSync(path.join(folder, `${name}.yaml`), spec);
  const said: string[] = [];
  const code = await runCli({
    argv: ["generate", `${name}.yaml`, "-o", name],
    stdin: (async function* () {})(),
    stdout: { write: (text) => said.push(text) },
    stderr: { write: (text) => said.push(text) },
    env: {},
    cwd: folder,
  });
  expect(said.join("") + String(code)).toMatch(/0$/);
  const server = readFileSync(path.join(folder, name, "src/server.ts"), "utf8");
  return /export interface (\w+Handlers)/.exec(server)?.[1] ?? "";
}

/** What handlers on the page call without saying where it comes from. */
const assumed = `
declare function create(...given: unknown[]): never;
declare function createFree(): never;
declare function nextWish(...given: unknown[]): string | undefined;
`;

function compile(): string {
  symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"));
  cpSync("examples/provisioner/handlers.ts", path.join(folder, "handlers.ts"));
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  const options = { module: "nodenext", target: "es2022", strict: true, noUncheckedIndexedAccess: true, noEmit: true };
  const compilerOptions = { ...options, exactOptionalPropertyTypes: true, skipLibCheck: true, types: ["node"] };
  const files = readdirSync(folder).filter((name) => name.endsWith(".ts"));
  writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  try {
    execFileSync(process.execPath, [path.resolve("node_modules/typescript/bin/tsc"), "-p", folder], {
      encoding: "utf8",
    });
    return "";
  } catch (error) {
    return (error as { readonly stdout: string }).stdout;
  }
}

it("compiles", async () => {
  const modules = blocksOf("docs/running.md").filter(({ language }) => language === "ts");
  expect(modules.length).toBeGreaterThan(5);
  for (const [index, { text }] of modules.entries()) writeFileSync(path.join(folder, `running-${index}.ts`), text);

  // A handler in spec.md belongs to the spec before it.
  const blocks = blocksOf("docs/spec.md");
  const [first] = blocks;
  const provision = first?.text.slice(0, first.text.indexOf("    requires:")) ?? "";
  const head = 'parley: "1"\nserver: { name: demo, version: "1.0.0" }\n';
  let handlers = 0;
  for (const [index, { language, text }] of blocks.entries()) {
    if (language !== "ts") continue;
    const spec =
      blocks.slice(0, index).findLast((block) => block.language === "yaml" && !block.text.startsWith("# wrong"))
        ?.text ?? "";
    const whole = /^parley:/m.test(spec)
      ? spec
      : /^requires:/m.test(spec)
        ? provision + spec.replaceAll(/^(?=.)/gm, "    ")
        : head + spec;
    const name = `spec-${index}`;
    const type = await generate(name, whole);
    const source = `import type { ${type} } from "./${name}/src/server.js";
import { askFor } from "@mcp-parley/runtime/server";
${assumed}
export const used = askFor;
export const handlers: ${type} = {
${text}};
`;
    writeFileSync(path.join(folder, `${name}.ts`), source);
    handlers += 1;
  }
  expect(handlers).toBeGreaterThan(2);

  // README.md begins with a spec, its handlers, and the functions of a client.
  const [whole, readmeHandlers, fulfil] = blocksOf("README.md");
  const type = await generate("readme", whole?.text ?? "");
  const client = type.replace(/Handlers$/, "Client");
  writeFileSync(
    path.join(folder, "readme.ts"),
    `import type { ${type} } from "./readme/src/server.js";
import { ${client} } from "./readme/src/client.js";
import { accept, decline } from "@mcp-parley/runtime/client";
declare function create(...given: unknown[]): { content: [] };
declare function pick(message: string): Promise<"eu-west-1" | "us-east-1">;
declare function yes(message: string): Promise<boolean>;
declare const transport: Parameters<typeof ${client}.connect>[0];
export const handlers: ${type} = {
${readmeHandlers?.text ?? ""}};
export const connected = ${client}.connect(transport, {
${fulfil?.text ?? ""}});
`,
  );

  expect(compile()).toBe("");
});
