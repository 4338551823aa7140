import { isArray, isObject, objectMember, textMember } from "../load/values.js";
import type { Json, JsonObject } from "../model/model.js";
import { publishedSchema } from "./published-schema.js";

const begin = "<!-- keys: written by scripts/build-docs.mjs from the schema of the language -->";
const end = "<!-- /keys -->";

/** `docs/spec.md` with its reference of all keys brought up to date. */
export function withKeyReference(page: string): string {
  const [before = "", rest = ""] = page.split(begin, 2);
  const [, after = ""] = rest.split(end, 2);
  return `${before}${begin}\n\n${keyReference().join("\n")}\n${end}${after}`;
}

/** Keys of a document that hold entities, which have sections of their own. */
const entityMaps: ReadonlyMap<string, string> = new Map([
  ["Tool", "tool"],
  ["Prompt", "prompt"],
  ["Resource", "resource"],
  ["Input", "input"],
  ["FormField", "form field"],
]);

/** Every key of the language, in tables. */
export function keyReference(): readonly string[] {
  const schema = publishedSchema();
  const definitions = objectMember(schema, "definitions") ?? {};
  const [toolKeys, promptKeys, resourceKeys] = ["Tool", "Prompt", "Resource"].map((name) =>
    propertiesOf(definitions[name]),
  );
  const shared = Object.entries(toolKeys ?? {}).filter(([key, node]) =>
    [promptKeys, resourceKeys].every((keys) => JSON.stringify(keys?.[key]) === JSON.stringify(node)),
  );
  const sharedKeys = new Set(shared.map(([key]) => key));
  const own = (name: string): JsonObject => ({
    ...definition(definitions, name),
    properties: Object.fromEntries(
      Object.entries(propertiesOf(definitions[name])).filter(([key]) => !sharedKeys.has(key)),
    ),
  });
  return [
    ...table("The document", schema),
    ...table("Tools, prompts and resources alike", { properties: Object.fromEntries(shared) }),
    ...table("Tools", own("Tool")),
    ...table("Prompts", own("Prompt")),
    ...table("Resources", own("Resource")),
    ...table("Inputs", definition(definitions, "Input")),
    ...table("Forms", definition(definitions, "Form")),
    ...table("Form fields", definition(definitions, "FormField")),
  ];
}

function definition(definitions: JsonObject, name: string): JsonObject {
  return objectMember(definitions, name) ?? {};
}

function propertiesOf(node: Json | undefined): JsonObject {
  return objectMember(node, "properties") ?? {};
}

function table(title: string, node: JsonObject): readonly string[] {
  return [`### ${title}`, "", "| key | value | meaning |", "|---|---|---|", ...rows(node, ""), ""];
}

/** One row per key, nested ones by their path: `icons[].src`, `arguments.NAME.required`. */
function rows(node: JsonObject, path: string, alternative = false): readonly string[] {
  const required = alternative ? undefined : node["required"];
  return Object.entries(propertiesOf(node)).flatMap(([key, child]) => {
    if (!isObject(child)) return [];
    const needed = isArray(required) && required.includes(key) ? " (required)" : "";
    const at = `${path}${key}`;
    return [`| \`${at}\`${needed} | ${cell(valueText(child))} | ${cell(meaning(child))} |`, ...nested(child, at)];
  });
}

function nested(node: JsonObject, path: string, alternative = false): readonly string[] {
  const { items, additionalProperties: others, anyOf } = node;
  return [
    ...rows(node, `${path}.`, alternative),
    ...(isObject(items) ? nested(items, `${path}[]`) : []),
    ...(isObject(others) && others["$ref"] === undefined ? nested(others, `${path}.NAME`) : []),
    ...(isArray(anyOf) ? anyOf.flatMap((option) => (isObject(option) ? nested(option, path, true) : [])) : []),
  ];
}

/** What may stand there, in a few words. */
function valueText(node: JsonObject): string {
  const { type, enum: words, const: only, anyOf, items, additionalProperties: others } = node;
  const target = referenceOf(node);
  if (target !== undefined) return target;
  if (typeof node["errorMessage"] === "string" && textMember(node, "pattern") !== undefined) return "duration";
  if (isArray(words)) return words.map(code).join(" or ");
  if (only !== undefined) return code(only);
  if (isArray(anyOf)) {
    return [...new Set(anyOf.flatMap((option) => (isObject(option) ? [valueText(option)] : [])))].join(" or ");
  }
  if (type === "array") return isObject(items) ? `list of ${plural(valueText(items))}` : "list";
  if (type === "object" && isObject(others) && Object.keys(others).length > 0) return `${valueText(others)} by name`;
  return typeof type === "string" ? (typeNames.get(type) ?? type) : "anything";
}

const typeNames: ReadonlyMap<string, string> = new Map([
  ["string", "text"],
  ["object", "mapping"],
  ["integer", "whole number"],
  ["boolean", "true or false"],
]);

function plural(text: string): string {
  return text === "text" || text === "mapping" ? `${text}s` : text;
}

function referenceOf(node: JsonObject): string | undefined {
  const { allOf } = node;
  const reference = textMember(isArray(allOf) ? allOf[0] : node, "$ref");
  const name = reference?.slice("#/definitions/".length);
  if (name === undefined) return undefined;
  return name === "JsonSchema" ? "JSON Schema" : (entityMaps.get(name) ?? name.toLowerCase());
}

function meaning(node: JsonObject): string {
  const description = textMember(node, "description") ?? "";
  const { examples } = node;
  const { enum: words, markdownEnumDescriptions: meanings } = wordsIn(node);
  const told =
    isArray(words) && isArray(meanings)
      ? words.map((word, index) => ` ${code(word)}: ${lowerFirst(meanings[index])}`).join("")
      : "";
  const [example] = isArray(examples) ? examples : [];
  const shown =
    example === undefined || told !== "" || description.includes("or example") ? "" : ` For example ${code(example)}.`;
  return `${description}${told}${shown}`;
}

/** A choice of words, perhaps beside other ways to write the value. */
function wordsIn(node: JsonObject): JsonObject {
  const options = isArray(node["anyOf"]) ? node["anyOf"].filter(isObject) : [];
  return [node, ...options].find((option) => Object.hasOwn(option, "markdownEnumDescriptions")) ?? {};
}

function lowerFirst(text: Json | undefined): string {
  return typeof text === "string" ? text.charAt(0).toLowerCase() + text.slice(1) : "";
}

function code(value: Json): string {
  const text = typeof value === "string" ? value : inline(value);
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** A value in YAML's flow style, as people write it. */
function inline(value: Json): string {
  if (isArray(value)) return `[${value.map(inline).join(", ")}]`;
  if (!isObject(value)) return String(value);
  return `{ ${Object.entries(value)
    .map(([key, item]) => `${key}: ${inline(item)}`)
    .join(", ")} }`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
