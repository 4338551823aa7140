import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ts } from "ts-morph";
import { expect, test } from "vitest";
import { runtimeSymbols } from "../../generator/render/runtime-symbols.js";

const runtime = fileURLToPath(new URL("../../runtime/", import.meta.url));

/** The source of an entry, from the `exports` of the runtime's package. */
function entrySource(specifier: string): string {
  const manifest: { exports: Record<string, { types: string }> } = JSON.parse(
    readFileSync(`${runtime}package.json`, "utf8"),
  );
  const entry = manifest.exports[`.${specifier.slice("@mcp-parley/runtime".length)}`];
  if (entry === undefined) throw new Error(`${specifier} is not exported`);
  return runtime + entry.types.replace("./dist/", "src/").replace(".d.ts", ".ts");
}

test("every symbol that generated code may use is exported by the runtime, as what the table says", () => {
  const entries = Object.entries(runtimeSymbols);
  const sources = new Map(entries.map(([specifier]) => [specifier, entrySource(specifier)]));
  const program = ts.createProgram([...sources.values()], {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    skipLibCheck: true,
    types: ["node"],
    noEmit: true,
  });
  const checker = program.getTypeChecker();
  for (const [specifier, { types, values }] of entries) {
    const file = program.getSourceFile(sources.get(specifier) ?? "");
    const module = file === undefined ? undefined : checker.getSymbolAtLocation(file);
    if (module === undefined) throw new Error(`${specifier} is not a module`);
    const exported = new Map(
      checker
        .getExportsOfModule(module)
        .map((symbol) => [
          symbol.name,
          symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
        ]),
    );
    const isValue = (name: string): boolean => ((exported.get(name)?.flags ?? 0) & ts.SymbolFlags.Value) !== 0;
    const isType = (name: string): boolean => ((exported.get(name)?.flags ?? 0) & ts.SymbolFlags.Type) !== 0;
    expect(
      types.filter((name) => !isType(name)),
      `types of ${specifier}`,
    ).toEqual([]);
    expect(
      values.filter((name) => !isValue(name)),
      `values of ${specifier}`,
    ).toEqual([]);
    expect(isValue("noSuchSymbol")).toBe(false);
  }
});
