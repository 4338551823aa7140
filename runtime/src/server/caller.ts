import type { AuthInfo, ServerContext } from "@modelcontextprotocol/server";
import { asciiJson } from "../json/ascii-json.js";
import { isObject, own } from "../json/plain-object.js";
import { type MaybePromise, whenDone } from "../json/thenable.js";
import { inTime } from "../sealing/in-time.js";
import type { PrincipalPolicy } from "./service.js";

/**
 * The caller of a request as the policy names it; `undefined` when there is none.
 *
 * @throws what a custom function throws, and {@link TypeError} when it answers with anything but text or `undefined`.
 */
export function callerOf(policy: PrincipalPolicy, context: ServerContext): MaybePromise<string | undefined> {
  switch (policy.kind) {
    case "none":
      return undefined;
    case "present":
    case "required":
      return tokenHolder(context.http?.authInfo);
    case "custom":
      return whenDone(() => inTime(policy.of(context), "The principal function"), expectName);
  }
}

/** Client, issuer and subject of a verified access token, in ASCII as the Python SDK joins them. Two people who use one client are two callers. */
export function tokenHolder(auth: AuthInfo | undefined): string | undefined {
  if (auth === undefined) return undefined;
  const claims = isObject(auth.extra) ? auth.extra : {};
  return asciiJson([auth.clientId, textOf(own(claims, "iss")), textOf(own(claims, "sub"))]);
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}

function expectName(name: unknown): string | undefined {
  if (name === undefined || typeof name === "string") return name;
  throw new TypeError("The principal function must return text or undefined");
}
