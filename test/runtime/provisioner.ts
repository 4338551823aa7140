import {
  type CallContext,
  completeTool,
  createService,
  type Flow,
  type FormSchema,
  type Input,
  type MaybePromise,
  openTool,
  type Outcome,
  type RequestStateConfig,
  type ServerFactory,
  serverFactory,
  toolRequests,
  type ServiceOptions,
  settle,
  type ToolDeclaration,
} from "../../runtime/src/contract-v1/server.js";
import { everyKind } from "./every-kind.js";

/** The seed flow, written by hand in the shape that the generator emits. */
export const key = "a key of at least thirty-two bytes, for tests";

const regionForm: FormSchema = {
  type: "object",
  properties: {
    region: {
      type: "string",
      oneOf: [
        { const: "eu-west-1", title: "Ireland" },
        { const: "us-east-1", title: "N. Virginia" },
      ],
    },
  },
  required: ["region"],
};
const confirmForm: FormSchema = { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] };

interface Args {
  readonly name: string;
  readonly size: "small" | "large";
}
interface Inputs {
  readonly quote: { readonly monthly: number };
  readonly region: { readonly region: string };
  readonly confirm: Outcome<{ readonly ok: boolean }>;
}
interface Call {
  readonly args: Args;
  readonly inputs: Inputs;
  readonly flow: Flow;
  readonly context: CallContext;
}
export interface Handlers {
  readonly provision: (call: Call) => MaybePromise<{ structuredContent: { id: string; region: string } }>;
  readonly quote: (call: { readonly args: Args }) => MaybePromise<{ monthly: number }>;
}

const tool: ToolDeclaration = {
  kind: "tool",
  listed: {
    name: "provision",
    inputSchema: {
      type: "object",
      properties: {
        name: { type: "string", minLength: 1 },
        size: { type: "string", enum: ["small", "large"], default: "small" },
      },
      required: ["name"],
      additionalProperties: false,
    },
    outputSchema: {
      type: "object",
      properties: { id: { type: "string" }, region: { type: "string" } },
      required: ["id", "region"],
    },
  },
};

const inputs: readonly Input<Args, Inputs, Handlers>[] = [
  {
    kind: "compute",
    name: "quote",
    needs: [],
    schema: { type: "object", properties: { monthly: { type: "number" } }, required: ["monthly"] },
    compute: (handlers, call) => handlers.quote(call),
  },
  {
    kind: "elicit",
    name: "region",
    needs: [],
    question: (args) => ({ message: `Which region should ${args.name} live in?`, requestedSchema: regionForm }),
  },
  {
    kind: "elicit",
    name: "confirm",
    needs: ["quote", "region"],
    question: (args, { region, quote }) => ({
      message: `${args.name} in ${region.region} will cost ${quote.monthly} a month. Create it?`,
      requestedSchema: confirmForm,
    }),
    onDecline: "continue",
  },
];

export interface Ran {
  readonly quotes: number;
  readonly calls: readonly Call[];
}

export function provisioner(
  config: RequestStateConfig = { audience: "provisioner" },
  options: ServiceOptions = { keys: [key], log: () => {} },
  handlers: Partial<Handlers> = {},
): { readonly factory: ServerFactory; readonly ran: () => Ran } {
  let quotes = 0;
  const calls: Call[] = [];
  const service = createService<Handlers>(
    1,
    config,
    {
      quote: ({ args }) => {
        quotes += 1;
        return { monthly: args.size === "small" ? 12 : 96 };
      },
      provision: (call) => {
        calls.push(call);
        return { structuredContent: { id: "db-1", region: call.inputs.region.region } };
      },
      ...handlers,
    },
    options,
  );
  const factory = serverFactory(service, {
    info: { name: "provisioner", version: "1.0.0" },
    capabilities: { tools: {} },
    serves: [
      toolRequests([
        {
          declaration: tool,
          call: async (service, request, exchange) => {
            const call = await openTool<Args>(service, tool, request, exchange);
            if (call.done) return call.result;
            const settled = await settle(call, inputs, everyKind, service.handlers);
            if (settled.done) return settled.result;
            return completeTool(call, () =>
              service.handlers.provision({
                args: call.args,
                inputs: settled.inputs,
                flow: call.flow,
                context: call.context,
              }),
            );
          },
        },
      ]),
    ],
  });
  return { factory, ran: () => ({ quotes, calls }) };
}

/** One tool whose argument is repeated in a header. */
export function headerServer(): ServerFactory {
  const where: ToolDeclaration = {
    kind: "tool",
    listed: {
      name: "where",
      inputSchema: { type: "object", properties: { region: { type: "string", "x-mcp-header": "Region" } } },
    },
  };
  return serverFactory(createService(1, {}, {}, { keys: [key] }), {
    info: { name: "where", version: "1" },
    capabilities: { tools: {} },
    serves: [
      toolRequests([
        {
          declaration: where,
          call: async (service, request, exchange) => {
            const call = await openTool<{ readonly region?: string }>(service, where, request, exchange);
            if (call.done) return call.result;
            return completeTool(call, () => ({ content: [{ type: "text", text: call.args.region ?? "anywhere" }] }));
          },
        },
      ]),
    ],
  });
}
