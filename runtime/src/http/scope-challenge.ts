import type { AuthInfo } from "@modelcontextprotocol/server";
import { isObject, own } from "../json/plain-object.js";
import { traceRefusedCall } from "../server/events.js";
import { missingScopes } from "../server/scopes.js";
import type { ServerFactory } from "../server/server-factory.js";
import { refusal } from "./refusal.js";

/**
 * The challenge for a request whose token lacks a scope that the primitive requires (RFC 6750, section 3.1): 403 for a token
 * without it, 401 for no token. `undefined` when nothing is missing.
 */
export function scopeChallenge(
  factory: ServerFactory,
  body: unknown,
  authInfo: AuthInfo | undefined,
): Response | undefined {
  for (const message of Array.isArray(body) ? body : [body]) {
    const call = callOf(message);
    const required = call === undefined ? [] : factory.scopesOf(call.method, call.target);
    if (call === undefined || missingScopes(required, authInfo).length === 0) continue;
    traceRefusedCall(factory.service, call, "scopes");
    const response = refusal(authInfo === undefined ? 401 : 403, "Insufficient scope", message);
    response.headers.set("www-authenticate", challengeOf(required, authInfo));
    return response;
  }
  return undefined;
}

function callOf(message: unknown): { readonly method: string; readonly target: string } | undefined {
  if (!isObject(message) || typeof message["method"] !== "string" || !isObject(message["params"])) return undefined;
  const { method, params } = message;
  const target = own(params, method === "resources/read" ? "uri" : "name");
  return typeof target === "string" ? { method, target } : undefined;
}

function challengeOf(required: readonly string[], authInfo: AuthInfo | undefined): string {
  const scope = `scope="${required.join(" ")}"`;
  const metadata =
    authInfo?.resourceMetadataUrl === undefined ? "" : `, resource_metadata="${authInfo.resourceMetadataUrl}"`;
  return authInfo === undefined ? `Bearer ${scope}` : `Bearer error="insufficient_scope", ${scope}${metadata}`;
}
