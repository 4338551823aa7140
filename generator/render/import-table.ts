import type { ImportSymbol } from "./code.js";
import { columns } from "./columns.js";
import { stringLiteral } from "./literals.js";

/** The imports of one module. */
export interface ImportTable {
  readonly imports: readonly Import[];
  /** What those are called that cannot keep their names, by the key of the symbol. */
  readonly renamed: ReadonlyMap<string, string>;
}

interface Import {
  readonly symbol: ImportSymbol;
  readonly local: string;
}

/**
 * Gives each symbol a name. One that the module declares, or that another module exports too, is imported under another name:
 * `$` cannot stand in a name that comes from a document, so `name$1` is free.
 */
export function assignImports(used: Iterable<ImportSymbol>, declared: ReadonlySet<string>): ImportTable {
  const symbols = new Map<string, ImportSymbol>();
  for (const symbol of used) {
    const known = symbols.get(symbol.key);
    if (known === undefined || (known.typeOnly && !symbol.typeOnly)) symbols.set(symbol.key, symbol);
  }
  const ordered = [...symbols.values()].sort((left, right) => (left.key < right.key ? -1 : 1));
  const taken = new Set(declared);
  const renamed = new Map<string, string>();
  const imports = ordered.map((symbol): Import => {
    let local = symbol.name;
    for (let count = 1; taken.has(local); count += 1) local = `${symbol.name}$${count}`;
    taken.add(local);
    if (local !== symbol.name) renamed.set(symbol.key, local);
    return { symbol, local };
  });
  return { imports, renamed };
}

/** Import statements, packages before files, each group by module and name in code-unit order; types before values. */
export function printImports(table: ImportTable): string {
  const modules = new Map<string, Import[]>();
  for (const item of table.imports) {
    const list = modules.get(item.symbol.from);
    if (list === undefined) modules.set(item.symbol.from, [item]);
    else list.push(item);
  }
  const specifiers = [...modules.keys()].sort((left, right) => {
    const leftIsFile = left.startsWith(".");
    if (leftIsFile !== right.startsWith(".")) return leftIsFile ? 1 : -1;
    return left < right ? -1 : 1;
  });
  return specifiers.flatMap((specifier) => printFrom(specifier, modules.get(specifier) ?? [])).join("\n");
}

function printFrom(specifier: string, imports: readonly Import[]): string[] {
  const from = stringLiteral(specifier);
  const lines: string[] = [];
  for (const { symbol, local } of imports) {
    if (symbol.namespace) lines.push(`import ${symbol.typeOnly ? "type " : ""}* as ${local} from ${from};`);
  }
  for (const typeOnly of [true, false]) {
    const names = imports
      .filter(({ symbol }) => !symbol.namespace && symbol.typeOnly === typeOnly)
      .map(({ symbol, local }) => (symbol.name === local ? local : `${symbol.name} as ${local}`));
    if (names.length === 0) continue;
    const keyword = typeOnly ? "import type" : "import";
    const line = `${keyword} { ${names.join(", ")} } from ${from};`;
    lines.push(
      line.length <= columns ? line : `${keyword} {\n${names.map((name) => `  ${name},\n`).join("")}} from ${from};`,
    );
  }
  return lines;
}
