import { diagnose } from "../diagnostics/diagnostic.js";
import type { Location } from "../diagnostics/source-file.js";
import { generatedNames, type GeneratedName } from "../model/generated-names.js";
import type { Model } from "../model/model.js";
import { inputPlace } from "../model/primitive.js";
import type { BuildContext } from "./build-context.js";

/** Reports two parts of the document that would declare one name in one generated module. */
export function checkGeneratedNames(
  { scope, collided }: BuildContext,
  model: Model,
  locate: (generated: GeneratedName) => Location | undefined,
): void {
  const modules = new Map<string, Map<string, GeneratedName>>();
  for (const generated of generatedNames(model)) {
    const { within, name } = generated;
    const taken = modules.get(within) ?? new Map<string, GeneratedName>();
    modules.set(within, taken);
    const other = taken.get(name);
    if (other === undefined) {
      taken.set(name, generated);
      continue;
    }
    const [first, second] = [originOf(other), originOf(generated)];
    // Two that collide do so in several modules, and in their types: one report is enough.
    if (collided.has(second)) continue;
    collided.add(second);
    const location = locate(other);
    const related = location === undefined ? [] : [{ message: `${first} is here.`, location }];
    scope.report(diagnose("names/collision", locate(generated), { first, second, name }, { related }));
  }
}

/** The part of the document that gives generated code a name. */
function originOf({ primitive, input, key }: GeneratedName): string {
  if (primitive === undefined) return "server";
  if (input !== undefined) return inputPlace(primitive, input);
  return key === undefined ? primitive.place : `${primitive.place}.${key}`;
}
