import type { ListResourcesResult, ListResourceTemplatesResult } from "@modelcontextprotocol/server";
import { setOwn } from "../json/plain-object.js";
import { uriMatcher, type UriVariables } from "../validation/uri-template.js";
import type { ResourceDeclaration, ResourceRead, ResourceVariables } from "./resource.js";

/** The resources of a server: by URI where it is fixed, else by the first template that fits, in the order of the document. */
export interface ResourceTable<Handlers> {
  readonly listed: ListResourcesResult;
  readonly listedTemplates: ListResourceTemplatesResult;
  find(uri: string): FoundResource<Handlers> | undefined;
}

export interface FoundResource<Handlers> {
  readonly declaration: ResourceDeclaration;
  readonly read: ResourceRead<Handlers>;
  readonly variables: ResourceVariables;
}

export function resourceTable<Handlers>(
  resources: readonly { readonly declaration: ResourceDeclaration; readonly read: ResourceRead<Handlers> }[],
): ResourceTable<Handlers> {
  const fixed = new Map<string, FoundResource<Handlers>>();
  const templates: (Omit<FoundResource<Handlers>, "variables"> & { readonly match: ReturnType<typeof uriMatcher> })[] =
    [];
  const listed: ListResourcesResult = { resources: [] };
  const listedTemplates: ListResourceTemplatesResult = { resourceTemplates: [] };
  for (const { declaration, read } of resources) {
    if (declaration.kind === "resource") {
      fixed.set(declaration.listed.uri, { declaration, read, variables: {} });
      listed.resources.push(declaration.listed);
    } else {
      templates.push({ declaration, read, match: uriMatcher(declaration.listed.uriTemplate) });
      listedTemplates.resourceTemplates.push(declaration.listed);
    }
  }
  return {
    listed,
    listedTemplates,
    find: (uri) => {
      const found = fixed.get(uri);
      if (found !== undefined) return found;
      for (const { declaration, read, match } of templates) {
        const variables = decoded(match(uri));
        if (variables !== undefined) return { declaration, read, variables };
      }
      return undefined;
    },
  };
}

/** The URI of a resource, or the template of its URIs; what a client refers to it by. */
export function uriOf({ kind, listed }: ResourceDeclaration): string {
  return kind === "resource" ? listed.uri : listed.uriTemplate;
}

/** The variables of a URI that fits a template, decoded; `undefined` when it does not fit or is badly encoded. */
function decoded(found: UriVariables | undefined): ResourceVariables | undefined {
  if (found === undefined) return undefined;
  const variables = {};
  try {
    for (const [name, value] of found) {
      setOwn(variables, name, typeof value === "string" ? decodeURIComponent(value) : value.map(decodeURIComponent));
    }
  } catch {
    return undefined;
  }
  return variables;
}
