import type { ListResourcesResult, ListResourceTemplatesResult } from "@modelcontextprotocol/server";
import { UriTemplate } from "@modelcontextprotocol/server";
import { setOwn } from "../json/plain-object.js";
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
  const templates: (Omit<FoundResource<Handlers>, "variables"> & { readonly template: UriTemplate })[] = [];
  const listed: ListResourcesResult = { resources: [] };
  const listedTemplates: ListResourceTemplatesResult = { resourceTemplates: [] };
  for (const { declaration, read } of resources) {
    if (declaration.kind === "resource") {
      fixed.set(declaration.listed.uri, { declaration, read, variables: {} });
      listed.resources.push(declaration.listed);
    } else {
      templates.push({ declaration, read, template: new UriTemplate(declaration.listed.uriTemplate) });
      listedTemplates.resourceTemplates.push(declaration.listed);
    }
  }
  return {
    listed,
    listedTemplates,
    find: (uri) => {
      const found = fixed.get(uri);
      if (found !== undefined) return found;
      for (const { declaration, read, template } of templates) {
        const variables = match(template, uri);
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

/** The variables that the URI has for the template, decoded; `undefined` when it does not fit or is badly encoded. */
function match(template: UriTemplate, uri: string): ResourceVariables | undefined {
  try {
    const found = template.match(uri);
    if (found === null) return undefined;
    const variables = {};
    for (const [name, value] of Object.entries(found)) {
      setOwn(variables, name, Array.isArray(value) ? value.map(decodeURIComponent) : decodeURIComponent(value));
    }
    return variables;
  } catch {
    // The template refuses over-long URIs by throwing.
    return undefined;
  }
}
