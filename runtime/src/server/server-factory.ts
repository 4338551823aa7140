import type {
  CallToolRequest,
  GetPromptRequest,
  Implementation,
  ListToolsResult,
  McpRequestContext,
  ReadResourceRequest,
  ServerCapabilities,
  ServerContext,
  ServerOptions,
} from "@modelcontextprotocol/server";
import { ResourceNotFoundError, Server } from "@modelcontextprotocol/server";
import { trusted } from "../json/trusted.js";
import { followWhileConnected, unwatch, watch } from "./changes.js";
import { type Completion, completionHandler } from "./completion.js";
import { forWire, internalError, invalidParams, isWireError } from "./errors.js";
import { isListedFor } from "./capabilities.js";
import { clientCapabilities, type Exchange } from "./exchange.js";
import { report, toolFailure } from "./failing.js";
import { type CallIdentity, checkStrayState } from "./open-call.js";
import type { PromptDeclaration, PromptGet } from "./prompt.js";
import { completionParams, promptParams, resourceParams } from "./request-params.js";
import type { ResourceDeclaration, ResourceRead } from "./resource.js";
import { resourceTable } from "./resource-table.js";
import type { Service } from "./service.js";
import { followed } from "./telemetry.js";
import type { ToolCall, ToolDeclaration } from "./tool.js";

/** A server as it was specified: what it says of itself and the functions that serve it. */
export interface ServerDefinition<Handlers> {
  readonly info: Implementation;
  readonly capabilities: ServerCapabilities;
  readonly instructions?: string;
  readonly cacheHints?: NonNullable<ServerOptions["cacheHints"]>;
  /** Names of the functions that the author writes. */
  readonly handlers?: readonly (keyof Handlers & string)[];
  readonly tools?: readonly { readonly declaration: ToolDeclaration; readonly call: ToolCall<Handlers> }[];
  readonly prompts?: readonly { readonly declaration: PromptDeclaration; readonly get: PromptGet<Handlers> }[];
  readonly resources?: readonly { readonly declaration: ResourceDeclaration; readonly read: ResourceRead<Handlers> }[];
  readonly completions?: readonly Completion<Handlers>[];
}

/**
 * Makes one server for one connection, or for one HTTP request; cheap, since everything that can be shared is. What
 * `serveStdio`, `createMcpHandler` and `connect` of the SDK take.
 */
export interface ServerFactory {
  (context?: McpRequestContext): Server;
  /** What the servers share, for entries that must know about keys. */
  readonly service: Service<unknown>;
  readonly tools: ReadonlyMap<string, ToolDeclaration>;
  /** Some primitive may run once only. */
  readonly once: boolean;
  /** The scopes that a request needs. */
  scopesOf(method: string, target: string): readonly string[];
}

/**
 * Builds the tables of a server once and returns the factory of its servers.
 *
 * @throws {TypeError} when a handler is missing: a compiler tells sooner, but not every author has one.
 */
export function serverFactory<Handlers>(
  service: Service<Handlers>,
  definition: ServerDefinition<Handlers>,
): ServerFactory {
  const { info, capabilities, instructions, cacheHints, handlers = [] } = definition;
  const missing = handlers.filter((name) => typeof service.handlers[name] !== "function");
  if (missing.length > 0) throw new TypeError(`No handler is given for ${missing.join(", ")}`);
  const options: ServerOptions = {
    capabilities,
    ...(instructions !== undefined && { instructions }),
    ...(cacheHints !== undefined && { cacheHints }),
  };
  const installers = [
    toolHandlers(service, definition),
    promptHandlers(service, definition),
    resourceHandlers(service, definition),
    completionHandlers(service, definition),
  ];
  const declarations = [definition.tools, definition.prompts, definition.resources].flatMap((entries) =>
    (entries ?? []).map((entry) => entry.declaration),
  );
  const create = (context?: McpRequestContext): Server => {
    // The low-level server on purpose: our schemas are data, not zod. The one place where its deprecation is known.
    // oxlint-disable-next-line typescript/no-deprecated
    const server = new Server(info, options);
    for (const install of installers) install(server);
    // Over HTTP a server lives for one request, or in a session that the HTTP entry keeps.
    if (context?.requestInfo === undefined)
      followWhileConnected(server, context?.era ?? "legacy", service.changes, service.log);
    return server;
  };
  return Object.assign(create, {
    service,
    tools: new Map((definition.tools ?? []).map(({ declaration }) => [declaration.listed.name, declaration])),
    once: declarations.some((declaration) => declaration.once === true),
    scopesOf: scopeTable(definition),
  });
}

