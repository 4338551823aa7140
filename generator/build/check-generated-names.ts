import { diagnose } from "../diagnostics/diagnostic.js";
import type { Location } from "../diagnostics/source-file.js";
import { generatedNames, type GeneratedName } from "../model/generated-names.js";
import type { Model } from "../model/model.js";
import type { BuildContext } from "./build-context.js";

/** Where a name comes from: the path in the document, and the place. */
export interface NameOrigin {
  readonly label: string;
  readonly place: Location | undefined;
}

/** Reports two parts of the document that would declare one name in one generated module. */
export function checkGeneratedNames(
  { scope, collided }: BuildContext,
  model: Model,
  originOf: (generated: GeneratedName) => NameOrigin,
): void {
  const taken = new Map<string, GeneratedName>();
  for (const generated of generatedNames(model)) {
    const { within, name } = generated;
    const key = `${within} ${name}`;
    const other = taken.get(key);
    if (other === undefined) {
      taken.set(key, generated);
      continue;
    }
    const [first, second] = [originOf(other), originOf(generated)];
    // Two that collide do so in several modules, and in their types: one report is enough.
    if (collided.has(second.label)) continue;
    collided.add(second.label);
    const related = first.place === undefined ? [] : [{ message: `${first.label} is here.`, location: first.place }];
    const values = { first: first.label, second: second.label, name };
    scope.report(diagnose("names/collision", second.place, values, { related }));
  }
}
