import { dyn, string, type CelType } from "../cel/cel-type.js";
import { schemaType } from "../cel/schema-type.js";
import type { Variable } from "../cel/translation.js";
import { diagnose } from "../diagnostics/diagnostic.js";
import { locateMember, locatePath } from "../load/origin.js";
import { arrayMember, isObject, member, objectMember, schemaMember, textMember } from "../load/values.js";
import { checkSchema, hasType } from "../resolve/check-schema.js";
import { flatForm, type FlatForm } from "../resolve/flat-form.js";
import type { SchemaHome } from "../resolve/schema-home.js";
import { valueProblem } from "../resolve/value-problem.js";
import type { DeclaredInput } from "../spec/read-spec.js";
import { homeOf, type BuildContext, type Owner } from "./build-context.js";
import { declareType } from "./declare-type.js";
import type { AskedInputBase, Json, JsonSchema, TypeRef } from "../model/model.js";
import { pascalCase } from "../model/names.js";

/** An input whose schema is checked and whose type is known, before its texts and conditions are. */
export interface PreparedInput extends DeclaredInput {
  readonly typeName: string;
  readonly label: string;
  /** What it gives when it is accepted or computed. */
  readonly content: CelType;
  /** It comes from `everyTool`. */
  readonly shared?: true;
  /** What conditions and the handler see. */
  readonly type: CelType;
  readonly mayBeSkipped: boolean;
  readonly whenUnavailable: AskedInputBase["whenUnavailable"];
  readonly form?: FlatForm;
  readonly schema?: JsonSchema;
  readonly home: SchemaHome;
  /** Type of the answer or of the computed value. */
  readonly valueType?: TypeRef;
}

/** Names that expressions give another meaning, or that cannot be written in CEL. */
const reservedInputs: ReadonlySet<string> = new Set([
  "args",
  "answer",
  "client",
  "inputs",
  "true",
  "false",
  "null",
  "in",
]);

/** Suffixes that the generated types of a primitive have themselves. */
const reservedSuffixes: ReadonlySet<string> = new Set(
  "Arguments ArgumentsInput Output Inputs Call State Result Pending Fulfil Method Variables".split(" "),
);

export function prepareInput(context: BuildContext, owner: Owner, input: DeclaredInput): PreparedInput {
  const { key, value, kind, place } = input;
  const label = `${owner.label}.requires.${key}`;
  const codeName = textMember(value, "codeName");
  const typeName = pascalCase(codeName ?? key, "Input");
  if (key === "__proto__") {
    context.scope.report(diagnose("names/dropped", place, { what: "an input" }));
  } else if (reservedInputs.has(key)) {
    const reason = "conditions and texts use it for something else";
    context.scope.report(
      diagnose("names/reserved", place, { name: key, reason }, { help: "Choose another key for this input." }),
    );
  } else if (reservedSuffixes.has(typeName)) {
    const reason = `${owner.typeName}${typeName} is a generated type`;
    context.scope.report(diagnose("names/reserved", place, { name: key, reason }));
  }
  const shaped = shape(context, owner, input, label, typeName);
  const whenUnavailable = readUnavailable(value);
  if (whenUnavailable.kind === "default") checkDefault(context, input, whenUnavailable.value, shaped.form);
  const continues = kind !== "compute" && (value["onDecline"] === "continue" || whenUnavailable.kind === "continue");
  const actions = [
    "accept",
    ...(value["onDecline"] === "continue" ? ["decline", "cancel"] : []),
    ...(whenUnavailable.kind === "continue" ? ["unavailable"] : []),
  ];
  return {
    ...input,
    ...shaped,
    typeName,
    label,
    whenUnavailable,
    type: continues ? { kind: "outcome", content: shaped.content, actions } : shaped.content,
    mayBeSkipped: Object.hasOwn(value, "when") && value["when"] !== true,
  };
}

export function inputVariable(input: PreparedInput, code: string): Variable {
  return {
    type: input.type,
    code,
    input: {
      name: input.key,
      mayBeSkipped: input.mayBeSkipped,
      sampled: input.kind === "sample" && input.type.kind === "object",
      refreshed: input.kind === "compute" && input.value["refresh"] === true,
    },
  };
}

