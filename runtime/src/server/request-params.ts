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

/** What the arguments are is judged by the prompt, which can name all that is wrong with them. */
export const promptParams: ParamsSchema<GetPromptRequest["params"]> = paramsOf(
  "name must be text, arguments an object",
  (params) =>
    isObject(params) &&
    typeof params["name"] === "string" &&
    (params["arguments"] === undefined || isObject(params["arguments"])),
);

export const resourceParams: ParamsSchema<ReadResourceRequest["params"]> = paramsOf(
  "uri must be text",
  (params) => isObject(params) && typeof params["uri"] === "string",
);

export const completionParams: ParamsSchema<CompleteRequest["params"]> = paramsOf(
  "ref and argument must say what is to be completed",
  (params) => isSpecType.CompleteRequestParams(params),
);
