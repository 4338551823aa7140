/**
 * The model: what a valid document means, resolved and named, ready to be printed.
 *
 * Everything here is immutable data. The stages before it (load, parse, validate, resolve) make it; the templates
 * read it. It imports nothing.
 */

/** A JSON value as a document can hold it. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** A JSON Schema: an object, or one of the two boolean schemas. */
export type JsonSchema = JsonObject | boolean;

/** Which of the three request methods can require inputs (MCP 2026-07-28, multi-round-trip requests). */
export type PrimitiveKind = "tool" | "prompt" | "resource";

export interface Model {
  /** File name of the document as the generated header names it: POSIX, without folders. */
  readonly source: string;
  readonly package: PackageModel;
  readonly server: ServerModel;
  readonly requestState: RequestStateModel;
  readonly tools: readonly ToolModel[];
  readonly prompts: readonly PromptModel[];
  /** Static resources and templates, in document order. */
  readonly resources: readonly ResourceModel[];
  /** Every type the generated code names, in the order in which it is declared in `types.ts`. */
  readonly types: readonly NamedType[];
}

export interface PackageModel {
  /** npm name of the emitted package. */
  readonly name: string;
  readonly version: string;
}

export interface ServerModel {
  /** Wire name. */
  readonly name: string;
  /** PascalCase stem of generated names: `Provisioner` in `ProvisionerHandlers`. */
  readonly typeName: string;
  readonly version: string;
  readonly title?: string;
  readonly description?: string;
  readonly websiteUrl?: string;
  readonly icons?: Json;
  readonly instructions?: string;
  /** Server capabilities, complete: what the primitives imply and what the document adds. */
  readonly capabilities: JsonObject;
  /** Cache hints by method (`tools/list`, `server/discover`, ...), as the SDK's `cacheHints` option takes them. */
  readonly cacheHints?: JsonObject;
}

export interface RequestStateModel {
  readonly keys?: { readonly env: string } | { readonly file: string };
  readonly codec?: "aes-256-gcm" | "python-v1" | "custom";
  /** What the names of inputs have in front of them on the wire, with `codec: python-v1`: `shop.resolvers:`. */
  readonly keyPrefix?: string;
  /** Seconds a client may think before one round's state expires. */
  readonly ttlSeconds: number;
  /** Seconds a flow may live, from its first round. */
  readonly maxAgeSeconds: number;
  /** Absent: bound whenever a verified token is there. */
  readonly principal?: "oauth" | "none" | "custom";
  readonly audience: string;
  readonly maxStateBytes: number;
}

/** What tools, prompts and resource templates have in common. */
export interface PrimitiveModel {
  readonly kind: PrimitiveKind;
  /** Where it stands in the document, for comments: `tools.provision`. */
  readonly place: string;
  /** Wire name (tools, prompts) or the key in the document (resources). */
  readonly name: string;
  /** camelCase identifier: the handler's key and the client's method. */
  readonly codeName: string;
  /** PascalCase stem: `Provision` in `ProvisionArguments`. */
  readonly typeName: string;
  readonly title?: string;
  readonly description?: string;
  readonly deprecated?: string;
  /** The declaration as `tools/list`, `prompts/list`, `resources/list` or `resources/templates/list` sends it. */
  readonly listed: JsonObject;
  /** Type of the arguments after defaults were applied (what handlers and conditions see). */
  readonly argumentsType: TypeRef;
  /** Type of the arguments as a client sends them. */
  readonly argumentsInputType: TypeRef;
  readonly inputs: readonly InputModel[];
  readonly flow: FlowModel;
  readonly seal: "always" | "needed";
  readonly once: boolean;
  readonly timeoutSeconds?: number;
  readonly scopes: readonly string[];
  readonly examples: readonly Json[];
}

export type FlowModel =
  | { readonly kind: "declarative" }
  | { readonly kind: "manual"; readonly stateType?: TypeRef; readonly stateSchema?: JsonSchema };

export interface ToolModel extends PrimitiveModel {
  readonly kind: "tool";
  /** Self-contained, as listed: every `$ref` resolves inside it. */
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly outputType?: TypeRef;
  readonly outputCheck: "enforce" | "warn" | "off";
  /** Which clients see it in the list, by what they declare; absent: all. */
  readonly listFor?: { readonly can?: readonly string[]; readonly cannot?: readonly string[] };
}

export interface PromptModel extends PrimitiveModel {
  readonly kind: "prompt";
  readonly arguments: readonly PromptArgumentModel[];
  /** Declared content; absent when the author writes the handler. */
  readonly messages?: readonly PromptMessageModel[];
}

export interface PromptArgumentModel {
  readonly name: string;
  readonly required: boolean;
  /** Its title and description, for doc comments. */
  readonly description?: string;
  readonly completion?: CompletionModel;
}

/** Completion of one argument: declared values, or a function that the author writes. */
export type CompletionModel =
  | { readonly kind: "values"; readonly values: readonly string[] }
  | { readonly kind: "function" };

export interface PromptMessageModel {
  readonly role: "user" | "assistant";
  readonly content: ContentModel;
}

/** A content block whose texts may have holes. */
export type ContentModel =
  | { readonly kind: "text"; readonly text: TextTemplate }
  | { readonly kind: "block"; readonly block: JsonObject };

export interface ResourceModel extends PrimitiveModel {
  readonly kind: "resource";
  readonly address:
    | { readonly kind: "static"; readonly uri: string }
    | { readonly kind: "template"; readonly uriTemplate: string };
  readonly variables: readonly PromptArgumentModel[];
  readonly mimeType?: string;
  /** Declared content; absent when the author writes the handler. */
  readonly content?:
    | { readonly kind: "text"; readonly text: TextTemplate }
    | { readonly kind: "blob"; readonly blob: string };
  readonly cacheHint?: JsonObject;
}

