/** What the author of a server writes handlers with. */
export type { MaybePromise } from "../json/thenable.js";
export type { Codec } from "../sealing/codec.js";
export { InvalidToken } from "../sealing/codec.js";
export type { KeySource } from "../sealing/key-source.js";
export type { Key } from "../sealing/keys.js";
export { type RootPath, rootPath } from "../validation/root-path.js";
export type { Flow } from "./call.js";
export type { Change } from "./changes.js";
export { RequestError, ToolError } from "./errors.js";
export type { CallContext } from "./exchange.js";
export type { Outcome } from "./input.js";
export { defaultLogger, type LogEvent, type Logger } from "./log.js";
export { type AskFor, askFor, type ManualResponse } from "./manual.js";
export { memoryReplayStore, type MemoryReplayStoreOptions, type ReplayStore } from "./replay-store.js";
export type { ServerFactory } from "./server-factory.js";
export type { ServiceOptions } from "./service.js";
export type { Leg, Telemetry } from "./telemetry.js";
export type { ToolContent, ToolSuccess } from "./tool.js";
