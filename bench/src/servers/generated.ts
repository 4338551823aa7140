import {
  type CallContext,
  completeTool,
  createService,
  type Flow,
  type Input,
  type MaybePromise,
  openTool,
  type ServerFactory,
  serverFactory,
  type ServiceOptions,
  settle,
  type ToolDeclaration,
} from "@mcp-parley/runtime/contract-v1/server";
import { description, inputSchema, message, outputSchema, regionForm, secret, toolName } from "./workload.js";

interface Arguments {
  readonly name: string;
  readonly size: "small" | "large";
}
interface Inputs {
  readonly region: { readonly region: string };
}
interface Call {
  readonly args: Arguments;
  readonly inputs?: Inputs;
  readonly flow: Flow;
  readonly context: CallContext;
}
interface Handlers {
  readonly create: (call: Call) => MaybePromise<{ structuredContent: { id: string; size: "small" | "large" } }>;
}
const handlers: Handlers = {
  create: ({ args }) => ({ structuredContent: { id: `db-${args.name}`, size: args.size } }),
};

const inputs: readonly Input<Arguments, Inputs, Handlers>[] = [
  {
    kind: "elicit",
    name: "region",
    needs: [],
    question: (args) => ({ message: message(args.name), requestedSchema: regionForm }),
  },
];

export function generated(tools: number, asking: (index: number) => boolean, options: ServiceOptions): ServerFactory {
  const service = createService(1, { audience: "bench" }, handlers, options);
  return serverFactory(service, {
    info: { name: "bench", version: "1.0.0" },
    capabilities: { tools: {} },
    tools: Array.from({ length: tools }, (_, index) => {
      const declaration: ToolDeclaration = {
        kind: "tool",
        listed: {
          name: toolName(index),
          description,
          inputSchema: { ...inputSchema },
          outputSchema: { ...outputSchema },
        },
      };
      return {
        declaration,
        call: async (service, request, exchange) => {
          const call = await openTool<Arguments>(service, declaration, request, exchange);
          if (call.done) return call.result;
          if (!asking(index)) {
            return completeTool(call, () =>
              service.handlers.create({ args: call.args, flow: call.flow, context: call.context }),
            );
          }
          const settled = await settle(call, inputs, service.handlers);
          if (settled.done) return settled.result;
          return completeTool(call, () =>
            service.handlers.create({
              args: call.args,
              inputs: settled.inputs,
              flow: call.flow,
              context: call.context,
            }),
          );
        },
      };
    }),
  });
}

export const keys: ServiceOptions = { keys: [secret] };
