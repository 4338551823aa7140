import {
  type AskFor,
  completeManualPrompt,
  completeManualResource,
  completeManualTool,
  completePrompt,
  completeResource,
  completeTool,
  createService,
  type Flow,
  type Manual,
  type ManualInput,
  type ManualQuestion,
  type ManualResponse,
  openPrompt,
  openResource,
  openTool,
  type PromptDeclaration,
  promptRequests,
  type RequestStateConfig,
  type ResourceDeclaration,
  resourceRequests,
  type ServerFactory,
  serverFactory,
  type ServiceOptions,
  settle,
  type ToolDeclaration,
  toolRequests,
} from "../../runtime/src/contract-v1/server.js";
import { post, type Wire } from "./connections.js";
import { type AnyInput, key, type Leg, type Values } from "./one-tool.js";
import { everyKind } from "./every-kind.js";

/** A tool, a prompt and a template of resources that require the same and do the same. */
export interface ThreeKinds {
  readonly factory: ServerFactory;
  /** What the author's function was called with, whatever the kind. */
  readonly calls: readonly { readonly inputs: Values; readonly flow: Flow }[];
}

export interface ByHandAsk {
  readonly a: () => ManualQuestion;
  readonly b: () => ManualQuestion;
}
export interface ByHandResponses {
  readonly a?: ManualResponse<unknown>;
  readonly b?: ManualResponse<unknown>;
}
export type ByHand = (manual: Manual<ByHandAsk, ByHandResponses, string>) => string | AskFor<string>;

export interface ThreeKindsOptions {
  readonly declared?: Pick<ToolDeclaration, "once" | "seal" | "timeout" | "scopes">;
  readonly config?: RequestStateConfig;
  readonly options?: ServiceOptions;
  /** Says what the result says. */
  readonly handler?: (inputs: Values) => string | Promise<string>;
  /** In place of the engine. */
  readonly byHand?: ByHand;
}

export function threeKinds(inputs: readonly AnyInput[], given: ThreeKindsOptions = {}): ThreeKinds {
  const { declared, byHand, handler = () => "done" } = given;
  const calls: { readonly inputs: Values; readonly flow: Flow }[] = [];
  const service = createService<object>(
    1,
    given.config ?? { audience: "tests" },
    {},
    { keys: [key], log: () => {}, telemetry: false, ...given.options },
  );
  const tool: ToolDeclaration = {
    kind: "tool",
    listed: { name: "act", inputSchema: { type: "object" } },
    ...declared,
  };
  const prompt: PromptDeclaration = {
    kind: "prompt",
    listed: { name: "act", arguments: [{ name: "topic" }] },
    ...declared,
  };
  const resource: ResourceDeclaration = {
    kind: "resourceTemplate",
    listed: { name: "act", uriTemplate: "act://{id}" },
    ...declared,
  };
  const run = (values: Values, flow: Flow) => {
    calls.push({ inputs: values, flow });
    return handler(values);
  };
  const questions = inputs as unknown as readonly ManualInput<Values, string, ByHandAsk>[];
  const state = { type: "string" };
  type Engine = Manual<ByHandAsk, ByHandResponses, string>;
  const inText = (said: string) => ({ content: [{ type: "text" as const, text: said }] });
  const inMessage = (said: string) => ({
    messages: [{ role: "user" as const, content: { type: "text" as const, text: said } }],
  });
  const finished = <T>(returned: string | AskFor<string>, finish: (said: string) => T) =>
    typeof returned === "string" ? finish(returned) : returned;
  const factory = serverFactory(service, {
    info: { name: "tests", version: "1" },
    capabilities: { tools: {}, prompts: {}, resources: {} },
    serves: [
      toolRequests([
        {
          declaration: tool,
          call: async (service, request, exchange) => {
            const call = await openTool<Values>(service, tool, request, exchange);
            if (call.done) return call.result;
            if (byHand !== undefined) {
              return completeManualTool(call, questions, everyKind, state, (manual: Engine) =>
                finished(byHand(manual), inText),
              );
            }
            const settled = await settle(call, inputs, everyKind, service.handlers);
            if (settled.done) return settled.result;
            return completeTool(call, async () => inText(await run(settled.inputs, call.flow)));
          },
        },
      ]),
      promptRequests([
        {
          declaration: prompt,
          get: async (service, request, exchange) => {
            const call = await openPrompt<Values>(service, prompt, request, exchange);
            if (byHand !== undefined) {
              return completeManualPrompt(call, questions, everyKind, state, (manual: Engine) =>
                finished(byHand(manual), inMessage),
              );
            }
            const settled = await settle(call, inputs, everyKind, service.handlers);
            if (settled.done) return settled.result;
            return completePrompt(call, async () => inMessage(await run(settled.inputs, call.flow)));
          },
        },
      ]),
      resourceRequests([
        {
          declaration: resource,
          read: async (service, request, exchange, variables) => {
            const call = await openResource<Values>(service, resource, request, exchange, variables);
            if (byHand !== undefined) {
              return completeManualResource(call, questions, everyKind, state, (manual: Engine) => byHand(manual));
            }
            const settled = await settle(call, inputs, everyKind, service.handlers);
            if (settled.done) return settled.result;
            return completeResource(call, () => run(settled.inputs, call.flow));
          },
        },
      ]),
    ],
  });
  return { factory, calls };
}

