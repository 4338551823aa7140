import type { RequestOptions, ServerContext } from "@modelcontextprotocol/server";
import { isObject } from "../json/plain-object.js";
import { randomBytes } from "../sealing/random.js";

/** Whatever a client answers: it is judged like any other answer, and not by the SDK, which would end the call over it. */
const anyAnswer = {
  "~standard": { version: 1, vendor: "parley", validate: (value: unknown) => ({ value }) },
} as const;

/**
 * Puts a question to a 2025-era client as a request of its own, and waits for the answer.
 *
 * @throws what the SDK throws: `ProtocolError` when the client answers with an error, `SdkError` when it does not answer.
 */
export function pushQuestion(
  { mcpReq }: Pick<ServerContext, "mcpReq">,
  { method, params }: { readonly method: string; readonly params?: object | undefined },
  options: RequestOptions,
): Promise<unknown> {
  // The 2025-11-25 form of a question with a URL has an id, which the 2026-07-28 form does not know.
  const addressed =
    isObject(params) && "url" in params
      ? { ...params, elicitationId: randomBytes(16).toString("base64url") }
      : { ...params };
  return mcpReq.send({ method, params: addressed }, anyAnswer, options);
}
