import { diagnose } from "../diagnostics/diagnostic.js";
import type { Location } from "../diagnostics/source-file.js";
import type { TypeDeclaration } from "../resolve/type-registry.js";
import type { BuildContext } from "./build-context.js";
import type { TypeRef } from "../model/model.js";
import { isGlobalType } from "../model/names.js";

/** Gives a type its final name, or says which two declarations want the same. */
export function declareType(context: BuildContext, declaration: TypeDeclaration, place: Location | undefined): TypeRef {
  const { scope, types, collided } = context;
  const { name, from } = declaration;
  const other = types.takenBy(name);
  if (other !== undefined) {
    collided.add(from);
    // A schema has no codeName: its key is its name.
    const schemas = other.startsWith("schemas.") && from.startsWith("schemas.");
    const extras = schemas ? { help: "Rename one of them." } : {};
    scope.report(diagnose("names/collision", place, { first: other, second: from, name }, extras));
    return { name };
  }
  if (isGlobalType(name)) {
    scope.report(
      diagnose(
        "names/reserved",
        place,
        { name, reason: "TypeScript has a type of this name" },
        {
          help: "Name it otherwise.",
        },
      ),
    );
  }
  return types.declare(declaration);
}
