import type { GetPromptRequest } from "@modelcontextprotocol/server";
import { invalidParams } from "./errors.js";
import { requestEndings } from "./failing.js";
import type { PromptDeclaration, PromptGet } from "./prompt.js";
import { listParams, promptParams } from "./request-params.js";
import { answerCall, type Endings, exchangeOf, scopesByName, type ServedPart } from "./served-part.js";

const promptEndings: Endings<never> = {
  ...requestEndings,
  unknown: (name) => invalidParams(`Unknown prompt: ${name}`),
};

/** Answers `prompts/list` and `prompts/get`. */
export function promptRequests<Handlers>(
  prompts: readonly { readonly declaration: PromptDeclaration; readonly get: PromptGet<Handlers> }[],
): ServedPart<Handlers> {
  const declarations = prompts.map(({ declaration }) => declaration);
  return {
    declarations,
    scopesOf: scopesByName(["prompts/get", "ref/prompt"], declarations),
    prepare: (service) => {
      const gets = new Map(prompts.map(({ declaration, get }) => [declaration.listed.name, get]));
      const listed = { prompts: declarations.map((declaration) => declaration.listed) };
      return (server) => {
        server.setRequestHandler("prompts/list", { params: listParams }, () => listed);
        server.setRequestHandler("prompts/get", { params: promptParams }, (params, context) => {
          const request: GetPromptRequest = { method: "prompts/get", params };
          const { name, arguments: received } = params;
          const get = gets.get(name);
          return answerCall(
            service,
            exchangeOf(service, server, context),
            { method: "prompts/get", target: name, received },
            get && ((service, exchange) => get(service, request, exchange)),
            promptEndings,
          );
        });
      };
    },
  };
}
