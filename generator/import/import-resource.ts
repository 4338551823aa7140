import { isObject, textMember } from "../load/values.js";
import type { Json } from "../model/model.js";
import { isAbsoluteUri, templateProblem } from "../model/uri-template.js";
import type { ImportedEntry } from "./imported-entry.js";
import { resourceMembers } from "./listed-shapes.js";
import { copyMembers, type Omit } from "./shape.js";

/**
 * A listed resource or resource template (MCP `Resource`, `ResourceTemplate`). Its contents are not in a listing. Servers of
 * today list addresses that no spec may have.
 */
export function importResource(item: Json, omit: Omit): ImportedEntry | string {
  if (!isObject(item)) return "it is not a mapping";
  const uri = textMember(item, "uri");
  const template = textMember(item, "uriTemplate");
  const address = uri ?? template;
  if (address === undefined) return "it has neither uri nor uriTemplate";
  const name = textMember(item, "name");
  if (name === undefined || name === "") return "it has no name";
  const problem = uri === undefined ? templateProblem(address) : undefined;
  if (problem !== undefined) return `its uriTemplate "${address}" is not valid: ${problem}`;
  if (uri !== undefined && !isAbsoluteUri(uri)) return `its uri "${uri}" is not absolute`;
  if (uri !== undefined && template !== undefined) omit(["uriTemplate"], item);
  const ignored = new Set(["name", uri === undefined ? "uri" : "uriTemplate"]);
  const members = copyMembers(item, resourceMembers, omit, ignored);
  return { name, identity: address, identifiedBy: uri === undefined ? "uriTemplate" : "uri", members };
}
