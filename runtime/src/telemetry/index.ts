/** Spans of OpenTelemetry for the requests of a server. Needs the package `@opentelemetry/api`. */
export { openTelemetry } from "./open-telemetry.js";
export type { Leg, Telemetry } from "../server/telemetry.js";
