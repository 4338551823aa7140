import { diagnose } from "../diagnostics/diagnostic.js";
import type { Location } from "../diagnostics/source-file.js";
import { locateMember, locatePath } from "../load/origin.js";
import { isObject, schemaMember } from "../load/values.js";
import type { ElicitModel, InputModel } from "../model/model.js";
import { largestValue, type LargestValue } from "../resolve/largest-value.js";
import type { DeclaredInput } from "../spec/read-spec.js";
import { homeOf, type BuildContext } from "./build-context.js";

/** Characters that a token of a model is, about. */
const charactersPerToken = 4;

/**
 * Warns of answers and computed values that may not fit into the sealed state. Roots are left out, since nothing in a document
 * could bound them and they are the few folders that somebody has open; so is the state of a flow by hand, which its author
 * writes anew in each round.
 */
export function checkStateSize(
  context: BuildContext,
  inputs: readonly InputModel[],
  declared: readonly DeclaredInput[],
): void {
  const written = new Map(declared.map((input) => [input.key, input]));
  for (const input of inputs) {
    const source = written.get(input.name);
    if (source === undefined || !isCarried(input, inputs)) continue;
    const at = locateMember(context.scope.origins, source.value, source.kind, "key");
    switch (input.kind) {
      case "elicit":
        checkFields(context, input, source);
        break;
      case "compute": {
        const schema = schemaMember(source.value, "compute") ?? true;
        const largest = largestValue(context.scope.project, schema, homeOf(source.document, schema));
        warn(context, at, "value", input.name, largest);
        break;
      }
      case "sample": {
        const { maxTokens } = input.params;
        const most = input.numbers?.find(({ name }) => name === "maxTokens")?.most ?? Infinity;
        const tokens = typeof maxTokens === "number" ? maxTokens : most;
        warn(context, at, "result", input.name, { bytes: tokens * charactersPerToken, open: [] });
        break;
      }
      case "confirm":
      case "elicitUrl":
      case "roots":
      case "client":
        break;
    }
  }
}

/** Whether what is known of an input has to last: another question can still be open when this one is settled. */
function isCarried(input: InputModel, inputs: readonly InputModel[]): boolean {
  if (input.kind === "compute" && input.refresh) return false;
  const byName = new Map(inputs.map((each) => [each.name, each]));
  const before = new Set<string>();
  const waiting = [...input.needs];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (before.has(name)) continue;
    before.add(name);
    waiting.push(...(byName.get(name)?.needs ?? []));
  }
  // A question about a refreshed value may come again whenever the value has changed.
  const comesAgain = ({ needs }: InputModel): boolean =>
    needs.some((name) => {
      const need = byName.get(name);
      return need?.kind === "compute" && need.refresh;
    });
  return inputs.some(
    (other) =>
      other !== input &&
      other.kind !== "compute" &&
      other.kind !== "client" &&
      (!before.has(other.name) || comesAgain(other)),
  );
}

function checkFields(context: BuildContext, input: ElicitModel, { value, document }: DeclaredInput): void {
  const { origins, project } = context.scope;
  const { properties } = input.schema;
  if (!isObject(properties)) return;
  // What the server offers as choices is as long as the server makes it.
  const chosen = new Set(input.choices.map(({ property }) => property));
  for (const [name, property] of Object.entries(properties)) {
    if (chosen.has(name) || !isObject(property)) continue;
    const place =
      locatePath(origins, value, ["elicit", "schema", "properties", name], "key") ??
      locateMember(origins, value, "elicit", "key");
    // Several choices are a set, though a form has no word for it.
    const set = property["type"] === "array" ? { ...property, uniqueItems: true } : property;
    warn(context, place, `field "${name}"`, input.name, largestValue(project, set, homeOf(document, set)));
  }
}

function warn(
  context: BuildContext,
  place: Location | undefined,
  what: string,
  input: string,
  { bytes, open }: LargestValue,
): void {
  const limit = context.requestState.maxStateBytes;
  // Sealed, a text is a third longer.
  if (bytes <= (limit * 3) / 4) return;
  const parts = open.filter((part) => part !== "").map((part) => `"${part}"`);
  const problem =
    bytes < Infinity
      ? `can have ${bytes} bytes`
      : `has no upper bound${parts.length === 0 ? "" : ` (at ${parts.join(", ")})`}`;
  context.scope.report(diagnose("inputs/unbounded", place, { what, input, problem, limit }));
}
