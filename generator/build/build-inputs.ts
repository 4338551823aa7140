import {
  checkCondition,
  checkExpression,
  checkText,
  factsOf,
  type CheckedText,
  type ExpressionScope,
} from "../cel/expression.js";
import { isNameable } from "../cel/parse-path.js";
import { noFacts, type Facts } from "../cel/facts.js";
import { clientVariable } from "../cel/ability.js";
import type { Variable } from "../cel/translation.js";
import { accessor } from "../cel/translation.js";
import type { CelType } from "../cel/cel-type.js";
import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.js";
import { didYouMean } from "../diagnostics/suggest.js";
import { locateMember, locatePath } from "../load/origin.js";
import { arrayMember, member, textMember } from "../load/values.js";
import type { DeclaredInput } from "../spec/read-spec.js";
import { secondsOf } from "../spec/values.js";
import type { BuildContext, Owner } from "./build-context.js";
import { buildInputBody, type AskedCommon } from "./build-input-body.js";
import { inputVariable, prepareInput, type PreparedInput } from "./prepare-input.js";
import type { CheckModel, ClientModel, Expression, InputModel } from "../model/model.js";

/** The inputs of a primitive, in document order, and what it means for them to be valid together. */
export interface BuiltInputs {
  readonly inputs: readonly InputModel[];
  /** Variables by name, for texts of the primitive itself. */
  readonly variables: ReadonlyMap<string, Variable>;
}

/**
 * Types, checks and translates the inputs of a primitive. Every input is looked at even if another is wrong; what mentions a
 * wrong one is not judged.
 */
export function buildInputs(
  context: BuildContext,
  owner: Owner,
  declared: readonly DeclaredInput[],
  broken: ReadonlySet<string>,
  args: CelType,
  byHand?: { readonly state: CelType | undefined },
): BuiltInputs {
  const prepared = declared.map((input) =>
    owner.shared.has(input) ? prepareShared(context, input) : prepareInput(context, owner, input),
  );
  const variables = new Map<string, Variable>([["args", { type: args, code: "args" }]]);
  if (byHand === undefined) {
    for (const { key, place } of prepared) {
      // Names with a meaning of their own were refused.
      if (isNameable(key) || ["true", "false", "null", "in"].includes(key)) continue;
      context.scope.report(diagnose("names/input-key", place, { name: key }));
    }
    for (const input of prepared) variables.set(input.key, inputVariable(input, `inputs${accessor(input.key)}`));
  } else if (byHand.state !== undefined) {
    // Under `flow: manual` nobody has settled another input when a question is built; the author's state says what there is.
    variables.set("state", { type: byHand.state, code: "inputs.state" });
  }
  for (const key of broken) {
    variables.set(key, {
      type: { kind: "dyn" },
      code: `inputs${accessor(key)}`,
      input: { name: key, mayBeSkipped: false },
      unjudged: true,
    });
  }
  if (prepared.length === 0) return { inputs: [], variables };
  const withClient = byHand === undefined ? new Map([...variables, ["client", clientVariable]]) : variables;
  const inputs = prepared.map((input) => buildInput(context, input, prepared, withClient, broken));
  const namesClient = inputs.some(({ needs }) => needs.includes(clientInput.name));
  return { inputs: namesClient ? [clientInput, ...inputs] : inputs, variables };
}

/** There when something names it. */
const clientInput: ClientModel = { kind: "client", name: "client", typeName: "Client", needs: [], mayBeSkipped: false };

/** An input of `everyTool` has one type and one schema, whichever tools inherit it. */
function prepareShared(context: BuildContext, input: DeclaredInput): PreparedInput {
  const known = context.shared.get(input);
  if (known !== undefined) return known;
  const owner = { label: "everyTool", typeName: "EveryTool", place: input.place, shared: new Set<DeclaredInput>() };
  const prepared: PreparedInput = { ...prepareInput(context, owner, input), shared: true };
  context.shared.set(input, prepared);
  return prepared;
}

