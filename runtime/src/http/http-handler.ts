import {
  type AuthInfo,
  createMcpHandler,
  hostHeaderValidationResponse,
  isLegacyRequest,
  localhostAllowedHostnames,
  type McpHttpHandler,
  originValidationResponse,
  readRequestBody,
} from "@modelcontextprotocol/server";
import { isObject } from "../json/plain-object.js";
import { trusted } from "../json/trusted.js";
import { inTime } from "../sealing/in-time.js";
import { quiet } from "../server/quietly.js";
import type { ServerFactory } from "../server/server-factory.js";
import { checkInstances, type InstancesOptions } from "./instances.js";
import { type LegacySessionLimits, legacySessions } from "./legacy-sessions.js";
import { hasLongName } from "./long-names.js";
import { headerMismatch, type ParamHeader, paramHeaders, toolCallOf } from "./param-headers.js";
import { refusal } from "./refusal.js";
import { scopeChallenge } from "./scope-challenge.js";
import { wholeNumber } from "../server/whole-number.js";

export interface HttpHandlerOptions extends InstancesOptions {
  /**
   * Verifies who calls. What it returns is what the principal of states is made of; a `Response` is sent as it is (a
   * challenge). `undefined`: an anonymous call.
   */
  readonly authenticate?: (
    request: Request,
  ) => AuthInfo | Response | undefined | Promise<AuthInfo | Response | undefined>;
  /** Host names under which the server may be addressed, against DNS rebinding. Default: the names of this machine only. */
  readonly allowedHosts?: readonly string[];
  /** Host names of web pages that may call it. Default: the allowed hosts. */
  readonly allowedOrigins?: readonly string[];
  /** Largest request body in bytes; 4 MiB when absent. */
  readonly maxBodyBytes?: number;
  readonly legacySessions?: LegacySessionLimits;
  /** Told of transport errors and refused requests; what it throws or rejects changes nothing. */
  readonly onerror?: (error: Error) => void;
}

export interface HttpHandler {
  /** Serves one web-standard request. */
  fetch(request: Request): Promise<Response>;
  /** Tells subscribed clients that a list or a resource changed. */
  readonly notify: McpHttpHandler["notify"];
  /** Ends all exchanges and sessions. */
  close(): Promise<void>;
}

const defaultMaxBodyBytes = 4_194_304;
const headerMismatchCode = -32_020;
const invalidParamsCode = -32_602;
const internalErrorCode = -32_603;

/**
 * Serves a server over HTTP: 2026-07-28 requests one by one, 2025-era clients on sessions, where they too can be asked.
 *
 * @throws {Error} when there are several instances that lack what they have to share: keys, or a store for what may run once.
 * @throws {RangeError} when a count among the options, or `PARLEY_INSTANCES`, is no whole number from 1.
 */
export function httpHandler(factory: ServerFactory, options: HttpHandlerOptions = {}): HttpHandler {
  checkInstances(factory, options);
  const maxBodyBytes = wholeNumber("maxBodyBytes", options.maxBodyBytes ?? defaultMaxBodyBytes);
  const onerror = options.onerror && quiet(options.onerror);
  const modern = createMcpHandler(factory, {
    legacy: "reject",
    bus: factory.service.changes,
    maxRequestBodySize: maxBodyBytes,
    ...(onerror !== undefined && { onerror }),
  });
  const legacy = legacySessions(factory, options.legacySessions);
  const hosts = [...(options.allowedHosts ?? localhostAllowedHostnames())];
  const origins = [...(options.allowedOrigins ?? hosts)];
  const headersOf = new Map<string, readonly ParamHeader[]>();
  for (const [name, tool] of factory.tools) {
    const declared = paramHeaders(tool);
    if (declared.length > 0) headersOf.set(name, declared);
  }

  return {
    fetch: async (request) => {
      const rejected = hostHeaderValidationResponse(request, hosts) ?? originValidationResponse(request, origins);
      if (rejected !== undefined) return rejected;
      let caller: AuthInfo | Response | undefined;
      try {
        caller = expectCaller(await inTime<unknown>(options.authenticate?.(request), "The function authenticate"));
      } catch (error) {
        // Nobody is let in, and nobody is told why.
        onerror?.(error instanceof Error ? error : new Error("Who calls cannot be told", { cause: error }));
        return refusal(500, "Internal server error", undefined, internalErrorCode);
      }
      if (caller instanceof Response) return caller;
      const authInfo = caller === undefined ? {} : { authInfo: caller };
      if (request.method !== "POST") return legacy.fetch(request, undefined, caller);

      const read = await readRequestBody(request, maxBodyBytes);
      if (read.tooLarge) return refusal(413, "The request body is too large");
      const body = parseJson(read.text);
      // The SDK has its own answer to what is not JSON.
      if (body === undefined) return modern.fetch(withBody(request, read.text), authInfo);
      if (hasLongName(read.text, body)) {
        return refusal(400, "A name in this request is too long", body, invalidParamsCode);
      }
      const challenge = scopeChallenge(factory, body, caller);
      if (challenge !== undefined) return challenge;
      if (await isLegacyRequest(request, body)) return legacy.fetch(request, body, caller);
      const mismatch = mismatchOf(headersOf, body, request.headers);
      if (mismatch !== undefined) {
        const { header, problem } = mismatch;
        return refusal(400, `Bad Request: ${header}: ${problem}`, body, headerMismatchCode, { mismatch: { header } });
      }
      return modern.fetch(request, { ...authInfo, parsedBody: body });
    },
    notify: modern.notify,
    close: async () => {
      await Promise.all([modern.close(), legacy.close()]);
    },
  };
}

/** @throws {TypeError} for what says neither who calls nor that nobody does. */
function expectCaller(caller: unknown): AuthInfo | Response | undefined {
  if (caller === undefined || caller instanceof Response) return caller;
  if (isObject(caller)) {
    const { token, clientId, scopes } = caller;
    if (typeof token === "string" && typeof clientId === "string" && Array.isArray(scopes))
      return trusted<AuthInfo>(caller);
  }
  throw new TypeError("The function authenticate must return a token, its client and scopes, a Response, or undefined");
}

function mismatchOf(headersOf: ReadonlyMap<string, readonly ParamHeader[]>, body: unknown, headers: Headers) {
  if (headersOf.size === 0) return undefined;
  const call = toolCallOf(body);
  const declared = call === undefined ? undefined : headersOf.get(call.name);
  return declared === undefined ? undefined : headerMismatch(declared, call?.args, headers);
}

function parseJson(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    return parsed;
  } catch {
    return undefined;
  }
}

function withBody(request: Request, body: string): Request {
  return new Request(request.url, { method: "POST", headers: request.headers, body, signal: request.signal });
}
