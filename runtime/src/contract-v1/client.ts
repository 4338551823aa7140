/**
 * What generated clients stand on. The names in this entry, and what they mean, do not change within contract 1, so
 * that generated code keeps running when the runtime is updated.
 */
export * from "../client/index.js";
export { connect } from "../client/connect.js";
export type {
  ClientContract,
  FixedResourceDeclaration,
  MethodDeclaration,
  PromptDeclaration,
  QuestionDeclaration,
  ResourceDeclaration,
  ToolDeclaration,
  WireKeys,
} from "../client/declarations.js";
export { fixedResourceMethod, promptMethod, resourceMethod, toolMethod } from "../client/methods.js";
export { engineSchema } from "../client/output-schema.js";
export { prefixedKeys } from "../client/wire-keys.js";
