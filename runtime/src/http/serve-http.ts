import { createServer, type IncomingMessage, type Server } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { localhostAllowedHostnames } from "@modelcontextprotocol/server";
import { trusted } from "../json/trusted.js";
import { quiet } from "../server/quietly.js";
import type { ServerFactory } from "../server/server-factory.js";
import type { ServiceOptions } from "../server/service.js";
import { type HttpHandler, httpHandler, type HttpHandlerOptions } from "./http-handler.js";
import { refusal } from "./refusal.js";

/** What serving over HTTP may be told. */
export interface HttpServerOptions extends HttpHandlerOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** The address to listen on; this machine only when absent. */
  readonly host?: string;
  /** `/mcp` when absent. */
  readonly path?: string;
}

/** The same for a generated `serveHttp`, which makes what is served, too. */
export interface HttpOptions extends ServiceOptions, HttpServerOptions {}

export interface HttpServer {
  /** Where clients connect. */
  readonly url: string;
  readonly port: number;
  /** Tells subscribed clients that a list or a resource changed. */
  readonly notify: HttpHandler["notify"];
  /** Stops listening and ends what is in flight. */
  close(): Promise<void>;
}

/**
 * Serves a server over HTTP on Node.
 *
 * @throws {Error} when there are several instances, and the keys are made up for this process or a primitive with `once` has no
 * shared store; what `listen` reports.
 * @throws {RangeError} when a count among the options, or `PARLEY_INSTANCES`, is no whole number from 1.
 */
export async function serveHttp(factory: ServerFactory, options: HttpServerOptions = {}): Promise<HttpServer> {
  const { port = 0, host = "127.0.0.1", path = "/mcp" } = options;
  const handler = httpHandler(factory, {
    ...options,
    allowedHosts: options.allowedHosts ?? [...localhostAllowedHostnames(), bracketed(host)],
  });
  const listener = toNodeHandler(
    {
      fetch: (request) =>
        new URL(request.url).pathname === path ? handler.fetch(request) : Promise.resolve(refusal(404, "Not found")),
    },
    {
      ...(options.maxBodyBytes !== undefined && { maxRequestBodySize: options.maxBodyBytes }),
      ...(options.onerror !== undefined && { onerror: quiet(options.onerror) }),
    },
  );
  type Incoming = Parameters<typeof listener>[0];
  // Node's request has optional members that may also be `undefined`; the adapter reads them as such.
  const server = createServer((request, response) => {
    const status = refusedStatus(request);
    if (status === undefined) void listener(trusted<Incoming>(request), response);
    else response.writeHead(status, { connection: "close" }).end();
  });
  const bound = await listen(server, port, host);
  return {
    url: `http://${bracketed(host === "0.0.0.0" || host === "::" ? "localhost" : host)}:${bound}${path}`,
    port: bound,
    notify: handler.notify,
    close: async () => {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      await handler.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const hostHeader = /^(?:\[[\da-f:.]+\]|[^\s/?#@\\:[\]]+)(?::\d*)?$/i;

/**
 * What no web-standard request can be made of, so that the adapter would answer 500: a malformed `Host` (RFC 9112, section 3.2)
 * and `TRACE`.
 */
function refusedStatus({ method, headers }: IncomingMessage): 400 | 405 | undefined {
  const { host } = headers;
  if (host !== undefined && !(hostHeader.test(host) && URL.canParse(`http://${host}`))) return 400;
  return method === "TRACE" ? 405 : undefined;
}

function bracketed(host: string): string {
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}
