/**
 * What servers that Parley generated stand on, version 1. Nothing is removed from this entry or changes its meaning: code that
 * was generated for it keeps running.
 */
export type {
  CallToolRequest,
  CallToolResult,
  CreateMessageResult,
  CreateMessageResultWithTools,
  GetPromptRequest,
  GetPromptResult,
  InputRequiredResult,
  ReadResourceRequest,
  ReadResourceResult,
  Root,
} from "@modelcontextprotocol/server";
export type { MaybePromise } from "../json/thenable.js";
export { pythonFormat } from "../sealing/python-format.js";
export { addressOn } from "../server/address.js";
export type { ClientAbility } from "../server/capabilities.js";
export type { Flow } from "../server/call.js";
export { withChoices } from "../server/choices.js";
export { clientInput } from "../server/client-input.js";
export { changeNotices } from "../server/change-notices.js";
export { type Completion, type CompletionCall, completionRequests } from "../server/completion.js";
export type { CallContext, Exchange } from "../server/exchange.js";
export type { ComputeCall, Consent, Input, Outcome } from "../server/input.js";
export {
  type AskFor,
  askFor,
  completeManualPrompt,
  completeManualResource,
  completeManualTool,
  type Manual,
  type ManualInput,
  type ManualQuestion,
  type ManualResponse,
} from "../server/manual.js";
export { runOnce } from "../server/once.js";
export { promptRequests } from "../server/prompt-requests.js";
export { completePrompt, openPrompt, type PromptContent, type PromptDeclaration } from "../server/prompt.js";
export {
  completeResource,
  openResource,
  type ResourceContent,
  type ResourceDeclaration,
  type ResourceTemplateDeclaration,
  type ResourceVariables,
  type StaticResourceDeclaration,
} from "../server/resource.js";
export { resourceRequests } from "../server/resource-requests.js";
export { confirm } from "../server/kinds/confirm.js";
export { elicit } from "../server/kinds/elicit.js";
export { elicitUrl } from "../server/kinds/elicit-url.js";
export type { Kinds } from "../server/kinds/kind.js";
export { roots } from "../server/kinds/roots.js";
export { sample } from "../server/kinds/sample.js";
export { messagesFrom } from "../server/sampled-messages.js";
export { type ServerFactory, serverFactory } from "../server/server-factory.js";
export { createService, type RequestStateConfig, type Service, type ServiceOptions } from "../server/service.js";
export { settle } from "../server/settle.js";
export { toolRequests } from "../server/tool-requests.js";
export {
  answerTool,
  completeTool,
  openTool,
  type ToolContent,
  type ToolDeclaration,
  type ToolSuccess,
} from "../server/tool.js";
export type { FormSchema, JsonSchema, ObjectSchema } from "../validation/schemas.js";
export { visitCompute as compute } from "../server/visit-compute.js";
export { within } from "../server/within.js";
export * from "./cel.js";
export * from "./inserted.js";
