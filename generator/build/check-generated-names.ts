import { diagnose } from "../diagnostics/diagnostic.js";
import type { Location } from "../diagnostics/source-file.js";
import { eachGeneratedName, type NameOrigin, type NameSpace } from "../model/generated-names.js";
import type { Model } from "../model/model.js";
import { inputPlace } from "../model/primitive.js";
import type { BuildContext } from "./build-context.js";

/** Reports two parts of the document that would declare one name in one generated module. */
export function checkGeneratedNames(
  context: BuildContext,
  model: Model,
  locate: (origin: NameOrigin) => Location | undefined,
): void {
  // What each name is for is only kept when two are equal.
  if (!areDistinct(model)) reportCollisions(context, model, locate);
}

const inEach = <T>(make: () => T): Readonly<Record<NameSpace, T>> => ({
  calls: make(),
  client: make(),
  handlers: make(),
  schemas: make(),
  server: make(),
});

function areDistinct(model: Model): boolean {
  const names = inEach(() => new Set<string>());
  let count = 0;
  eachGeneratedName(model, (within, name) => {
    names[within].add(name);
    count += 1;
  });
  return Object.values(names).reduce((sum, { size }) => sum + size, 0) === count;
}

function reportCollisions(
  { scope, collided }: BuildContext,
  model: Model,
  locate: (origin: NameOrigin) => Location | undefined,
): void {
  const names = inEach(() => new Map<string, NameOrigin>());
  eachGeneratedName(model, (within, name, origin) => {
    const other = names[within].get(name);
    if (other === undefined) {
      names[within].set(name, origin);
      return;
    }
    const [first, second] = [originOf(other), originOf(origin)];
    // Two that collide do so in several modules, and in their types: one report is enough.
    if (collided.has(second)) return;
    collided.add(second);
    const location = locate(other);
    const related = location === undefined ? [] : [{ message: `${first} is here.`, location }];
    scope.report(diagnose("names/collision", locate(origin), { first, second, name }, { related }));
  });
}

/** The part of the document that gives generated code a name. */
function originOf({ primitive, input, key }: NameOrigin): string {
  if (primitive === undefined) return "server";
  if (input !== undefined) return inputPlace(primitive, input);
  return key === undefined ? primitive.place : `${primitive.place}.${key}`;
}
