import {
  type CallContext,
  completeTool,
  createService,
  type Flow,
  type Input,
  openTool,
  type RequestStateConfig,
  type ServerFactory,
  serverFactory,
  toolRequests,
  type ServiceOptions,
  settle,
  type ToolDeclaration,
} from "../../runtime/src/contract-v1/server.js";
import { post, type Wire } from "./connections.js";
import { everyKind } from "./every-kind.js";

export const key = "a key of at least thirty-two bytes, for tests";
export type Values = { readonly [name: string]: unknown };
export type AnyInput = Input<Values, Values, object>;

export interface Call {
  readonly args: Values;
  readonly inputs: Values;
  readonly flow: Flow;
  readonly context: CallContext;
}

export interface OneTool {
  readonly factory: ServerFactory;
  /** What the author's function was called with, each time. */
  readonly calls: readonly Call[];
  /** Sends one leg of `tools/call`. */
  leg(args: object | undefined, more?: Leg): Promise<Wire>;
  /** Sends a body of `tools/call` as it is. */
  send(body: string): Promise<Wire>;
}

export interface Leg {
  readonly state?: unknown;
  readonly answers?: unknown;
  readonly capabilities?: object;
  readonly authInfo?: object;
  readonly name?: string;
  /** More of `_meta`. */
  readonly meta?: object;
}

export interface OneToolOptions {
  readonly declaration?: Partial<ToolDeclaration>;
  readonly listed?: object;
  readonly handler?: (call: Call) => unknown;
  readonly config?: RequestStateConfig;
  readonly options?: ServiceOptions;
}

/** A server with the tool `act`, and the same again as `other`, that requires these inputs. */
export function oneTool(inputs: readonly AnyInput[], given: OneToolOptions = {}): OneTool {
  const calls: Call[] = [];
  const service = createService<object>(
    1,
    given.config ?? { audience: "tests" },
    {},
    { keys: [key], log: () => {}, ...given.options },
  );
  const tools = ["act", "other"].map((name) => {
    const declaration: ToolDeclaration = {
      kind: "tool",
      listed: { name, inputSchema: { type: "object" }, ...given.listed },
      ...given.declaration,
    };
    return {
      declaration,
      call: async (
        service: Parameters<typeof openTool>[0] & { readonly handlers: object },
        request: Parameters<typeof openTool>[2],
        exchange: Parameters<typeof openTool>[3],
      ) => {
        const opened = await openTool<Values>(service, declaration, request, exchange);
        if (opened.done) return opened.result;
        const settled = await settle(opened, inputs, everyKind, service.handlers);
        if (settled.done) return settled.result;
        const call = { args: opened.args, inputs: settled.inputs, flow: opened.flow, context: opened.context };
        return completeTool(opened, () => {
          calls.push(call);
          return (given.handler?.(call) ?? { content: [{ type: "text", text: "done" }] }) as never;
        });
      },
    };
  });
  const factory = serverFactory(service, {
    info: { name: "tests", version: "1" },
    capabilities: { tools: {} },
    serves: [toolRequests(tools)],
  });
  return {
    factory,
    calls,
    send: (body) => post(factory, "tools/call", { name: "act" }, { body }),
    leg: (args, { state, answers, name = "act", ...options } = {}) =>
      post(
        factory,
        "tools/call",
        {
          name,
          ...(args !== undefined && { arguments: args }),
          ...(state !== undefined && { requestState: state }),
          ...(answers !== undefined && { inputResponses: answers }),
        },
        options,
      ),
  };
}

export const frozen = {
  code: -32602,
  message: "Invalid or expired requestState",
  data: { reason: "invalid_request_state" },
};

export const accept = (content?: object) => ({ action: "accept", ...(content !== undefined && { content }) });
export const decline = { action: "decline" };
export const cancel = { action: "cancel" };

/** Names of the questions that a leg asked. */
export function asked(wire: Wire): readonly string[] {
  if (wire.result?.["resultType"] !== "input_required") throw new Error(`Nothing was asked: ${JSON.stringify(wire)}`);
  return Object.keys(wire.result["inputRequests"] as object);
}

export function message(wire: Wire, name: string): string {
  const requests = wire.result?.["inputRequests"] as Record<string, { params: { message: string } }>;
  return requests[name]?.params.message ?? "";
}

export function state(wire: Wire): string {
  const token = wire.result?.["requestState"];
  if (typeof token !== "string") throw new Error(`There is no state: ${JSON.stringify(wire)}`);
  return token;
}

/** The text of a result, failed or not. */
export function text(wire: Wire): string {
  const content = wire.result?.["content"] as { text: string }[] | undefined;
  return content?.[0]?.text ?? "";
}

/** A form with one text field `name`, asked as `ask`. */
export function form(name: string, more: object = {}): AnyInput {
  return {
    kind: "elicit",
    name,
    needs: [],
    question: () => ({
      message: `Which ${name}?`,
      requestedSchema: { type: "object", properties: { value: { type: "string", minLength: 2 } }, required: ["value"] },
    }),
    ...more,
  };
}

export const filled = accept({ value: "good" });
export const bad = accept({ value: "x" });
