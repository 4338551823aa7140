import { factsOf, type ExpressionScope } from "../cel/expression.js";
import type { CelType } from "../cel/cel-type.js";
import { schemaType } from "../cel/schema-type.js";
import { diagnose } from "../diagnostics/diagnostic.js";
import { locateMember, locatePath } from "../load/origin.js";
import { arrayMember, member, objectMember, schemaMember, textMember } from "../load/values.js";
import { checkSchema } from "../resolve/check-schema.js";
import { hasMark, mark } from "../resolve/marks.js";
import type { SchemaHome } from "../resolve/schema-home.js";
import { withDefaults } from "../resolve/type-registry.js";
import type { Declared, DeclaredInput } from "../spec/read-spec.js";
import { secondsOf } from "../spec/values.js";
import type { BuildContext } from "./build-context.js";
import { buildInputs, type BuiltInputs } from "./build-inputs.js";
import { checkExamples } from "./check-examples.js";
import { checkFlow } from "./check-flow.js";
import { declareType } from "./declare-type.js";
import type { FlowModel, Json, JsonObject, JsonSchema, PrimitiveModel, TypeRef } from "../model/model.js";
import { sealedAnyway } from "../model/primitive.js";
import type { PrimitiveNames } from "./primitive-names.js";

/** Arguments of a primitive: their schema, types, and what conditions see. */
export interface ArgumentsOf {
  readonly sent: TypeRef;
  readonly applied: TypeRef;
  readonly type: CelType;
}

export type PrimitiveCommon = Omit<PrimitiveModel, "kind" | "listed">;

/** Declares the two types of arguments: as a client sends them and, where defaults make a difference, as handlers see them. */
export function declareArguments(
  context: BuildContext,
  names: PrimitiveNames,
  from: string,
  schema: JsonSchema,
  home: SchemaHome,
): { readonly sent: TypeRef; readonly applied: TypeRef } {
  const name = `${names.typeName}Arguments`;
  const mayHaveDefaults = hasMark(context.scope, schema, mark.fallback | mark.reference);
  if (!mayHaveDefaults || !context.types.hasDefaults(schema, home)) {
    const type = declareType(context, { name, from, schema, home, mode: "sent" }, names.place);
    return { sent: type, applied: type };
  }
  return {
    sent: declareType(
      context,
      { name: `${name}Input`, from, note: "as a client sends it", schema, home, mode: "sent" },
      names.place,
    ),
    applied: declareType(context, { name, from, note: withDefaults, schema, home, mode: "applied" }, names.place),
  };
}

/** Everything that tools, prompts and resources have in common. */
export function buildCommon(
  context: BuildContext,
  declared: Declared,
  names: PrimitiveNames,
  args: ArgumentsOf,
  extra: { readonly inputs: readonly DeclaredInput[]; readonly broken: ReadonlySet<string> },
): [PrimitiveCommon, BuiltInputs] {
  const { value } = declared;
  const manual = value["flow"] === "manual";
  const inputs = readable(context, [...extra.inputs, ...declared.inputs], names);
  const broken = new Set([...extra.broken, ...declared.broken, ...unreadArguments(context, names)]);
  const shared = new Set(extra.inputs);
  const owner = { label: names.label, typeName: names.typeName, place: names.place, shared };
  const [flow, byHand] = readFlow(context, declared, names, manual);
  const built = buildInputs(context, owner, inputs, broken, args.type, byHand);
  if (manual) checkManual(context, declared, extra.inputs);
  else checkFlow(context, built.inputs, inputs, names.place);
  const once = value["once"] === true || value["single-use"] === true;
  if (once && context.requestState.codec === "python-v1") {
    const key = value["once"] === true ? "once" : "single-use";
    context.scope.report(
      diagnose("inputs/once-python", locateMember(context.scope.origins, value, key, "key"), { key }),
    );
  }
  const timeout = value["timeout"];
  const deprecated = value["deprecated"];
  if (value["seal"] === "needed") {
    const place = locateMember(context.scope.origins, value, "seal");
    const reason = sealedAnyway({ inputs: built.inputs, flow, once });
    // What a wrong declaration would have asked is not known.
    if (broken.size === 0 || reason === undefined) {
      context.scope.report(
        reason === undefined
          ? diagnose("inputs/seal-needed", place, {})
          : diagnose("inputs/seal-unused", place, { reason }),
      );
    }
  }
  const title = textMember(value, "title");
  const description = textMember(value, "description");
  checkExamples(context, value, built.inputs, broken);
  return [
    {
      place: names.label,
      name: names.name,
      codeName: names.codeName,
      typeName: names.typeName,
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...(typeof deprecated === "string" ? { deprecated } : deprecated === true && { deprecated: "Deprecated." }),
      argumentsType: args.applied,
      argumentsInputType: args.sent,
      inputs: built.inputs,
      flow,
      seal: value["seal"] === "always" || value["seal"] === "needed" ? value["seal"] : context.seal,
      once,
      ...((typeof timeout === "number" || typeof timeout === "string") && { timeoutSeconds: secondsOf(timeout) }),
      scopes: readScopes(context, value),
      examples: arrayMember(value, "examples") ?? [],
    },
    built,
  ];
}

