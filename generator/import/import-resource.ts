import { isObject, textMember } from "../load/values.js";
import type { Json } from "../model/model.js";
import type { ImportedEntry } from "./imported-entry.js";
import { resourceMembers } from "./listed-shapes.js";
import { copyMembers, type Omit } from "./shape.js";

/** A listed resource or resource template (MCP `Resource`, `ResourceTemplate`). Its contents are not in a listing. */
export function importResource(item: Json, omit: Omit): ImportedEntry | string {
  if (!isObject(item)) return "it is not a mapping";
  const uri = textMember(item, "uri");
  const address = uri ?? textMember(item, "uriTemplate");
  if (address === undefined) return "it has neither uri nor uriTemplate";
  const name = textMember(item, "name");
  if (name === undefined || name === "") return "it has no name";
  const members = copyMembers(item, resourceMembers, omit, new Set(["name"]));
  return { name, identity: address, identifiedBy: uri === undefined ? "uriTemplate" : "uri", members };
}
