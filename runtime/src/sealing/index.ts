export { aesGcmCodec } from "./aes-gcm-codec.js";
export type { MaybePromise } from "../json/thenable.js";
export { type Codec, InvalidToken } from "./codec.js";
export type { Envelope, StateFormat } from "./format.js";
export { pythonFormat } from "./python-format.js";
export type { KeySource } from "./key-source.js";
export type { Key } from "./keys.js";
export type { AskedQuestion, Entry, InnerState, Progress } from "./progress.js";
