import { importSymbol, type ImportSymbol } from "./code.js";

/**
 * Every symbol that generated code may import, by entry. This table is the contract between generated code and the
 * runtime: a test checks each name against the runtime's declarations.
 */
export const runtimeSymbols = {
  "@mcp-parley/runtime/contract-v1/server": {
    types: [
      "AskFor",
      "CallContext",
      "CallToolRequest",
      "CallToolResult",
      "ClientAbility",
      "CompletionCall",
      "Consent",
      "CreateMessageResult",
      "CreateMessageResultWithTools",
      "Exchange",
      "Flow",
      "GetPromptRequest",
      "GetPromptResult",
      "Input",
      "InputRequiredResult",
      "Kinds",
      "Manual",
      "ManualInput",
      "ManualQuestion",
      "ManualResponse",
      "MaybePromise",
      "Outcome",
      "PromptContent",
      "PromptDeclaration",
      "ReadResourceRequest",
      "ReadResourceResult",
      "RequestStateConfig",
      "ResourceContent",
      "ResourceTemplateDeclaration",
      "ResourceVariables",
      "Root",
      "ServerFactory",
      "Service",
      "ServiceOptions",
      "StaticResourceDeclaration",
      "ToolContent",
      "ToolDeclaration",
      "ToolSuccess",
    ],
    values: [
      "answerTool",
      "clientInput",
      "changeNotices",
      "completeManualPrompt",
      "completeManualResource",
      "completeManualTool",
      "completePrompt",
      "completeResource",
      "completeTool",
      "completionRequests",
      "compute",
      "confirm",
      "createService",
      "elicit",
      "elicitUrl",
      "messagesFrom",
      "openPrompt",
      "openResource",
      "openTool",
      "promptRequests",
      "pythonFormat",
      "resourceRequests",
      "roots",
      "runOnce",
      "sample",
      "serverFactory",
      "settle",
      "toolRequests",
      "withChoices",
      "within",
    ],
  },
  "@mcp-parley/runtime/contract-v1/client": {
    types: [
      "AskedForm",
      "AskedRoots",
      "AskedSampling",
      "AskedUrl",
      "CallOptions",
      "ClientContract",
      "ConfirmAnswer",
      "ConfirmFulfil",
      "ConnectOptions",
      "Connection",
      "CreateMessageResult",
      "CreateMessageResultWithTools",
      "FixedResourceDeclaration",
      "FixedResourceMethod",
      "FormAnswer",
      "FormFulfil",
      "FormSchema",
      "GetPromptResult",
      "ObjectSchema",
      "PendingCall",
      "PromptDeclaration",
      "ReadResourceResult",
      "ResourceDeclaration",
      "Root",
      "RootsFulfil",
      "SamplingFulfil",
      "SamplingWithToolsFulfil",
      "SavedCall",
      "ToolDeclaration",
      "ToolResult",
      "Transport",
      "UrlAnswer",
      "UrlFulfil",
    ],
    values: [
      "byHand",
      "connect",
      "engineSchema",
      "fixedResourceMethod",
      "prefixedKeys",
      "promptMethod",
      "resourceMethod",
      "toolMethod",
    ],
  },
  "@mcp-parley/runtime/http": {
    types: ["HttpOptions", "HttpServer"],
    values: ["serveHttp"],
  },
} as const;

type Entries = typeof runtimeSymbols;
type Entry = keyof Entries;
type TypeName<E extends Entry> = Entries[E]["types"][number];
type ValueName<E extends Entry> = Entries[E]["values"][number];

/** The symbols of one entry: `type(name)` for use in types only, `value(name)` for use in expressions. */
export interface SymbolsOf<E extends Entry> {
  type(name: TypeName<E>): ImportSymbol;
  value(name: ValueName<E>): ImportSymbol;
}

function symbolsOf<E extends Entry>(from: E): SymbolsOf<E> {
  const types = new Map<string, ImportSymbol>();
  const values = new Map<string, ImportSymbol>();
  return {
    type: (name) => types.get(name) ?? remember(types, importSymbol(name, from, { typeOnly: true })),
    value: (name) => values.get(name) ?? remember(values, importSymbol(name, from)),
  };
}

/** One object for each symbol, however often it is used: a printed module uses the same few thousands of times. */
function remember(known: Map<string, ImportSymbol>, symbol: ImportSymbol): ImportSymbol {
  known.set(symbol.name, symbol);
  return symbol;
}

export const server: SymbolsOf<"@mcp-parley/runtime/contract-v1/server"> = symbolsOf(
  "@mcp-parley/runtime/contract-v1/server",
);
export const client: SymbolsOf<"@mcp-parley/runtime/contract-v1/client"> = symbolsOf(
  "@mcp-parley/runtime/contract-v1/client",
);
/** The module for HTTP on Node, as a namespace: the generated function has the same name as the runtime's. */
export const http: ImportSymbol = importSymbol("http", "@mcp-parley/runtime/http", { namespace: true });

/** A function that translated conditions call; the model names it, {@link runtimeSymbols} does not. */
export function expressionSymbol(name: string): ImportSymbol {
  return importSymbol(name, "@mcp-parley/runtime/contract-v1/server");
}

/** Version of the contract, and the range of runtimes that keep it. */
export const contract: {
  readonly version: 1;
  readonly runtimeRange: string;
  readonly sdkRange: string;
  readonly nodeRange: string;
} = {
  version: 1,
  runtimeRange: "^0.1.0",
  sdkRange: "~2.4.0",
  nodeRange: "^2.1.2",
};
