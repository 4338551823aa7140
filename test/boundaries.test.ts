import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** Each layer may import itself and the layers listed for it. One direction; docs/architecture.md draws it. */
const layers: Record<string, readonly string[]> = {
  "generator/model": [],
  "generator/diagnostics": ["generator/model"],
  "generator/load": ["generator/diagnostics", "generator/model"],
  "generator/resolve": ["generator/load", "generator/diagnostics", "generator/model"],
  "generator/spec": ["generator/resolve", "generator/load", "generator/diagnostics", "generator/model"],
  "generator/cel": ["generator/resolve", "generator/load", "generator/diagnostics", "generator/model"],
  "generator/build": [
    "generator/cel",
    "generator/spec",
    "generator/resolve",
    "generator/load",
    "generator/diagnostics",
    "generator/model",
  ],
  "generator/render": ["generator/model"],
  templates: ["generator/render", "generator/model"],
  "generator/plan": ["templates", "generator/render", "generator/model"],
  "generator/write": ["generator/diagnostics", "generator/model"],
  "generator/import": ["generator/load", "generator/resolve", "generator/diagnostics", "generator/model"],
  "generator/terminal": ["generator/diagnostics"],
  "generator/cli": [
    "generator/terminal",
    "generator/build",
    "generator/import",
    "generator/load",
    "generator/model",
    "generator/plan",
    "generator/render",
    "generator/write",
    "generator/diagnostics",
  ],
  "runtime/src/json": [],
  "runtime/src/validation": ["runtime/src/json"],
  "runtime/src/sealing": ["runtime/src/json"],
  "runtime/src/server": ["runtime/src/json", "runtime/src/validation", "runtime/src/sealing"],
  "runtime/src/http": ["runtime/src/server", "runtime/src/json", "runtime/src/sealing"],
  "runtime/src/redis": ["runtime/src/server", "runtime/src/sealing"],
  "runtime/src/telemetry": ["runtime/src/server", "runtime/src/sealing", "runtime/src/json"],
  "runtime/src/client": ["runtime/src/json", "runtime/src/validation"],
  "runtime/src/contract-v1": [
    "runtime/src/server",
    "runtime/src/client",
    "runtime/src/sealing",
    "runtime/src/validation",
    "runtime/src/json",
  ],
};

/** Packages that have one home each, so that replacing one is a change in one place. */
const homes: Record<string, readonly string[]> = {
  yargs: ["generator/cli"],
  yaml: ["generator/load", "generator/import"],
  zod: ["generator/spec"],
  "@marcbachmann/cel-js": ["generator/cel"],
  "json-schema-to-typescript": ["generator/render"],
  "fastest-levenshtein": ["generator/diagnostics"],
  "@modelcontextprotocol/server": [
    "runtime/src/server",
    "runtime/src/http",
    "runtime/src/telemetry",
    "runtime/src/contract-v1",
  ],
  "@modelcontextprotocol/client": ["runtime/src/client", "runtime/src/contract-v1", "generator/terminal"],
  "@mcp-parley/runtime": ["generator/resolve", "generator/terminal", "generator/cli"],
  "@clack/prompts": ["generator/terminal"],
  "@modelcontextprotocol/node": ["runtime/src/http"],
  "@opentelemetry/api": ["runtime/src/telemetry"],
  "node:fs": ["generator/load", "generator/write", "generator/cli", "runtime/src/sealing"],
  "node:fs/promises": ["generator/load", "generator/write", "generator/cli", "runtime/src/sealing"],
  "node:crypto": ["generator/write", "templates", "runtime/src/sealing", "runtime/src/http"],
};

interface Import {
  readonly file: string;
  readonly layer: string;
  readonly specifier: string;
}

const imports: readonly Import[] = ["generator", "templates", "runtime/src"].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((name) => path.posix.join(root, name.replaceAll("\\", "/")))
    // What `parley init` writes is text that imports, not code that does.
    .filter((file) => file.endsWith(".ts") && !file.startsWith("generator/cli/project/"))
    .flatMap((file) => importsOf(file)),
);

test.each(Object.entries(layers))("%s imports only what lies below it", (layer, below) => {
  const wrong = imports
    .filter((each) => each.layer === layer && each.specifier.startsWith("."))
    .map((each) => ({ ...each, target: path.posix.join(path.posix.dirname(each.file), each.specifier) }))
    .filter(({ target }) => layerOf(target) !== layer && !below.includes(layerOf(target)))
    .map(({ file, target }) => `${file} -> ${target}`);
  expect(wrong).toEqual([]);
});

test.each(Object.entries(homes))("%s is imported only from its home", (specifier, allowed) => {
  const wrong = imports
    .filter((each) => each.specifier === specifier || each.specifier.startsWith(`${specifier}/`))
    .filter((each) => !(specifier === "node:fs" && each.specifier === "node:fs/promises"))
    .filter(({ layer }) => !allowed.includes(layer))
    .map(({ file }) => file);
  expect(wrong).toEqual([]);
});

test("every source file belongs to a layer, and the scan sees what there is", () => {
  expect([...new Set(imports.map(({ layer }) => layer))].filter((layer) => !(layer in layers))).toEqual([]);
  expect(imports.length).toBeGreaterThan(300);
});

test("the client half runs in a browser: no Node module, no server package", () => {
  const wrong = imports
    .filter(({ layer }) => ["runtime/src/client", "runtime/src/json", "runtime/src/validation"].includes(layer))
    .filter(({ specifier }) => specifier.startsWith("node:") || specifier.startsWith("@modelcontextprotocol/server"))
    .map(({ file, specifier }) => `${file} -> ${specifier}`);
  expect(wrong).toEqual([]);
});

test("only documented entries of the SDK are imported", () => {
  const documented =
    /^@modelcontextprotocol\/(server|server\/stdio|server\/validators\/(ajv|cf-worker)|client|client\/stdio|node)$/;
  const wrong = imports
    .filter(({ specifier }) => specifier.startsWith("@modelcontextprotocol/") && !documented.test(specifier))
    .map(({ file, specifier }) => `${file} -> ${specifier}`);
  expect(wrong).toEqual([]);
});

function importsOf(file: string): readonly Import[] {
  const text = readFileSync(file, "utf8");
  const statements = text.matchAll(
    /^(?:import|export)\b[^;`]*?\bfrom "([^"]+)";$|^import "([^"]+)";$|\bawait import\("([^"]+)"\)/gm,
  );
  return [...statements].map((match) => ({
    file,
    layer: layerOf(file),
    specifier: match[1] ?? match[2] ?? match[3] ?? "",
  }));
}

function layerOf(file: string): string {
  const [first = "", second = "", third = ""] = file.split("/");
  if (first === "templates") return first;
  return first === "runtime" ? `${first}/${second}/${third}` : `${first}/${second}`;
}