function buildInput(
  context: BuildContext,
  input: PreparedInput,
  all: readonly PreparedInput[],
  variables: ReadonlyMap<string, Variable>,
  broken: ReadonlySet<string>,
): InputModel {
  const found: Diagnostic[] = [];
  const mentions = new Set<string>();
  const mention = (names: readonly string[]): void => {
    for (const name of names) mentions.add(name);
  };
  const scopeWith = (facts: Facts, more?: readonly [string, Variable]): ExpressionScope => ({
    variables: more === undefined ? variables : new Map([...variables, more]),
    facts,
    report: (diagnostic) => void found.push(diagnostic),
    parse: context.parse,
  });
  const { value } = input;
  const { origins } = context.scope;

  const [when, facts] = readCondition(value["when"], locateMember(origins, value, "when"), scopeWith(noFacts), mention);
  const aboutCondition = new Set(found);
  const inner = scopeWith(facts);
  const body = buildInputBody(context, input, {
    text: (source, place, kind) => {
      const checked = checkText(source, place, inner, kind);
      mention(checked.mentions);
      return checked.text;
    },
    expression: (source, place) => {
      const [checked, names] = checkExpression(source, place, inner);
      mention(names);
      return checked;
    },
    common: readCommon(
      context,
      input,
      inner,
      scopeWith(facts, ["answer", { type: input.content, code: "answer" }]),
      mention,
    ),
  });
  const explicit = readNeeds(context, input, all, broken);
  mention(explicit);
  // What a wrong or misplaced condition would have proved is not asked for again.
  const unproved =
    when === undefined && (typeof value["when"] === "string" || context.scope.claimed.has(`${input.label} when`));
  if (![...mentions].some((name) => broken.has(name))) {
    for (const diagnostic of found) {
      const follows = diagnostic.code === "cel/unguarded" || diagnostic.code === "cel/may-be-skipped";
      if (!(unproved && follows && !aboutCondition.has(diagnostic))) context.scope.report(diagnostic);
    }
  }
  const needs = [clientInput.name, ...all.map(({ key }) => key)].filter((name) => mentions.has(name));
  return {
    name: input.key,
    typeName: input.typeName,
    ...(input.shared === true && { shared: true }),
    needs,
    ...(when === undefined ? {} : { when }),
    mayBeSkipped: input.mayBeSkipped,
    ...body,
  };
}

function readCondition(
  when: unknown,
  place: ReturnType<typeof locateMember>,
  scope: ExpressionScope,
  mention: (names: readonly string[]) => void,
): [Expression | undefined, Facts] {
  if (typeof when === "boolean") {
    return [{ source: String(when), code: String(when), type: "bool", symbols: [], reads: [] }, noFacts];
  }
  if (typeof when !== "string") return [undefined, noFacts];
  const [checked, names] = checkCondition(when, place, scope);
  mention(names);
  return checked === undefined ? [undefined, noFacts] : [checked.expression, factsOf(checked.proves)];
}

function readCommon(
  context: BuildContext,
  input: PreparedInput,
  scope: ExpressionScope,
  answerScope: ExpressionScope,
  mention: (names: readonly string[]) => void,
): AskedCommon {
  const { value } = input;
  const { origins } = context.scope;
  const checks: CheckModel[] = [];
  for (const [index, entry] of (arrayMember(value, "check") ?? []).entries()) {
    const rule = textMember(entry, "rule");
    const message = textMember(entry, "message");
    if (rule === undefined || message === undefined) continue;
    const [checked, names] = checkCondition(rule, locatePath(origins, value, ["check", index, "rule"]), answerScope);
    const text = checkText(message, locatePath(origins, value, ["check", index, "message"]), answerScope);
    mention([...names, ...text.mentions]);
    if (checked !== undefined) checks.push({ rule: checked.expression, message: text.text });
  }
  const pins: Expression[] = [];
  for (const [index, pin] of (arrayMember(value, "pins") ?? []).entries()) {
    if (typeof pin !== "string") continue;
    const place = locatePath(origins, value, ["pins", index]);
    const [checked, names] = checkExpression(pin, place, scope);
    mention(names);
    if (checked === undefined) continue;
    const refreshed = names.length === 1 && scope.variables.get(names[0] ?? "")?.input?.refreshed === true;
    if (refreshed) pins.push(checked.expression);
    else scope.report(diagnose("inputs/pin", place, { pin }));
  }
  const { attempts, within: limit } = value;
  const words = (option: "onDecline" | "whenUnavailable", key: string): CheckedText | undefined => {
    const source = textMember(member(value, option), key);
    if (source === undefined) return undefined;
    const checked = checkText(source, locatePath(origins, value, [option, key]), scope);
    mention(checked.mentions);
    return checked;
  };
  const declined = words("onDecline", "fail");
  const cancelled = words("onDecline", "cancel");
  const unavailable = words("whenUnavailable", "fail");
  return {
    onDecline: value["onDecline"] === "continue" ? "continue" : "fail",
    ...(declined !== undefined && {
      declineTexts: { fail: declined.text, ...(cancelled !== undefined && { cancel: cancelled.text }) },
    }),
    whenUnavailable:
      unavailable === undefined
        ? input.whenUnavailable
        : { kind: "fail", text: unavailable.text, needs: unavailable.mentions },
    ...((typeof limit === "string" || typeof limit === "number") && { withinSeconds: secondsOf(limit) }),
    checks,
    attempts: typeof attempts === "number" ? attempts : 3,
    pins,
  };
}

function readNeeds(
  context: BuildContext,
  input: PreparedInput,
  all: readonly PreparedInput[],
  broken: ReadonlySet<string>,
): readonly string[] {
  const names = all.map(({ key }) => key);
  const needs: string[] = [];
  for (const [index, name] of (arrayMember(input.value, "needs") ?? []).entries()) {
    if (typeof name !== "string") continue;
    const place = locatePath(context.scope.origins, input.value, ["needs", index]);
    if (name === input.key) context.scope.report(diagnose("inputs/self-need", place, { name }));
    else if (names.includes(name)) needs.push(name);
    else if (!broken.has(name)) {
      const suggestion = didYouMean(name, names);
      context.scope.report(diagnose("inputs/unknown-need", place, { name, suggestion }));
    }
  }
  return needs;
}