/** Checks that a default is what the handler would get: an answer of the form, a list of roots, a message. */
function checkDefault(context: BuildContext, input: DeclaredInput, fallback: Json, form: FlatForm | undefined): void {
  const problem = defaultProblem(context, input, fallback, form);
  if (problem === undefined) return;
  const place = locatePath(context.scope.origins, input.value, ["whenUnavailable", "default"]);
  context.scope.report(diagnose("inputs/unavailable-default", place, { input: input.key, problem }));
}

function defaultProblem(
  context: BuildContext,
  input: DeclaredInput,
  fallback: Json,
  form: FlatForm | undefined,
): string | undefined {
  if (input.kind === "roots") return Array.isArray(fallback) ? undefined : "must be a list of roots";
  if (input.kind !== "elicit") return isObject(fallback) ? undefined : "must be a mapping";
  if (!isObject(fallback)) return "must be an answer of the form";
  const properties = objectMember(form?.schema, "properties") ?? {};
  const unknown = Object.keys(fallback).find((key) => !Object.hasOwn(properties, key));
  if (unknown !== undefined) return `has the unknown field "${unknown}"`;
  const required = (arrayMember(form?.schema, "required") ?? []).filter((key) => typeof key === "string");
  const missing = required.find((key) => !Object.hasOwn(fallback, key));
  if (missing !== undefined) return `lacks the field "${missing}"`;
  // Choices that are known only at run time refuse nothing here.
  const open = new Set(form?.choices.map(({ property }) => property));
  for (const [key, value] of Object.entries(fallback)) {
    const field = objectMember(properties, key);
    const type = textMember(field, "type");
    if (field === undefined || form === undefined || open.has(key)) continue;
    if (type !== undefined && !hasType(value, type)) return `has a "${key}" that is not of type ${type}`;
    const problem = valueProblem(context.scope.project, field, form.typeHome, value);
    if (problem !== undefined) return `has a "${key}" that ${problem}`;
  }
  return undefined;
}

function readUnavailable(value: DeclaredInput["value"]): AskedInputBase["whenUnavailable"] {
  const written = value["whenUnavailable"];
  if (written === "continue") return { kind: "continue" };
  const fallback = member(written, "default");
  return fallback === undefined ? { kind: "fail" } : { kind: "default", value: fallback };
}

type Shape = Pick<PreparedInput, "content" | "form" | "schema" | "home" | "valueType">;

function shape(context: BuildContext, owner: Owner, input: DeclaredInput, label: string, typeName: string): Shape {
  const { value, kind, document, place } = input;
  const { scope } = context;
  const nowhere: SchemaHome = { document, root: true };
  switch (kind) {
    case "elicit": {
      const schema = objectMember(objectMember(value, "elicit"), "schema") ?? {};
      const home = homeOf(document, schema);
      const at = locatePath(scope.origins, value, ["elicit", "schema"], "key");
      const form = flatForm(scope, schema, home, at);
      const answerHome = form.typeHome;
      const valueType = declareType(
        context,
        { name: owner.typeName + typeName, from: label, schema: form.typeSchema, home: answerHome, mode: "sent" },
        place,
      );
      const content = schemaType(scope.project, form.schema, answerHome);
      return { content, form, home: answerHome, valueType };
    }
    case "compute": {
      const schema = schemaMember(value, "compute") ?? true;
      const home = homeOf(document, schema);
      checkSchema(scope, schema, home, locateMember(scope.origins, value, "compute", "key"));
      const valueType = declareType(
        context,
        { name: owner.typeName + typeName, from: label, schema, home, mode: "sent" },
        place,
      );
      return { content: schemaType(scope.project, schema, home), schema, home, valueType };
    }
    case "sample":
      return { content: sampledMessage, home: nowhere };
    case "roots":
      return { content: { kind: "list", element: root }, home: nowhere };
    case "confirm":
    case "elicitUrl":
      return { content: { kind: "unit" }, home: nowhere };
  }
}

function fixedObject(
  fields: Readonly<Record<string, { readonly type: CelType; readonly optional: boolean }>>,
): CelType {
  return {
    kind: "object",
    names: Object.keys(fields),
    field: (name) => (Object.hasOwn(fields, name) ? fields[name] : undefined),
  };
}

/** MCP `Root`. */
const root = fixedObject({ uri: { type: string, optional: false }, name: { type: string, optional: true } });

/** MCP `CreateMessageResult`; its text is read as `NAME.content.text`. */
const sampledMessage = fixedObject({
  role: { type: string, optional: false },
  model: { type: string, optional: false },
  stopReason: { type: string, optional: true },
  content: { type: dyn, optional: false },
});
