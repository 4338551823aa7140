import { refusalOf, type GetPromptResult, type ToolResult } from "@mcp-parley/runtime/client";
import { plainJson, plainLine } from "./plain-text.js";
import { refusalText } from "./refusal-text.js";
import { blockText } from "./show-content.js";

/** The result of a tool for people: what is structured, and else its content. */
export function toolResultText(result: ToolResult<unknown>): string {
  const { structuredContent } = result;
  const blocks = result.content.filter(
    (block) => structuredContent === undefined || !repeats(block, structuredContent),
  );
  const parts = blocks.map((block) => blockText({ ...block }));
  if (structuredContent !== undefined) parts.push(plainJson(structuredContent));
  return parts.map((part) => `${part.trimEnd()}\n`).join("");
}

/**
 * The result of a tool that failed, for people. That they refused a question is no error to them.
 *
 * @param known - the names of its arguments.
 */
export function toolErrorText(result: ToolResult<unknown>, name: string, known: readonly string[]): string {
  const refusal = refusalOf(result);
  if (refusal === undefined) return `The tool reports an error:\n${toolResultText(result)}`;
  const text = refusalText(refusal, name, known);
  return text === undefined ? `The tool says:\n${toolResultText(result)}` : `${text}\n`;
}

/** The messages of a prompt for people. */
export function promptText(result: GetPromptResult): string {
  return result.messages
    .map(({ role, content }) => `${plainLine(role)}:\n${blockText({ ...content }).trimEnd()}\n`)
    .join("\n");
}

/** Servers repeat structured content as text for older clients (MCP 2026-07-28, server/tools). */
function repeats(block: { readonly type: string; readonly text?: unknown }, structured: unknown): boolean {
  if (block.type !== "text" || typeof block.text !== "string") return false;
  try {
    return JSON.stringify(JSON.parse(block.text)) === JSON.stringify(structured);
  } catch {
    return false;
  }
}
