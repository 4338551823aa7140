import type { AuthInfo } from "@modelcontextprotocol/server";
import { isObject, own } from "../json/plain-object.js";
import { mostWatched } from "../server/changes.js";
import { traceRefusedCall } from "../server/events.js";
import { missingScopes } from "../server/scopes.js";
import type { ServerFactory } from "../server/server-factory.js";
import { refusal } from "./refusal.js";

const invalidParamsCode = -32_602;

/**
 * The challenge for a request whose token lacks a scope that the primitive requires (RFC 6750, section 3.1): 403 for a token
 * without it, 401 for no token; or the refusal of a request about more resources than can be looked up. `undefined` when nothing is
 * missing.
 */
export function scopeChallenge(
  factory: ServerFactory,
  body: unknown,
  authInfo: AuthInfo | undefined,
): Response | undefined {
  for (const message of Array.isArray(body) ? body : [body]) {
    if (!isObject(message) || typeof message["method"] !== "string") continue;
    const { method } = message;
    const primitives = primitivesOf(method, message["params"]);
    if (primitives.length > mostWatched)
      return refusal(400, "This request watches too many resources", message, invalidParamsCode);
    // Who may do everything need not have each of their resources looked up.
    if (missingScopes(factory.scopes, authInfo).length === 0) continue;
    for (const [by, target] of primitives) {
      if (typeof target !== "string") continue;
      const required = factory.scopesOf(by, target);
      if (missingScopes(required, authInfo).length === 0) continue;
      traceRefusedCall(factory.service, { method, target }, "scopes");
      const response = refusal(authInfo === undefined ? 401 : 403, "Insufficient scope", message);
      response.headers.set("www-authenticate", challengeOf(required, authInfo));
      return response;
    }
  }
  return undefined;
}

/** The primitives that a request is about, as {@link ServerFactory.scopesOf} is asked for them. */
function primitivesOf(method: string, params: unknown): readonly (readonly [by: string, target: unknown])[] {
  if (!isObject(params)) return [];
  switch (method) {
    case "resources/read":
    case "resources/subscribe":
      return [[method, own(params, "uri")]];
    case "completion/complete": {
      const ref = own(params, "ref");
      if (!isObject(ref)) return [];
      const type = own(ref, "type");
      return type === "ref/prompt" ? [[type, own(ref, "name")]] : [["ref/resource", own(ref, "uri")]];
    }
    case "subscriptions/listen": {
      const filter = own(params, "notifications");
      const uris = isObject(filter) ? own(filter, "resourceSubscriptions") : undefined;
      return Array.isArray(uris) ? uris.map((uri: unknown) => [method, uri]) : [];
    }
    default:
      return [[method, own(params, "name")]];
  }
}

function challengeOf(required: readonly string[], authInfo: AuthInfo | undefined): string {
  const scope = `scope="${required.join(" ")}"`;
  const metadata =
    authInfo?.resourceMetadataUrl === undefined ? "" : `, resource_metadata="${authInfo.resourceMetadataUrl}"`;
  return authInfo === undefined ? `Bearer ${scope}` : `Bearer error="insufficient_scope", ${scope}${metadata}`;
}
