import type { Model, NamedType } from "../generator/model/model.js";
import { layoutDeclaration } from "../generator/render/layout-types.js";
import type { SourcePrinter } from "../generator/render/source-printer.js";
import type { TypeDeclaration } from "../generator/render/type-syntax.js";
import { quoted } from "./names.js";

/** `types.ts`: one interface or alias for each schema that has a name, in the order of the model. */
export function printTypes(model: Model, compiled: ReadonlyMap<string, TypeDeclaration>, printer: SourcePrinter): void {
  for (const type of model.types) {
    const declaration = compiled.get(type.name);
    if (declaration === undefined) throw new Error(`The type "${type.name}" was not compiled.`);
    printer.declare(type.name);
    printer.print`${layoutDeclaration(declaration, type.description, origin(type))}`;
  }
  // A file without imports and exports would be a script, not a module.
  if (model.types.length === 0) printer.print`export {};`;
}

function origin({ from, note }: NamedType): string {
  return note === undefined ? quoted(from) : `${quoted(from)}, ${note}.`;
}