function scopeTable<Handlers>({ tools = [], prompts = [], resources = [] }: ServerDefinition<Handlers>) {
  const byName = new Map<string, readonly string[]>();
  for (const { declaration } of [...tools, ...prompts]) {
    const method = declaration.kind === "tool" ? "tools/call" : "prompts/get";
    if (declaration.scopes !== undefined) byName.set(`${method} ${declaration.listed.name}`, declaration.scopes);
  }
  const scoped = resources.filter(({ declaration }) => declaration.scopes !== undefined);
  const table = resourceTable(resources);
  return (method: string, target: string): readonly string[] => {
    if (method === "resources/read" && scoped.length > 0) return table.find(target)?.declaration.scopes ?? [];
    return byName.get(`${method} ${target}`) ?? [];
  };
}

type Install = (server: Server) => void;

function toolHandlers<Handlers>(
  service: Service<Handlers>,
  { capabilities, tools = [] }: ServerDefinition<Handlers>,
): Install {
  if (capabilities.tools === undefined) return () => {};
  const calls = new Map(tools.map(({ declaration, call }) => [declaration.listed.name, call]));
  const listed = toolList(tools.map(({ declaration }) => declaration));
  const listedAlike = tools.every(({ declaration }) => declaration.listFor === undefined);
  const listFor = (exchange: Exchange): ListToolsResult => {
    const declared = clientCapabilities(exchange);
    const seen = tools.filter(({ declaration }) => isListedFor(declaration.listFor ?? {}, declared));
    return toolList(seen.map(({ declaration }) => declaration));
  };
  const serve = async (
    service: Service<Handlers>,
    identity: CallIdentity,
    request: CallToolRequest,
    exchange: Exchange,
  ) => {
    const call = calls.get(request.params.name);
    try {
      if (call !== undefined) return await call(service, request, exchange);
      await checkStrayState(service, exchange, identity);
    } catch (error) {
      if (isWireError(error)) throw error;
      report(service, identity, "call", error);
      return toolFailure(`The tool ${JSON.stringify(request.params.name)} failed.`);
    }
    throw invalidParams(`Unknown tool: ${request.params.name}`);
  };
  return (server) => {
    server.setRequestHandler("tools/list", (_request, context) =>
      listedAlike ? listed : listFor(exchangeOf(service, server, context)),
    );
    server.setRequestHandler("tools/call", (request, context) => {
      const { name: target, arguments: received } = request.params;
      const identity: CallIdentity = { method: "tools/call", target, received };
      return followed(service, identity, context, (service) =>
        serve(service, identity, request, exchangeOf(service, server, context)),
      );
    });
  };
}

/** Listed as written; the SDK checks the form of what it sends. */
function toolList(declarations: readonly ToolDeclaration[]): ListToolsResult {
  return trusted<ListToolsResult>({ tools: declarations.map(({ listed }) => listed) });
}

