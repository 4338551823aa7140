import type { CheckedExpression } from "../cel/expression.js";
import { describeType } from "../cel/cel-type.js";
import { diagnose } from "../diagnostics/diagnostic.js";
import type { Location } from "../diagnostics/source-file.js";
import { locateMember, locatePath } from "../load/origin.js";
import { arrayMember, objectMember, textMember } from "../load/values.js";
import type { WrittenChoices } from "../resolve/flat-form.js";
import type { BuildContext } from "./build-context.js";
import { checkAddress, checkHost } from "./check-address.js";
import type {
  AskedInputBase,
  ChoicesModel,
  ComputeModel,
  ConfirmModel,
  ElicitModel,
  ElicitUrlModel,
  InputBase,
  JsonObject,
  RootsModel,
  SampleModel,
  TextTemplate,
} from "../model/model.js";
import type { PreparedInput } from "./prepare-input.js";
import { selfContained } from "./self-contained.js";
import { readSample } from "./read-sample.js";

export type AskedCommon = Omit<AskedInputBase, keyof InputBase>;

/** How the texts and expressions of one input are read. */
export interface BodyReaders {
  readonly text: (source: string, place: Location | undefined, kind?: "text" | "url") => TextTemplate;
  readonly expression: (source: string, place: Location | undefined) => CheckedExpression | undefined;
  readonly common: AskedCommon;
}

type Body =
  | Omit<ElicitModel, keyof InputBase>
  | Omit<ConfirmModel, keyof InputBase>
  | Omit<ElicitUrlModel, keyof InputBase>
  | Omit<SampleModel, keyof InputBase>
  | Omit<RootsModel, keyof InputBase>
  | Omit<ComputeModel, keyof InputBase>;

/** What an input asks or computes. */
export function buildInputBody(context: BuildContext, input: PreparedInput, readers: BodyReaders): Body {
  const { value, kind } = input;
  const { origins } = context.scope;
  const { common } = readers;
  const part = objectMember(value, kind) ?? {};
  const message = (): TextTemplate =>
    readers.text(textMember(part, "message") ?? "", locatePath(origins, value, [kind, "message"]));
  switch (kind) {
    case "elicit":
      return {
        kind,
        message: message(),
        schema: shownForm(context, input, part),
        choices: (input.form?.choices ?? []).flatMap((choices) => readChoices(context, choices, readers)),
        answerType: input.valueType ?? { name: input.typeName },
        ...common,
      };
    case "confirm":
      return { kind, message: message(), ...common };
    case "elicitUrl": {
      const url = readAddress(context, part, readers);
      return { kind, message: message(), url, completion: part["completion"] === true, ...common };
    }
    case "sample":
      return { kind, ...readSample(context, part, readers), ...common };
    case "roots":
      return { kind, ...common };
    case "compute": {
      const schema = selfContained(context, input.schema ?? true, input.home, [value, "compute"]);
      return {
        kind,
        schema: typeof schema === "boolean" ? (schema ? {} : { not: {} }) : schema,
        valueType: input.valueType ?? { name: input.typeName },
        refresh: value["refresh"] === true,
      };
    }
  }
}

/** An address with holes, or one that a computed text gives, held to the hosts that are named. */
function readAddress(context: BuildContext, part: JsonObject, readers: BodyReaders): TextTemplate {
  const { origins } = context.scope;
  const computed = objectMember(part, "url");
  if (computed === undefined) {
    const place = locateMember(origins, part, "url");
    const source = textMember(part, "url") ?? "";
    const url = readers.text(source, place, "url");
    checkAddress(context, source, url, place);
    return url;
  }
  const hosts = (arrayMember(computed, "hosts") ?? []).filter((host) => typeof host === "string");
  for (const [index, host] of hosts.entries())
    checkHost(context, host, locatePath(origins, computed, ["hosts", index]));
  const source = textMember(computed, "from") ?? "";
  const place = locateMember(origins, computed, "from");
  const checked = readers.expression(source, place);
  if (checked === undefined) return [];
  const { expression, type } = checked;
  if (type.kind !== "string") {
    const problem = `is ${describeType(type)}, not a text`;
    context.scope.report(diagnose("inputs/url", place, { url: source, problem }));
    return [];
  }
  const code = `addressOn(${expression.code}, [${hosts.map((host) => JSON.stringify(host)).join(", ")}])`;
  return [{ ...expression, code, symbols: [...expression.symbols, "addressOn"].sort() }];
}

function readChoices(context: BuildContext, choices: WrittenChoices, readers: BodyReaders): readonly ChoicesModel[] {
  const checked = readers.expression(choices.from, choices.place);
  if (checked === undefined) return [];
  const problem = (text: string): readonly ChoicesModel[] => {
    context.scope.report(diagnose("form/choices", choices.place, { field: choices.property, problem: text }));
    return [];
  };
  const { type } = checked;
  if (type.kind !== "list") return problem(`come from ${describeType(type)}, not from a list`);
  const { element } = type;
  for (const [role, name] of [["value", choices.value] as const, ["title", choices.title] as const]) {
    if (name === undefined) {
      if (role === "value" && element.kind !== "string") {
        return problem("need `value`: the member of each element that is the value");
      }
      continue;
    }
    if (element.kind !== "object") return problem(`have no member "${name}": the list holds ${describeType(element)}`);
    const field = element.field(name);
    if (field === undefined) return problem(`have no member "${name}"`);
    if (field.optional || field.type.kind !== "string") return problem(`need "${name}" to be a required text`);
  }
  const { property, value, title } = choices;
  return [
    {
      property,
      from: checked.expression,
      ...(value === undefined ? {} : { value }),
      ...(title === undefined ? {} : { title }),
    },
  ];
}

/** The form as it is asked. Its title is for authors only, but a Python server counts it as part of the question. */
function shownForm(context: BuildContext, input: PreparedInput, part: JsonObject): JsonObject {
  const schema = input.form?.schema ?? { type: "object", properties: {} };
  const title = textMember(objectMember(part, "schema"), "title");
  return context.requestState.codec === "python-v1" && title !== undefined ? { title, ...schema } : schema;
}
