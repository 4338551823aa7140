import { type ReadResourceRequest, ResourceNotFoundError } from "@modelcontextprotocol/server";
import { unwatch, watch } from "./changes.js";
import { forWire } from "./errors.js";
import { requestEndings } from "./failing.js";
import { listParams, resourceParams } from "./request-params.js";
import type { ResourceDeclaration, ResourceRead } from "./resource.js";
import { resourceTable } from "./resource-table.js";
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
  return {
    declarations,
    scopesOf: (method, target) =>
      scoped && method === "resources/read" ? table.find(target)?.declaration.scopes : undefined,
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
        server.setRequestHandler("resources/subscribe", { params: resourceParams }, ({ uri }) => {
          if (table.find(uri) === undefined) throw forWire(new ResourceNotFoundError(uri));
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