/** One entry of `requires`. */
export type InputModel =
  | ElicitModel
  | ConfirmModel
  | ElicitUrlModel
  | SampleModel
  | RootsModel
  | ComputeModel
  | ClientModel;

export interface InputBase {
  /** It comes from `everyTool`: one type, one schema and one function of the author serve all tools that inherit it. */
  readonly shared?: true;
  /** The key on the wire, the property of `inputs`, the method of the fulfil stub. */
  readonly name: string;
  readonly typeName: string;
  /** Names of the inputs it waits for: what it mentions and what `needs` says, in document order. */
  readonly needs: readonly string[];
  /** Condition under which it is wanted; absent: always. */
  readonly when?: Expression;
  /**
   * True when the value can be `undefined` for the handler: it has a condition. What waits for a skipped input is looked at
   * all the same; its own condition decides, and its texts must be guarded.
   */
  readonly mayBeSkipped: boolean;
}

export interface AskedInputBase extends InputBase {
  readonly onDecline: "fail" | "continue";
  /** What a call that ends by a no says, in the author's words, and after a dismissal if that is told apart. */
  readonly declineTexts?: { readonly fail: TextTemplate; readonly cancel?: TextTemplate };
  readonly whenUnavailable:
    | { readonly kind: "fail" }
    // In the author's words, which can be said as soon as the inputs that they mention are settled.
    | { readonly kind: "fail"; readonly text: TextTemplate; readonly needs: readonly string[] }
    | { readonly kind: "continue" }
    | { readonly kind: "default"; readonly value: Json };
  /** Seconds that a 2025-era client has to answer; absent: ten minutes. */
  readonly withinSeconds?: number;
  readonly checks: readonly CheckModel[];
  /** How often an invalid answer is asked again before the call fails. */
  readonly attempts: number;
  /** Values that must not have changed between asking and running. */
  readonly pins: readonly Expression[];
}

export interface CheckModel {
  readonly rule: Expression;
  readonly message: TextTemplate;
}

export interface ElicitModel extends AskedInputBase {
  readonly kind: "elicit";
  readonly message: TextTemplate;
  /** Flat and self-contained: what the client is shown, before run-time choices are filled in. */
  readonly schema: JsonObject;
  readonly choices: readonly ChoicesModel[];
  readonly answerType: TypeRef;
}

/** A property whose titled enum is built from a value known only at run time. */
export interface ChoicesModel {
  readonly property: string;
  readonly from: Expression;
  /** Member of each element that is the value; absent when the elements are strings. */
  readonly value?: string;
  readonly title?: string;
}

export interface ConfirmModel extends AskedInputBase {
  readonly kind: "confirm";
  readonly message: TextTemplate;
}

export interface ElicitUrlModel extends AskedInputBase {
  readonly kind: "elicitUrl";
  readonly message: TextTemplate;
  /** Holes are percent-encoded when printed. */
  readonly url: TextTemplate;
  readonly completion: boolean;
}

export interface SampleModel extends AskedInputBase {
  readonly kind: "sample";
  readonly messages: readonly SampleMessageModel[];
  readonly systemPrompt?: TextTemplate;
  /** The remaining members of `sampling/createMessage` params, verbatim: `maxTokens`, `temperature`, `tools`, ... */
  readonly params: JsonObject;
  /** Members of the same whose value is known only at run time; absent when there are none. */
  readonly numbers?: readonly SampleNumberModel[];
  readonly withTools: boolean;
}

/** How many tokens, or which temperature, as an argument or a computed value says. */
export interface SampleNumberModel {
  readonly name: "maxTokens" | "temperature";
  readonly value: Expression;
  /** The greatest that it can be; absent where its schema does not say. */
  readonly most?: number;
}

/** A declared message, or messages that are known only at run time. */
export type SampleMessageModel = PromptMessageModel | { readonly from: Expression };

export interface RootsModel extends AskedInputBase {
  readonly kind: "roots";
}

export interface ComputeModel extends InputBase {
  readonly kind: "compute";
  readonly schema: JsonObject;
  readonly valueType: TypeRef;
  readonly refresh: boolean;
}

/** What the client can do, as it was when the call began. Nobody declares it: it is there when a condition names `client`. */
export interface ClientModel extends InputBase {
  readonly kind: "client";
}

/**
 * A checked expression, translated to TypeScript. `code` may name `args` (the arguments), `inputs` (the values of the inputs
 * it waits for) and, in a check, `answer` (the answer being judged); nothing else but the listed runtime symbols.
 */
export interface Expression {
  readonly source: string;
  readonly code: string;
  readonly type: "bool" | "string" | "number" | "list" | "map" | "null" | "any";
  /** Names exported by `@mcp-parley/runtime/contract-v1/server` that `code` calls. */
  readonly symbols: readonly string[];
  /** Which of `args`, `inputs` and `answer` `code` reads; the words may stand in its texts and patterns too. */
  readonly reads: readonly string[];
}

/** Text with holes: literal parts are strings. */
export type TextTemplate = readonly (string | Expression)[];

/** A type exported by `types.ts`, or one of the SDK's. */
export interface TypeRef {
  readonly name: string;
}

export interface NamedType {
  /** Final name; nothing renames it later. */
  readonly name: string;
  /** Where it comes from, for the doc comment: `tools.provision.inputSchema`. */
  readonly from: string;
  /** Which of two types of one schema it is: "as a client sends it". */
  readonly note?: string;
  readonly description?: string;
  /** Normalised for the type printer; every reference is `#/$defs/NAME` with NAME another named type. */
  readonly schema: JsonSchema;
}
