import type { Surface } from "./list-server.js";
import { plainLine, plainText } from "./plain-text.js";
import { wrapText } from "./wrap-text.js";

/**
 * What a server offers, for people.
 *
 * @param columns - of the terminal that it is for; without one lines are not broken.
 */
export function surfaceText(surface: Surface, columns: number = Infinity): string {
  const { serverInfo, instructions } = surface;
  const head =
    serverInfo === undefined
      ? []
      : [
          serverInfo.title === undefined || serverInfo.title === serverInfo.name
            ? plainLine(`${serverInfo.name} ${serverInfo.version}`)
            : `${plainLine(serverInfo.title)} (${plainLine(`${serverInfo.name} ${serverInfo.version}`)})`,
        ];
  if (instructions !== undefined) head.push(plainText(instructions).trim());
  const section = (title: string, entries: readonly Entry[]): string => sectionText(title, entries, columns);
  const sections = [
    head.flatMap((line) => wrapText(line, columns)).join("\n"),
    section(
      "Tools",
      surface.tools.map((tool) => ({
        head: `${tool.name}${argumentsText(tool.inputSchema)}`,
        about: about(tool),
      })),
    ),
    section(
      "Prompts",
      surface.prompts.map((prompt) => ({
        head: `${prompt.name}${prompt.arguments?.map(({ name, required }) => ` ${named(name, "text", required === true)}`).join("") ?? ""}`,
        about: about(prompt),
      })),
    ),
    section(
      "Resources",
      surface.resources.map((resource) => ({ head: resource.uri, about: about(resource) })),
    ),
    section(
      "Resource templates",
      surface.resourceTemplates.map((template) => ({ head: template.uriTemplate, about: about(template) })),
    ),
  ].filter((part) => part !== "");
  return sections.length === 0 ? "The server lists nothing.\n" : `${sections.join("\n\n")}\n`;
}

interface Entry {
  readonly head: string;
  readonly about: string;
}

function sectionText(title: string, entries: readonly Entry[], columns: number): string {
  if (entries.length === 0) return "";
  const lines = entries.flatMap(({ head, about }) => [
    ...wrapText(plainLine(head), columns - indent.length).map((line, index) => `${index === 0 ? "  " : indent}${line}`),
    ...(about === "" ? [] : wrapText(`${indent}${about}`, columns)),
  ]);
  return [title, ...lines].join("\n");
}

/** Of what belongs to the entry above. */
const indent = " ".repeat(6);

function about(listed: { readonly title?: string | undefined; readonly description?: string | undefined }): string {
  const parts = [listed.title, listed.description].filter((part) => part !== undefined && part !== "");
  return plainLine(parts.join(": "));
}

/** The top-level arguments of a tool, as they are given on the command line: `name=<text> [size=<text>]`. */
function argumentsText(schema: { readonly properties?: unknown; readonly required?: unknown }): string {
  const { properties, required } = schema;
  if (typeof properties !== "object" || properties === null) return "";
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties)
    .map(([name, property]) => ` ${named(name, typeText(property), names.includes(name))}`)
    .join("");
}

function named(name: string, type: string, required: boolean): string {
  return required ? `${name}=<${type}>` : `[${name}=<${type}>]`;
}

function typeText(schema: unknown): string {
  if (typeof schema !== "object" || schema === null) return "any";
  if ("enum" in schema && Array.isArray(schema.enum) && schema.enum.length <= 6)
    return schema.enum.map(String).join("|");
  if (!("type" in schema)) return "any";
  const types: readonly unknown[] = Array.isArray(schema.type) ? schema.type : [schema.type];
  return types.map((type) => typeWords.get(String(type)) ?? String(type)).join("|");
}

/** As a person would say it, where JSON Schema says it otherwise. */
const typeWords: ReadonlyMap<string, string> = new Map([
  ["string", "text"],
  ["boolean", "true|false"],
  ["array", "list"],
]);