/** How one of the three is called, and how it says what. */
export interface Kind {
  readonly kind: "tool" | "prompt" | "resource";
  readonly method: "tools/call" | "prompts/get" | "resources/read";
  readonly params: { readonly [key: string]: unknown };
  /** The same primitive, called for something else. */
  readonly elsewhere: { readonly [key: string]: unknown };
}

export const kinds: readonly Kind[] = [
  {
    kind: "tool",
    method: "tools/call",
    params: { name: "act", arguments: { topic: "x" } },
    elsewhere: { name: "act", arguments: { topic: "y" } },
  },
  {
    kind: "prompt",
    method: "prompts/get",
    params: { name: "act", arguments: { topic: "x" } },
    elsewhere: { name: "act", arguments: { topic: "y" } },
  },
  { kind: "resource", method: "resources/read", params: { uri: "act://7" }, elsewhere: { uri: "act://8" } },
];

/** Sends one leg to a server of {@link threeKinds}. */
export function legOf(
  { factory }: ThreeKinds,
  { method, params }: Kind,
  { state, answers, capabilities, authInfo }: Leg = {},
): Promise<Wire> {
  return post(
    factory,
    method,
    {
      ...params,
      ...(state !== undefined && { requestState: state }),
      ...(answers !== undefined && { inputResponses: answers }),
    },
    { ...(capabilities !== undefined && { capabilities }), ...(authInfo !== undefined && { authInfo }) },
  );
}

/** What the author's function said; `undefined` when there is no result of it. */
export function saidBy({ kind }: Pick<Kind, "kind">, { result }: { readonly result?: unknown }): string | undefined {
  const found = JSON.stringify(result ?? {});
  const { content, messages, contents, isError } = JSON.parse(found) as {
    readonly content?: readonly { readonly text: string }[];
    readonly messages?: readonly { readonly content: { readonly text: string } }[];
    readonly contents?: readonly { readonly text: string }[];
    readonly isError?: boolean;
  };
  if (isError === true) return undefined;
  if (kind === "tool") return content?.[0]?.text;
  return kind === "prompt" ? messages?.[0]?.content.text : contents?.[0]?.text;
}

/** With which words a call ended without a result: a tool's in a result, the others' in an error. */
export function refusedBy({ kind }: Kind, wire: Wire): string | undefined {
  if (kind !== "tool") return wire.error?.code === -32603 ? wire.error.message : undefined;
  const { isError, content } = (wire.result ?? {}) as { isError?: boolean; content?: { text: string }[] };
  return isError === true ? content?.[0]?.text : undefined;
}
