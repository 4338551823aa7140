import { isObject } from "../json/plain-object.js";

/** The id of the request in a body, to be echoed; `null` where there is none to read. */
export function requestId(body: unknown): string | number | null {
  const id = isObject(body) && typeof body["method"] === "string" ? body["id"] : null;
  return typeof id === "string" || typeof id === "number" ? id : null;
}

/** An HTTP response that carries a JSON-RPC error. */
export function refusal(status: number, message: string, body?: unknown, code = -32_000, data?: unknown): Response {
  return Response.json(
    { jsonrpc: "2.0", id: requestId(body), error: { code, message, ...(data !== undefined && { data }) } },
    { status },
  );
}