function promptHandlers<Handlers>(
  service: Service<Handlers>,
  { capabilities, prompts = [] }: ServerDefinition<Handlers>,
): Install {
  if (capabilities.prompts === undefined) return () => {};
  const gets = new Map(prompts.map(({ declaration, get }) => [declaration.listed.name, get]));
  const listed = { prompts: prompts.map(({ declaration }) => declaration.listed) };
  const serve = (service: Service<Handlers>, identity: CallIdentity, request: GetPromptRequest, exchange: Exchange) => {
    const get = gets.get(request.params.name);
    return guarded(service, identity, async () => {
      if (get !== undefined) return get(service, request, exchange);
      await checkStrayState(service, exchange, identity);
      throw invalidParams(`Unknown prompt: ${request.params.name}`);
    });
  };
  return (server) => {
    server.setRequestHandler("prompts/list", () => listed);
    server.setRequestHandler("prompts/get", { params: promptParams }, (params, context) => {
      const request: GetPromptRequest = { method: "prompts/get", params };
      const { name: target, arguments: received } = params;
      const identity: CallIdentity = { method: "prompts/get", target, received };
      return followed(service, identity, context, (service) =>
        serve(service, identity, request, exchangeOf(service, server, context)),
      );
    });
  };
}

function resourceHandlers<Handlers>(
  service: Service<Handlers>,
  { capabilities, resources = [] }: ServerDefinition<Handlers>,
): Install {
  if (capabilities.resources === undefined) return () => {};
  const table = resourceTable(resources);
  const serve = (
    service: Service<Handlers>,
    identity: CallIdentity,
    request: ReadResourceRequest,
    exchange: Exchange,
  ) => {
    const { uri } = request.params;
    return guarded(service, identity, async () => {
      const found = table.find(uri);
      if (found !== undefined) return found.read(service, request, exchange, found.variables);
      await checkStrayState(service, exchange, identity);
      throw forWire(new ResourceNotFoundError(uri));
    });
  };
  return (server) => {
    server.setRequestHandler("resources/list", () => table.listed);
    server.setRequestHandler("resources/templates/list", () => table.listedTemplates);
    server.setRequestHandler("resources/read", { params: resourceParams }, (params, context) => {
      const request: ReadResourceRequest = { method: "resources/read", params };
      const identity: CallIdentity = { method: "resources/read", target: params.uri, received: undefined };
      return followed(service, identity, context, (service) =>
        serve(service, identity, request, exchangeOf(service, server, context)),
      );
    });
    if (capabilities.resources?.subscribe === true) {
      server.setRequestHandler("resources/subscribe", ({ params }) => {
        if (table.find(params.uri) === undefined) throw forWire(new ResourceNotFoundError(params.uri));
        watch(server, params.uri);
        return {};
      });
      server.setRequestHandler("resources/unsubscribe", ({ params }) => {
        unwatch(server, params.uri);
        return {};
      });
    }
  };
}

function completionHandlers<Handlers>(
  service: Service<Handlers>,
  { capabilities, completions = [], prompts = [], resources = [] }: ServerDefinition<Handlers>,
): Install {
  if (capabilities.completions === undefined) return () => {};
  const names = {
    prompt: new Set(prompts.map(({ declaration }) => declaration.listed.name)),
    resource: new Set(
      resources.map(({ declaration }) =>
        declaration.kind === "resource" ? declaration.listed.uri : declaration.listed.uriTemplate,
      ),
    ),
  };
  const complete = completionHandler(service, completions, (ref, name) => names[ref].has(name));
  return (server) => {
    server.setRequestHandler("completion/complete", { params: completionParams }, (params, context) =>
      complete({ method: "completion/complete", params }, exchangeOf(service, server, context)),
    );
  };
}

function exchangeOf(service: Service<unknown>, server: Server, context: ServerContext): Exchange {
  return { server, context, changes: service.changes };
}

/** Lets only what was written for the wire reach it. */
async function guarded<Result>(
  service: Service<unknown>,
  identity: CallIdentity,
  serve: () => Promise<Result>,
): Promise<Result> {
  try {
    return await serve();
  } catch (error) {
    if (isWireError(error)) throw error;
    report(service, identity, "request", error);
    throw internalError();
  }
}
