export type {
  AnyAnswer,
  Accepted,
  ByHand,
  Cancelled,
  ConfirmAnswer,
  Declined,
  FormAnswer,
  Generic,
  Marker,
  UrlAnswer,
} from "./answers.js";
export { accept, byHand, cancel, decline, generic, refuse } from "./answers.js";
export type { CallErrorCode, CallErrorDetail } from "./call-error.js";
export { CallError } from "./call-error.js";
export type { Connection } from "./connection.js";
export type { FixedResourceMethod, Method, PromptMethod, ResourceMethod, ToolMethod } from "./methods.js";
export type { CallOptions, ConnectOptions, OnRound, Round, RoundEntry } from "./options.js";
export type { PendingCall } from "./pending-call.js";
export { isPending } from "./pending-call.js";
export type { QuestionUrl } from "./question-url.js";
export type {
  Asked,
  AskedForm,
  AskedRoots,
  AskedSampling,
  AskedUrl,
  ConfirmFulfil,
  FormFulfil,
  FormQuestion,
  GenericHandlers,
  Question,
  RootsFulfil,
  RootsQuestion,
  SamplingFulfil,
  SamplingQuestion,
  SamplingWithToolsFulfil,
  UrlFulfil,
  UrlQuestion,
} from "./questions.js";
export type { MaybePromise } from "../json/thenable.js";
export type { RootPath } from "../validation/root-path.js";
export { rootOf, rootPath } from "../validation/root-path.js";
export type { Refusal } from "./refusal.js";
export { refusalOf } from "./refusal.js";
export type { SavedCall } from "./saved-call.js";
export { savedCallVersion } from "./saved-call.js";
export type { ToolFailure, ToolResult, ToolSuccess } from "./tool-result.js";
export { textOf } from "./tool-result.js";
export type {
  CreateMessageResult,
  CreateMessageResultWithTools,
  GetPromptResult,
  ReadResourceResult,
  Root,
  Transport,
} from "@modelcontextprotocol/client";
export * from "./form.js";
export type { ObjectSchema } from "../validation/schemas.js";
