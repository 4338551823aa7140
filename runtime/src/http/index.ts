/** Serving over HTTP on Node. */
export { type HttpHandler, httpHandler, type HttpHandlerOptions } from "./http-handler.js";
export type { LegacySessionLimits } from "./legacy-sessions.js";
export { type HttpOptions, type HttpServer, type HttpServerOptions, serveHttp } from "./serve-http.js";