/** Arguments whose declaration was misspelt or misplaced: what reads them is not judged. */
function unreadArguments(context: BuildContext, names: PrimitiveNames): readonly string[] {
  const key = { tool: "inputSchema", prompt: "arguments", resource: "uriTemplate" }[names.kind];
  return context.scope.claimed.has(`${names.label} ${key}`) ? ["args"] : [];
}

/** Every input is a question, a type and an entry of the state; nobody answers this many, and proofs about them take long. */
const mostInputs = 200;

function readable(
  context: BuildContext,
  inputs: readonly DeclaredInput[],
  names: PrimitiveNames,
): readonly DeclaredInput[] {
  if (inputs.length <= mostInputs) return inputs;
  const values = { primitive: names.label, count: inputs.length, limit: mostInputs };
  context.scope.report(diagnose("inputs/too-many", names.place, values));
  return [];
}

/** Options that only the engine acts on. */
const engineOptions = ["when", "needs", "onDecline", "whenUnavailable", "within", "check", "attempts", "pins"] as const;

function checkManual(context: BuildContext, declared: Declared, inherited: readonly DeclaredInput[]): void {
  const { scope } = context;
  for (const input of [...inherited, ...declared.inputs]) {
    if (input.kind === "compute") scope.report(diagnose("inputs/manual-compute", input.place, { input: input.key }));
    for (const option of engineOptions) {
      if (!Object.hasOwn(input.value, option)) continue;
      const place = locateMember(scope.origins, input.value, option, "key");
      scope.report(diagnose("inputs/manual-option", place, { option }));
    }
    const url = objectMember(input.value, "elicitUrl");
    if (member(url, "completion") === true && url !== undefined) {
      const place = locateMember(scope.origins, url, "completion", "key");
      scope.report(diagnose("inputs/manual-option", place, { option: "completion" }));
    }
  }
  for (const key of ["messages", "text", "blob", "file"]) {
    if (!Object.hasOwn(declared.value, key)) continue;
    const place = locateMember(scope.origins, declared.value, key, "key");
    scope.report(diagnose("inputs/messages-with-manual", place, { key }));
  }
}

/** How the rounds are driven; and, by hand, what the texts of the questions see as `state`. */
function readFlow(
  context: BuildContext,
  declared: Declared,
  names: PrimitiveNames,
  manual: boolean,
): [FlowModel, { readonly state: CelType | undefined }?] {
  const { value, document } = declared;
  const state = schemaMember(value, "state");
  if (!manual) {
    if (state !== undefined) {
      const place = locateMember(context.scope.origins, value, "state", "key");
      context.scope.report(diagnose("inputs/state-without-manual", place, {}));
    }
    return [{ kind: "declarative" }];
  }
  if (state === undefined) return [{ kind: "manual" }, { state: undefined }];
  const home = { document, root: state };
  const place = locateMember(context.scope.origins, value, "state", "key");
  checkSchema(context.scope, state, home);
  const stateType = declareType(
    context,
    { name: `${names.typeName}State`, from: `${names.label}.state`, schema: state, home, mode: "sent" },
    place,
  );
  return [{ kind: "manual", stateType, stateSchema: state }, { state: schemaType(context.scope.project, state, home) }];
}

function readScopes(context: BuildContext, value: JsonObject): readonly string[] {
  const scopes = (arrayMember(value, "scopes") ?? []).filter((scope) => typeof scope === "string");
  for (const [index, scope] of scopes.entries()) {
    // RFC 6749 section 3.3: visible ASCII without quote and backslash.
    if (/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope)) continue;
    context.scope.report(
      diagnose("spec/scope", locatePath(context.scope.origins, value, ["scopes", index]), { scope }),
    );
  }
  return scopes;
}

/** The scope in which the declared content of a primitive is read: every input that is always there is there. */
export function contentScope(context: BuildContext, built: BuiltInputs): ExpressionScope {
  return {
    variables: built.variables,
    facts: factsOf([]),
    report: context.scope.report,
    parse: context.parse,
  };
}

/** Adds members to a list entry that are passed on as they are, in MCP's order. */
export function listMembers(listed: { [key: string]: Json }, value: JsonObject, keys: readonly string[]): void {
  for (const key of keys) {
    const given = Object.hasOwn(value, key) ? value[key] : undefined;
    if (given !== undefined) listed[key] = given;
  }
}
