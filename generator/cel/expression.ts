import { diagnose } from "../diagnostics/diagnostic.js";
import type { Location } from "../diagnostics/source-file.js";
import { locateEach, locateWithin } from "../load/origin.js";
import type { Expression, TextTemplate } from "../model/model.js";
import { describeType, type CelType } from "./cel-type.js";
import { noFacts, withFacts, type Facts } from "./facts.js";
import { isSyntaxProblem, type ParseCel } from "./cel-node.js";
import { habitOf } from "./habits.js";
import { holeSlips } from "./hole-slips.js";
import { parsePath } from "./parse-path.js";
import { type TemplatePart, templateParts } from "./template-parts.js";
import { translate } from "./translate.js";
import type { TranslationContext, Variable } from "./translation.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";

/** What an expression may name, and where its problems go. */
export interface ExpressionScope {
  readonly variables: ReadonlyMap<string, Variable>;
  readonly facts: Facts;
  readonly report: (diagnostic: Diagnostic) => void;
  readonly parse: ParseCel;
}

export interface CheckedExpression {
  readonly expression: Expression;
  /** The full type, which the model's expression only sums up. */
  readonly type: CelType;
  /** Inputs that it mentions. */
  readonly mentions: readonly string[];
  /** Paths that are there when it is true. */
  readonly proves: readonly string[];
}

/** Parses, checks and translates an expression that stands at `place`. */
export function checkExpression(
  source: string,
  place: Location | undefined,
  scope: ExpressionScope,
  inText = false,
): [CheckedExpression | undefined, readonly string[]] {
  const locate = (start: number, end: number): Location | undefined => locateWithin(place, source, start, end);
  const parsed = parsePath(source) ?? scope.parse(source);
  if (isSyntaxProblem(parsed)) {
    const habit = habitOf(source);
    if (habit !== undefined) {
      const { problem, start, end, help } = habit;
      scope.report(diagnose("cel/syntax", locate(start, end), { problem }, { help }));
      return [undefined, []];
    }
    scope.report(diagnose("cel/syntax", locate(parsed.start, parsed.end), { problem: parsed.problem }));
    return [undefined, []];
  }
  const context: TranslationContext = {
    source,
    locate,
    report: scope.report,
    variables: scope.variables,
    bound: [],
    symbols: new Set(),
    reads: new Set(),
    mentioned: new Set(),
    compared: new Set(),
    inText,
  };
  const translated = translate(context, parsed, scope.facts);
  const mentions = [...context.mentioned];
  if (translated === undefined) return [undefined, mentions];
  const expression: Expression = {
    source: source.trim(),
    code: translated.code,
    type: modelType(translated.type),
    symbols: [...context.symbols].sort(),
    reads: [...context.reads].sort(),
  };
  const proves = translated.proof.whenTrue
    .map((path) => path.replace(/^\?/, ""))
    .filter((path) => !path.startsWith("!"));
  return [{ expression, type: translated.type, mentions, proves }, mentions];
}

/** The same, for a place that wants true or false. */
export function checkCondition(
  source: string,
  place: Location | undefined,
  scope: ExpressionScope,
): [CheckedExpression | undefined, readonly string[]] {
  const [checked, mentions] = checkExpression(source, place, scope);
  const written = source.trim();
  if (written === "true" || written === "false") {
    const help = { help: "What always holds needs no condition; what never holds can be left out." };
    scope.report(diagnose("cel/always", locateWithin(place, source, 0, source.length), { value: written }, help));
    return [undefined, mentions];
  }
  if (checked === undefined || checked.type.kind === "bool") return [checked, mentions];
  const location = locateWithin(place, source, 0, source.length);
  scope.report(diagnose("cel/condition-type", location, { actual: describeType(checked.type) }));
  return [undefined, mentions];
}

export interface CheckedText {
  readonly text: TextTemplate;
  readonly mentions: readonly string[];
}

/** Checks a text with holes. In an address the values are percent-encoded. */
export function checkText(
  source: string,
  place: Location | undefined,
  scope: ExpressionScope,
  kind: "text" | "url" = "text",
): CheckedText {
  const parts: (string | Expression)[] = [];
  const mentions = new Set<string>();
  for (const { written, path } of holeSlips(source, (name) => scope.variables.has(name))) {
    const at = locateWithin(place, written, 0, written.length);
    scope.report(diagnose("text/hole-spelling", at, { written }, { help: `Did you mean \`\${{ ${path} }}\`?` }));
  }
  const all = templateParts(source);
  const places = holePlaces(all, place);
  for (const part of all) {
    if (typeof part === "string") {
      parts.push(part);
      continue;
    }
    if (part.kind === "unclosed") {
      scope.report(diagnose("text/unclosed", locateWithin(place, source.slice(part.start), 0, 3), {}));
      continue;
    }
    const here = places.get(part);
    const [checked, named] = checkExpression(part.source, here, scope, true);
    for (const name of named) mentions.add(name);
    if (checked === undefined) continue;
    const { type, expression } = checked;
    if (type.kind !== "string" && type.kind !== "int" && type.kind !== "double" && type.kind !== "bool") {
      const location = locateWithin(here, part.source, 0, part.source.length);
      scope.report(diagnose("text/not-scalar", location, { source: part.source.trim(), actual: describeType(type) }));
      continue;
    }
    parts.push(kind === "url" ? encoded(expression) : expression);
  }
  return { text: parts, mentions: [...mentions] };
}

/** Where holes stand, without their ends. */
function holePlaces(
  parts: readonly TemplatePart[],
  place: Location | undefined,
): ReadonlyMap<TemplatePart, Location | undefined> {
  const holes = parts.filter((part) => typeof part === "object" && part.kind === "hole");
  if (place === undefined || holes.length === 0) return new Map();
  const places = locateEach(
    place,
    holes.map((hole) => `\${{${hole.source}`),
  );
  return new Map(holes.map((hole, index) => [hole, places[index]]));
}

const encoded = (expression: Expression): Expression => ({
  ...expression,
  code: `percentEncode(${expression.code})`,
  type: "string",
  symbols: [...new Set([...expression.symbols, "percentEncode"])].sort(),
});

function modelType(type: CelType): Expression["type"] {
  switch (type.kind) {
    case "bool":
    case "string":
    case "list":
    case "null":
      return type.kind;
    case "int":
    case "double":
      return "number";
    case "object":
    case "outcome":
      return "map";
    case "nullable":
    case "dyn":
    case "unit":
      return "any";
  }
}

/** Facts that a condition gives to everything that is only looked at when it is true. */
export function factsOf(proves: readonly string[]): Facts {
  return withFacts(noFacts, proves, "known");
}
