import { dyn, string, type CelType } from "../cel/cel-type.js";
import { schemaType } from "../cel/schema-type.js";
import type { Variable } from "../cel/translation.js";
import { diagnose } from "../diagnostics/diagnostic.js";
import { locatePath } from "../load/origin.js";
import { member, objectMember, schemaMember, textMember } from "../load/values.js";
import { checkSchema } from "../resolve/check-schema.js";
import { flatForm, type FlatForm } from "../resolve/flat-form.js";
import type { SchemaHome } from "../resolve/schema-home.js";
import type { DeclaredInput } from "../spec/read-spec.js";
import { homeOf, type BuildContext, type Owner } from "./build-context.js";
import { checkDefaultAnswer } from "./check-default-answer.js";
import { declareType } from "./declare-type.js";
import type { AskedInputBase, JsonSchema, TypeRef } from "../model/model.js";
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
  }
  const shaped = shape(context, owner, input, label, typeName);
  const whenUnavailable = readUnavailable(value);
  if (whenUnavailable.kind === "default") checkDefaultAnswer(context, input, whenUnavailable.value, shaped.form);
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
      checkSchema(scope, schema, home);
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
