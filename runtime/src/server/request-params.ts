import type {
  CompleteRequest,
  GetPromptRequest,
  ReadResourceRequest,
  StandardSchemaV1,
} from "@modelcontextprotocol/server";
import { isSpecType } from "@modelcontextprotocol/server";
import { isObject } from "../json/plain-object.js";
import { trusted } from "../json/trusted.js";

type ParamsSchema<Params> = StandardSchemaV1<Params, Params>;

/**
 * The form of requests, for the SDK to check: by its own schemas it answers a malformed one with -32603, as if we had failed,
 * and with the words of its validator (JSON-RPC 2.0, section 5.1: invalid params are -32602).
 */
function paramsOf<Params>(problem: string, good: (params: unknown) => boolean): ParamsSchema<Params> {
  return {
    "~standard": {
      version: 1,
      vendor: "mcp-parley",
      validate: (value) => (good(value) ? { value: trusted<Params>(value) } : { issues: [{ message: problem }] }),
    },
  };
}

const called = "name must be text, arguments an object";

/** What the arguments are is judged by the tool or the prompt, which can name all that is wrong with them. */
function namesAndArguments(params: unknown): boolean {
  return (
    isObject(params) &&
    typeof params["name"] === "string" &&
    (params["arguments"] === undefined || isObject(params["arguments"]))
  );
}

/** Why a `tools/call` cannot be served: the SDK looks at it before any schema of ours. */
export function toolParamsProblem(params: unknown): string | undefined {
  return namesAndArguments(params) ? undefined : `Invalid params for tools/call: ${called}`;
}

export const promptParams: ParamsSchema<GetPromptRequest["params"]> = paramsOf(called, namesAndArguments);

/** Lists are never cut, so that no cursor leads anywhere. */
export const listParams: ParamsSchema<object> = paramsOf(
  "cursor must be text",
  (params) => isObject(params) && (params["cursor"] === undefined || typeof params["cursor"] === "string"),
);

export const resourceParams: ParamsSchema<ReadResourceRequest["params"]> = paramsOf(
  "uri must be text",
  (params) => isObject(params) && typeof params["uri"] === "string",
);

export const completionParams: ParamsSchema<CompleteRequest["params"]> = paramsOf(
  "ref and argument must say what is to be completed",
  (params) => isSpecType.CompleteRequestParams(params),
);
