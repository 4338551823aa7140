import type { CallToolResult, InputRequiredResult, ListToolsResult } from "@modelcontextprotocol/server";
import { trusted } from "../json/trusted.js";
import { isListedFor } from "./capabilities.js";
import { invalidParams } from "./errors.js";
import { clientCapabilities, type Exchange } from "./exchange.js";
import { toolCrash, toolFailure } from "./failing.js";
import { answerCall, type Endings, exchangeOf, scopesByName, type ServedPart } from "./served-part.js";
import { listParams } from "./request-params.js";
import type { ToolCall, ToolDeclaration } from "./tool.js";

/** Answers `tools/list` and `tools/call`. */
export function toolRequests<Handlers>(
  tools: readonly { readonly declaration: ToolDeclaration; readonly call: ToolCall<Handlers> }[],
): ServedPart<Handlers> {
  const declarations = tools.map(({ declaration }) => declaration);
  return {
    declarations,
    scopesOf: scopesByName(["tools/call"], declarations),
    prepare: (service) => {
      const calls = new Map(tools.map(({ declaration, call }) => [declaration.listed.name, call]));
      const listed = toolList(declarations);
      const listedAlike = declarations.every(({ listFor }) => listFor === undefined);
      const listFor = (exchange: Exchange): ListToolsResult => {
        const declared = clientCapabilities(exchange);
        return toolList(declarations.filter(({ listFor = {} }) => isListedFor(listFor, declared)));
      };
      return (server) => {
        server.setRequestHandler("tools/list", { params: listParams }, (_params, context) =>
          listedAlike ? listed : listFor(exchangeOf(service, server, context)),
        );
        server.setRequestHandler("tools/call", (request, context) => {
          const { name, arguments: received } = request.params;
          const call = calls.get(name);
          return answerCall(
            service,
            exchangeOf(service, server, context),
            { method: "tools/call", target: name, received },
            call && ((service, exchange) => call(service, request, exchange)),
            toolEndings,
          );
        });
      };
    },
  };
}

const toolEndings: Endings<CallToolResult | InputRequiredResult> = {
  unknown: (name) => invalidParams(`Unknown tool: ${name}`),
  refuse: toolFailure,
  crash: toolCrash,
};

/** Listed as written; the SDK checks the form of what it sends. */
function toolList(declarations: readonly ToolDeclaration[]): ListToolsResult {
  return trusted<ListToolsResult>({ tools: declarations.map(({ listed }) => listed) });
}
