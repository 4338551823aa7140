import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/client";
import { trusted } from "../json/trusted.js";
import { CallError } from "./call-error.js";
import type { Connection } from "./connection.js";
import type { ToolDeclaration } from "./declarations.js";
import { checkOutput } from "./output-schema.js";
import { defined } from "./defined.js";
import { isObject } from "../json/plain-object.js";

/** The tool did what it was asked. */
export interface ToolSuccess<Output> {
  readonly isError: false;
  /** Checked against the tool's output schema; `undefined` for a tool that declares none and sends none. */
  readonly structuredContent: Output;
  readonly content: readonly ContentBlock[];
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** The tool ran, or could not run, and says so for a model to read. Not an exception: the protocol worked. */
export interface ToolFailure {
  readonly isError: true;
  readonly structuredContent?: unknown;
  readonly content: readonly ContentBlock[];
  readonly _meta?: Readonly<Record<string, unknown>>;
}

export type ToolResult<Output> = ToolSuccess<Output> | ToolFailure;

/**
 * Reads the result of a tool.
 *
 * @throws {CallError} `invalid-result` when a success does not fit the output schema (MCP 2026-07-28, server/tools).
 */
export async function readToolResult<Output>(
  connection: Connection,
  declaration: ToolDeclaration,
  { isError, content, structuredContent, _meta }: CallToolResult,
): Promise<ToolResult<Output>> {
  if (isError === true) return { isError, content, ...defined({ structuredContent, _meta }) };
  const output = await readOutput(connection, declaration, structuredContent);
  // What the validator accepts, the generated type describes.
  return { isError: false, content, structuredContent: trusted<Output>(output), ...defined({ _meta }) };
}

async function readOutput(connection: Connection, declaration: ToolDeclaration, received: unknown): Promise<unknown> {
  const { outputSchema, name } = declaration;
  if (outputSchema === undefined) return received;
  if (received === undefined) {
    throw new CallError("invalid-result", `${name} sent no structured content, which its output schema promises`);
  }
  const value = unwrapped(connection, outputSchema, received);
  const wrong = await checkOutput(outputSchema, value);
  if (wrong === undefined) return value;
  throw new CallError("invalid-result", `The structured content of ${name} does not fit its output schema: ${wrong}`);
}

/** Protocol revisions before 2026-07-28 only know objects, and carry any other value as `{ result: value }`. */
function unwrapped(connection: Connection, schema: Readonly<Record<string, unknown>>, received: unknown): unknown {
  if (connection.era() === "modern" || schema["type"] === "object") return received;
  return isObject(received) && Object.keys(received).length === 1 && Object.hasOwn(received, "result")
    ? received["result"]
    : received;
}

/** The text blocks of a result, one a line: what a model or a person reads of it. */
export function textOf(result: { readonly content: readonly ContentBlock[] }): string {
  return result.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}
