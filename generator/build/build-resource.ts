import { checkText } from "../cel/expression.js";
import { schemaType } from "../cel/schema-type.js";
import { diagnose } from "../diagnostics/diagnostic.js";
import { didYouMean } from "../diagnostics/suggest.js";
import { locateMember } from "../load/origin.js";
import { objectMember, textMember } from "../load/values.js";
import type { Declared } from "../spec/read-spec.js";
import type { BuildContext } from "./build-context.js";
import type { BuiltInputs } from "./build-inputs.js";
import { buildCommon, contentScope, declareArguments, listMembers } from "./build-primitive.js";
import type { Json, JsonObject, PromptArgumentModel, ResourceModel } from "../model/model.js";
import type { PrimitiveNames } from "./primitive-names.js";
import { readArgument, textArguments } from "./read-completion.js";
import { hasPlainScheme, isAbsoluteUri, templateProblem, templateVariables } from "../model/uri-template.js";

export function buildResource(
  context: BuildContext,
  declared: Declared,
  names: PrimitiveNames,
): ResourceModel | undefined {
  const { value, document } = declared;
  const address = readAddress(context, declared);
  if (address === undefined) return undefined;
  const variables = address.kind === "template" ? readVariables(context, value, address.uriTemplate) : [];
  if (address.kind === "static") checkStatic(context, declared, names);
  const schema = textArguments(variables);
  const home = { document, root: schema };
  const { sent, applied } =
    address.kind === "template"
      ? declareArguments(context, names, `${names.label}.uriTemplate`, schema, home)
      : { sent: { name: "" }, applied: { name: "" } };
  const type = schemaType(context.scope.project, schema, home);
  const none = { inputs: [], broken: new Set<string>() };
  const judged = address.kind === "static" ? { ...declared, inputs: [], broken: new Set<string>() } : declared;
  const [common, built] = buildCommon(context, judged, names, { sent, applied, type }, none);
  const content = readDeclaredContent(context, declared, built);
  const mimeType = textMember(value, "mimeType");
  const cache = objectMember(value, "cache");
  const listed: { [key: string]: Json } = { name: names.name };
  listMembers(listed, value, ["title"]);
  if (address.kind === "static") listed["uri"] = address.uri;
  else listed["uriTemplate"] = address.uriTemplate;
  listMembers(listed, value, ["description", "mimeType", "icons"]);
  if (address.kind === "static") listMembers(listed, value, ["size"]);
  listMembers(listed, value, ["annotations", "_meta"]);
  return {
    kind: "resource",
    ...common,
    listed,
    address,
    variables,
    ...(mimeType === undefined ? {} : { mimeType }),
    ...(content === undefined ? {} : { content }),
    ...(cache === undefined ? {} : { cacheHint: cacheHintOf(cache) }),
  };
}

/** A hint as results carry it (MCP 2026-07-28). */
export function cacheHintOf(cache: JsonObject): JsonObject {
  const { ttlMs, scope } = cache;
  return { ttlMs: ttlMs ?? 0, cacheScope: scope ?? "private" };
}

function readAddress(context: BuildContext, declared: Declared): ResourceModel["address"] | undefined {
  const { value, key, place } = declared;
  const { scope } = context;
  const uri = textMember(value, "uri");
  const uriTemplate = textMember(value, "uriTemplate");
  if ((uri === undefined) === (uriTemplate === undefined)) {
    const claimed = ["uri", "uriTemplate"].some((name) => scope.claimed.has(`resources.${key} ${name}`));
    if (!claimed) scope.report(diagnose("spec/resource-address", place, { resource: key }));
    return undefined;
  }
  if (uri !== undefined) {
    const at = locateMember(scope.origins, value, "uri");
    if (!isAbsoluteUri(uri)) scope.report(diagnose("spec/uri", at, { uri }));
    else if (!hasPlainScheme(uri)) scope.report(diagnose("spec/uri-scheme", at, { uri }));
    return { kind: "static", uri };
  }
  return { kind: "template", uriTemplate: uriTemplate ?? "" };
}

function readVariables(context: BuildContext, value: JsonObject, template: string): readonly PromptArgumentModel[] {
  const { scope } = context;
  const problem = templateProblem(template);
  if (problem !== undefined) {
    const place = locateMember(scope.origins, value, "uriTemplate");
    scope.report(diagnose("spec/uri-template", place, { template, problem }));
  }
  const found = templateVariables(template);
  if ("problem" in found) return [];
  const written = objectMember(value, "variables") ?? {};
  for (const name of Object.keys(written)) {
    if (found.variables.includes(name)) continue;
    const at = locateMember(scope.origins, written, name, "key");
    scope.report(diagnose("spec/unknown-variable", at, { name, suggestion: didYouMean(name, found.variables) }));
  }
  return found.variables.map((name) =>
    readArgument(name, Object.hasOwn(written, name) ? (written[name] ?? null) : null, true),
  );
}

/** What only a primitive with arguments can have. */
const flowKeys = ["flow", "state", "once", "single-use", "seal", "variables"] as const;

function checkStatic(context: BuildContext, declared: Declared, names: PrimitiveNames): void {
  const { value } = declared;
  const { scope } = context;
  const resource = names.label.slice("resources.".length);
  if (declared.inputs.length > 0 || declared.broken.size > 0) {
    const place = locateMember(scope.origins, value, "requires", "key");
    scope.report(diagnose("inputs/static-resource", place, { resource }));
  }
  for (const key of flowKeys) {
    if (!Object.hasOwn(value, key)) continue;
    scope.report(diagnose("inputs/static-flow", locateMember(scope.origins, value, key, "key"), { resource, key }));
  }
}

function readDeclaredContent(context: BuildContext, declared: Declared, built: BuiltInputs): ResourceModel["content"] {
  const { value, document } = declared;
  const { scope } = context;
  const given = ["text", "blob", "file"].filter((key) => Object.hasOwn(value, key));
  const [first, second] = given;
  if (first !== undefined && second !== undefined) {
    const place = locateMember(scope.origins, value, second, "key");
    scope.report(diagnose("spec/exclusive-keys", place, { first, second }));
    return undefined;
  }
  const text = textMember(value, "text");
  if (text !== undefined) {
    const place = locateMember(scope.origins, value, "text");
    return { kind: "text", text: checkText(text, place, contentScope(context, built)).text };
  }
  const blob = textMember(value, "blob");
  if (blob !== undefined) {
    if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(blob)) {
      const place = locateMember(scope.origins, value, "blob");
      scope.report(diagnose("spec/constraint", place, { key: "blob", problem: "is not base64" }));
    }
    return { kind: "blob", blob };
  }
  const file = textMember(value, "file");
  if (file === undefined) return undefined;
  const place = locateMember(scope.origins, value, "file");
  const path = scope.project.pathFrom(document.file, file);
  if (!scope.project.mayRead(path)) {
    scope.report(diagnose("load/file-outside", place, { path: file }));
    return undefined;
  }
  const content = scope.project.contents.get(path);
  if (content === undefined) {
    for (const failure of scope.project.failures.get(path) ?? []) scope.report(failure);
    return undefined;
  }
  // A file is content, not a template: what looks like a hole in it stays.
  return { kind: "text", text: [content.text] };
}
