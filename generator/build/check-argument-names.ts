import { diagnose } from "../diagnostics/diagnostic.js";
import { locateMember } from "../load/origin.js";
import { isObject, objectMember } from "../load/values.js";
import { subschemas } from "../resolve/keywords.js";
import { acceptedName, hasMark, mark } from "../resolve/marks.js";
import type { BuildContext } from "./build-context.js";
import type { JsonObject } from "../model/model.js";

/** Names of arguments that make some clients drop the whole tool; they work, and are warned about. */
export function checkArgumentNames(context: BuildContext, schema: JsonObject): void {
  checkDropped(context, objectMember(schema, "properties"), "An argument");
  if (!hasMark(context.scope, schema, mark.oddName)) return;
  const stack: JsonObject[] = [schema];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const properties = isObject(node["properties"]) ? node["properties"] : {};
    for (const name of Object.keys(properties)) {
      if (acceptedName.test(name)) continue;
      const place = locateMember(context.scope.origins, properties, name, "key");
      context.scope.report(diagnose("schema/property-name", place, { name }));
    }
    for (const sub of subschemas(node)) if (isObject(sub.value)) stack.push(sub.value);
  }
}

/** The SDK reads arguments into a plain object by assignment, where `__proto__` is lost; deeper it is not. */
export function checkDropped(context: BuildContext, members: JsonObject | undefined, what: string): void {
  if (members === undefined || !Object.hasOwn(members, "__proto__")) return;
  const place = locateMember(context.scope.origins, members, "__proto__", "key");
  context.scope.report(diagnose("schema/dropped-name", place, { what }));
}
