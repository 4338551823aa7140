import { isObject, type JsonObject } from "../json/plain-object.js";
import { dereference, segmentsOf, valueAt } from "./reference.js";
import { firstProblems, type JsonSchema, mostProblems, pointerTo, type Problem, quoted } from "./schemas.js";

/** Longest text of an engine that is taken apart: with a long name of the sender's in every path it has any length. */
const longestText = 8_388_608;

const unexplained: Problem = { path: "", message: "does not match its schema" };

/**
 * Turns the one line of text that an engine reports into problems with paths that a model can act on: unknown members and
 * allowed values are named, which the engine's text leaves out.
 *
 * The text's shape is not promised by the engine; what is not recognised is reported for the value as a whole. Only
 * presentation hangs on this, never the judgement.
 */
export function explainFailure(schema: JsonObject, value: unknown, text: string): readonly Problem[] {
  if (text.length > longestText) return [unexplained];
  const problems = new Map<string, Problem>();
  const seen = new Set<string>();
  for (const line of text.split(/, (?=data(?:\/| must ))/)) {
    if (problems.size >= mostProblems) break;
    // The engine says of each unknown member the same, and what it says stands for them all.
    if (seen.has(line)) continue;
    seen.add(line);
    for (const problem of explainLine(schema, value, line)) problems.set(`${problem.path} ${problem.message}`, problem);
  }
  return firstProblems(withoutBranches([...problems.values()].slice(0, mostProblems)));
}

function explainLine(schema: JsonObject, value: unknown, line: string): readonly Problem[] {
  const match = /^data(.*?) (must .*|boolean schema is false)$/su.exec(line);
  if (match === null) return [unexplained];
  const path = (match[1] ?? "").replaceAll("\u00b7", "");
  const message = (match[2] ?? "").replaceAll("\u00b7", "");
  const node = schemaAt(schema, schema, segmentsOf(path));
  const missing = /^must have required property '(.*)'$/su.exec(message);
  if (missing !== null) return [{ path: pointerTo(path, missing[1] ?? ""), message: "is required" }];
  if (/^must NOT have (?:additional|unevaluated) properties$/u.test(message)) {
    const unknown = unknownMembers(node, valueAt(value, segmentsOf(path)));
    if (unknown.length > 0)
      return unknown.map((name) => ({ path: pointerTo(path, name), message: "is not a known property" }));
  }
  if (isObject(node) && /^must be equal to (?:one of the allowed values|constant)$|in oneOf$/u.test(message)) {
    const allowed = allowedValues(node);
    if (allowed !== undefined) return [{ path, message: `must be one of ${quoted(allowed)}` }];
  }
  return [
    {
      path,
      message: message === "boolean schema is false" ? "is not allowed" : inWords(message),
    },
  ];
}

/** Without signs of mathematics and capitals: people read it too. */
function inWords(message: string): string {
  return message
    .replace("must NOT", "must not")
    .replace(/^must be ([<>]=?) /u, (_all, sign: string) => `must be ${comparisons.get(sign) ?? sign} `);
}

const comparisons: ReadonlyMap<string, string> = new Map([
  ["<=", "at most"],
  [">=", "at least"],
  ["<", "less than"],
  [">", "more than"],
]);

/** Drops "must match a schema in anyOf" where the branches have said what is wrong in detail. */
function withoutBranches(problems: readonly Problem[]): readonly Problem[] {
  const detailed = problems.filter(
    (problem) => !/ in (?:anyOf|oneOf)$|must match "(?:then|else)" schema/u.test(problem.message),
  );
  return detailed.length > 0 ? detailed : problems;
}

function allowedValues(schema: JsonObject): readonly unknown[] | undefined {
  if (Array.isArray(schema["enum"])) return schema["enum"];
  const choices = schema["oneOf"] ?? schema["anyOf"];
  if (Array.isArray(choices) && choices.every((choice) => isObject(choice) && Object.hasOwn(choice, "const"))) {
    return choices.map((choice: JsonObject) => choice["const"]);
  }
  return Object.hasOwn(schema, "const") ? [schema["const"]] : undefined;
}

function unknownMembers(schema: JsonSchema | undefined, value: unknown): readonly string[] {
  if (!isObject(schema) || !isObject(value)) return [];
  const known = isObject(schema["properties"]) ? schema["properties"] : {};
  const patterns = isObject(schema["patternProperties"]) ? Object.keys(schema["patternProperties"]) : [];
  // A pattern may be one that only the engine's regular expressions know; then no name is given.
  if (patterns.length > 0) return [];
  return Object.keys(value).filter((name) => !Object.hasOwn(known, name));
}

/** The schema of a place in the value, as far as `properties`, `items` and references inside the document tell. */
function schemaAt(root: JsonObject, schema: unknown, segments: readonly string[]): JsonObject | undefined {
  let node = dereference(root, schema);
  for (const segment of segments) {
    if (node === undefined) return undefined;
    const properties: unknown = node["properties"];
    const next: unknown =
      isObject(properties) && Object.hasOwn(properties, segment) ? properties[segment] : node["items"];
    node = dereference(root, next);
  }
  return node;
}
