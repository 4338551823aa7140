import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/client";
import { fromJsonSchema } from "@modelcontextprotocol/client";
import { CallError } from "./call-error.js";
import type { Connection } from "./connection.js";
import type { ToolDeclaration } from "./declarations.js";
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

type Validate = ReturnType<typeof fromJsonSchema>["~standard"]["validate"];

/** Compiled on first use, once for every client of the process that shares the schema constant. */
const validators = new WeakMap<object, Validate>();

/**
 * Reads the result of a tool.
 *
 * @throws {CallError} `invalid-result` when a success does not fit the output schema (MCP 2026-07-28, server/tools).
 */
export async function readToolResult<Output>(
  connection: Connection,
  declaration: ToolDeclaration,
  result: CallToolResult,
): Promise<ToolResult<Output>> {
  const { content, _meta } = result;
  const shared = { content, ...defined({ _meta }) };
  if (result.isError === true) {
    return { isError: true, ...shared, ...defined({ structuredContent: result.structuredContent }) };
  }
  const value = await checkOutput(connection, declaration, result.structuredContent);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the validator accepts, the generated type describes
  return { isError: false, structuredContent: value as Output, ...shared };
}

async function checkOutput(connection: Connection, declaration: ToolDeclaration, received: unknown): Promise<unknown> {
  const { outputSchema, name } = declaration;
  if (outputSchema === undefined) return received;
  if (received === undefined) {
    throw new CallError("invalid-result", `${name} sent no structured content, which its output schema promises`);
  }
  const value = unwrapped(connection, outputSchema, received);
  let validate = validators.get(outputSchema);
  if (validate === undefined) {
    validate = fromJsonSchema(outputSchema)["~standard"].validate;
    validators.set(outputSchema, validate);
  }
  const checked = await validate(value);
  if (checked.issues === undefined) return value;
  const issues = checked.issues.map((issue) => ({ path: "", message: issue.message }));
  throw new CallError(
    "invalid-result",
    `The structured content of ${name} does not fit its output schema: ${issues.map((issue) => issue.message).join("; ")}`,
    { issues },
  );
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
