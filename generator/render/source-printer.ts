import type { Code, ImportSymbol } from "./code.js";
import { assignImports, printImports } from "./import-table.js";
import { sourceText } from "./source-writer.js";

/** Collects the declarations of one TypeScript module. */
export interface SourcePrinter {
  /** Reserves a top-level name; an import of the same name is renamed. */
  declare(name: string): void;
  /** Adds a declaration; a blank line separates it from the one before. */
  print(literals: TemplateStringsArray, ...holes: readonly Code[]): void;
}

/**
 * The text of a module: header, imports, declarations, one final newline.
 *
 * @param print - prints the declarations. What is imported is known at the end: where an import has to give way to a name
 *   that the module declares, which is rare, all is printed a second time.
 */
export function printModule(header: string, print: (printer: SourcePrinter) => void): string {
  const first = printOnce(print, noNames);
  const table = assignImports(first.used, first.declared);
  const { blocks } = table.renamed.size === 0 ? first : printOnce(print, table.renamed);
  const head = printImports(table);
  return [`// ${header}\n`, ...(head === "" ? [] : [`${head}\n`]), ...blocks].join("\n");
}

const noNames: ReadonlyMap<string, string> = new Map();

interface Printed {
  /** Each ends its line. */
  readonly blocks: readonly string[];
  readonly declared: ReadonlySet<string>;
  readonly used: ReadonlySet<ImportSymbol>;
}

function printOnce(print: (printer: SourcePrinter) => void, renamed: ReadonlyMap<string, string>): Printed {
  const blocks: string[] = [];
  const declared = new Set<string>();
  const used = new Set<ImportSymbol>();
  const nameOf = (symbol: ImportSymbol): string => {
    used.add(symbol);
    return renamed.get(symbol.key) ?? symbol.name;
  };
  print({
    declare(name) {
      const { size } = declared;
      if (declared.add(name).size === size) {
        throw new Error(`Two declarations are called "${name}" in one generated module.`);
      }
    },
    print(literals, ...holes) {
      const text = sourceText({ kind: "template", literals, holes }, nameOf);
      if (text !== "") blocks.push(`${text}\n`);
    },
  });
  return { blocks, declared, used };
}
