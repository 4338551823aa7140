import type { Surface } from "./list-server.js";
import { plainLine, plainText } from "./plain-text.js";

/** What a server offers, for people. */
export function surfaceText(surface: Surface): string {
  const { serverInfo, instructions } = surface;
  const head =
    serverInfo === undefined
      ? []
      : [
          `${plainLine(serverInfo.title ?? serverInfo.name)} (${plainLine(`${serverInfo.name} ${serverInfo.version}`)})`,
        ];
  if (instructions !== undefined) head.push(plainText(instructions).trim());
  const sections = [
    head.join("\n"),
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

function section(title: string, entries: readonly { readonly head: string; readonly about: string }[]): string {
  if (entries.length === 0) return "";
  const lines = entries.map(({ head, about }) => `  ${plainLine(head)}${about === "" ? "" : `\n      ${about}`}`);
  return [title, ...lines].join("\n");
}

function about(listed: { readonly title?: string | undefined; readonly description?: string | undefined }): string {
  const parts = [listed.title, listed.description].filter((part) => part !== undefined && part !== "");
  return plainLine(parts.join(": "));
}

/** The top-level arguments of a tool, as they are given on the command line: `name=<string> [size=<string>]`. */
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
  if ("type" in schema) return Array.isArray(schema.type) ? schema.type.map(String).join("|") : String(schema.type);
  return "any";
}
