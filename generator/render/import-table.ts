import { columns } from "./columns.js";
import type { Code, ImportSymbol, Part } from "./code.js";
import { stringLiteral } from "./literals.js";

/** The imports of one module, and what each imported name is called in it. */
export interface ImportTable {
  readonly imports: readonly Import[];
  /** By the key of the symbol. */
  readonly localNames: ReadonlyMap<string, string>;
}

interface Import {
  readonly symbol: ImportSymbol;
  readonly local: string;
  readonly typeOnly: boolean;
}

/**
 * Finds every symbol that the code uses. A name that the module declares, or that another module exports too, is
 * imported under another name: `$` cannot stand in a name that comes from a document, so `name$1` is free.
 */
export function assignImports(blocks: readonly Code[], declared: ReadonlySet<string>): ImportTable {
  const used = new Map<string, { symbol: ImportSymbol; typeOnly: boolean }>();
  for (const block of blocks) collect(block.parts, used);
  const ordered = [...used.entries()].sort(([left], [right]) => (left < right ? -1 : 1));
  const taken = new Set(declared);
  const localNames = new Map<string, string>();
  const imports = ordered.map(([key, { symbol, typeOnly }]): Import => {
    let local = symbol.name;
    for (let count = 1; taken.has(local); count += 1) local = `${symbol.name}$${count}`;
    taken.add(local);
    localNames.set(key, local);
    return { symbol, local, typeOnly };
  });
  return { imports, localNames };
}

function collect(parts: readonly Part[], used: Map<string, { symbol: ImportSymbol; typeOnly: boolean }>): void {
  for (const part of parts) {
    if (typeof part === "string") continue;
    if (part.kind === "symbol") {
      const known = used.get(part.key);
      if (known === undefined || (known.typeOnly && !part.typeOnly)) {
        used.set(part.key, { symbol: part, typeOnly: part.typeOnly });
      }
    } else if (part.kind === "code") {
      collect(part.parts, used);
    } else if (part.kind === "fitted") {
      collect(part.flat.parts, used);
    } else if (part.kind === "list") {
      for (const item of part.items) collect(item.parts, used);
    }
  }
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
  return specifiers.flatMap((specifier) => printModule(specifier, modules.get(specifier) ?? [])).join("\n");
}

function printModule(specifier: string, imports: readonly Import[]): string[] {
  const from = stringLiteral(specifier);
  const lines: string[] = [];
  for (const item of imports.filter(({ symbol }) => symbol.namespace)) {
    lines.push(`import ${item.typeOnly ? "type " : ""}* as ${item.local} from ${from};`);
  }
  for (const typeOnly of [true, false]) {
    const names = imports
      .filter((item) => !item.symbol.namespace && item.typeOnly === typeOnly)
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
