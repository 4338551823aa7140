import { diagnose } from "../diagnostics/diagnostic.js";
import { locateMember } from "../load/origin.js";
import { isObject } from "../load/values.js";
import type { JsonObject } from "../model/model.js";
import { dialectOf } from "./dialect.js";
import { subschemas } from "./keywords.js";
import { resolveSchemaReference, type SchemaHome } from "./schema-home.js";
import type { Scope } from "./scope.js";

/** Keywords whose schemas judge the very value that the schema around them judges (JSON Schema 2020-12 core, 10.2). */
const inPlace: ReadonlySet<string> = new Set([
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "then",
  "else",
  "dependentSchemas",
  "dependencies",
]);

interface Step {
  readonly schema: JsonObject;
  readonly home: SchemaHome;
  /** The schema whose `$ref` leads here. */
  readonly through?: JsonObject;
}

interface Frame extends Step {
  readonly next: readonly Step[];
  taken: number;
}

/**
 * Reports references that lead back to the schema they stand in with no object or list between: such a schema judges a value
 * by judging the same value, without end. Recursion through a member or an item is fine, because values end.
 */
export function checkSelfReference(scope: Scope, schema: JsonObject, home: SchemaHome): void {
  // Every way back goes through a reference, so it is found from there.
  if (typeof schema["$ref"] !== "string") return;
  // No recursion: a chain of references may be longer than the stack is deep.
  const trail: Frame[] = [];
  const open = new Map<JsonObject, number>();
  const enter = (step: Step): void => {
    if (scope.followed.has(step.schema)) return;
    scope.followed.add(step.schema);
    open.set(step.schema, trail.length);
    trail.push({ ...step, next: stepsFrom(scope, step), taken: 0 });
  };
  enter({ schema, home });
  for (let frame = trail.at(-1); frame !== undefined; frame = trail.at(-1)) {
    const step = frame.next[frame.taken];
    frame.taken += 1;
    if (step === undefined) {
      open.delete(frame.schema);
      trail.pop();
      continue;
    }
    const back = open.get(step.schema);
    if (back === undefined) enter(step);
    else report(scope, [...trail.slice(back + 1), step]);
  }
}

function stepsFrom(scope: Scope, { schema, home }: Step): readonly Step[] {
  const steps: Step[] = [];
  const text = schema["$ref"];
  if (typeof text === "string") {
    const [target] = resolveSchemaReference(scope.project, home, text, undefined);
    if (target !== undefined && isObject(target.schema)) {
      steps.push({ schema: target.schema, home: target.home, through: schema });
    }
    // Draft-07 ignores what stands beside a reference.
    if (dialectOf(home.root) === "draft-07") return steps;
  }
  for (const sub of subschemas(schema)) {
    if (inPlace.has(sub.keyword) && isObject(sub.value)) steps.push({ schema: sub.value, home });
  }
  return steps;
}

function report(scope: Scope, cycle: readonly Step[]): void {
  const last = cycle.findLast(({ through }) => through !== undefined)?.through;
  if (last === undefined) return;
  const texts = cycle.map(({ through }) => through?.["$ref"]).filter((text) => typeof text === "string");
  const reference = texts.at(-1) ?? "";
  const named = texts.length > 5 ? [...texts.slice(0, 2), "...", ...texts.slice(-2)] : texts;
  const place = locateMember(scope.origins, last, "$ref");
  const path = [reference, ...named].join(" -> ");
  scope.report(
    diagnose(
      "ref/cycle",
      place,
      { reference, path },
      { help: "A schema may be recursive only through a member of an object or an item of a list." },
    ),
  );
}
