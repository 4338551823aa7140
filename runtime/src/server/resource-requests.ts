import { type ReadResourceRequest, ResourceNotFoundError } from "@modelcontextprotocol/server";
import { unwatch, watch } from "./changes.js";
import { forWire } from "./errors.js";
import { requestEndings } from "./failing.js";
import { listParams, resourceParams } from "./request-params.js";
import type { ResourceDeclaration, ResourceRead } from "./resource.js";
import { uriOf, resourceTable } from "./resource-table.js";
import { requireScopes } from "./scopes.js";
import { answerCall, type Endings, exchangeOf, type ServedPart } from "./served-part.js";

const resourceEndings: Endings<never> = {
  ...requestEndings,
  unknown: (uri) => forWire(new ResourceNotFoundError(uri)),
};

/** Answers `resources/list`, `resources/templates/list` and `resources/read`, and subscriptions where they are declared. */
export function resourceRequests<Handlers>(
  resources: readonly { readonly declaration: ResourceDeclaration; readonly read: ResourceRead<Handlers> }[],
): ServedPart<Handlers> {
  const table = resourceTable(resources);
  const declarations = resources.map(({ declaration }) => declaration);
  const scoped = declarations.some(({ scopes }) => scopes !== undefined);
  const scopesOf = (method: string, target: string): readonly string[] | undefined => {
    switch (method) {
      case "resources/read":
      case "resources/subscribe":
      case "subscriptions/listen":
        return table.find(target)?.declaration.scopes;
      case "ref/resource":
        return declarations.find((declaration) => uriOf(declaration) === target)?.scopes;
      default:
        return undefined;
    }
  };
  return {
    declarations,
    ...(scoped && { scopesOf }),
    prepare:
      (service, { capabilities }) =>
      (server) => {
        server.setRequestHandler("resources/list", { params: listParams }, () => table.listed);
        server.setRequestHandler("resources/templates/list", { params: listParams }, () => table.listedTemplates);
        server.setRequestHandler("resources/read", { params: resourceParams }, (params, context) => {
          const request: ReadResourceRequest = { method: "resources/read", params };
          const { uri } = params;
          const found = table.find(uri);
          return answerCall(
            service,
            exchangeOf(service, server, context),
            { method: "resources/read", target: uri, received: undefined },
            found && ((service, exchange) => found.read(service, request, exchange, found.variables)),
            resourceEndings,
          );
        });
        if (capabilities.resources?.subscribe !== true) return;
        server.setRequestHandler("resources/subscribe", { params: resourceParams }, ({ uri }, context) => {
          const found = table.find(uri);
          if (found === undefined) throw forWire(new ResourceNotFoundError(uri));
          requireScopes(found.declaration, service, context, { method: "resources/subscribe", target: uri });
          watch(server, uri);
          return {};
        });
        server.setRequestHandler("resources/unsubscribe", { params: resourceParams }, ({ uri }) => {
          unwatch(server, uri);
          return {};
        });
      },
  };
}
