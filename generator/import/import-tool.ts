import { isObject, objectMember, textMember } from "../load/values.js";
import type { Json } from "../model/model.js";
import type { ImportedEntry } from "./imported-entry.js";
import { toolMembers } from "./listed-shapes.js";
import { outsideReference } from "./self-contained.js";
import { copyMembers, type Omit } from "./shape.js";

/** A listed tool (MCP `Tool`). Its schemas are copied as they are. */
export function importTool(item: Json, omit: Omit): ImportedEntry | string {
  if (!isObject(item)) return "it is not a mapping";
  const name = textMember(item, "name");
  if (name === undefined || name === "") return "it has no name";
  if (objectMember(item, "inputSchema") === undefined) return "it has no inputSchema";
  for (const key of ["inputSchema", "outputSchema"]) {
    const schema = objectMember(item, key);
    const reference = schema === undefined ? undefined : outsideReference(schema);
    if (reference !== undefined) return `its ${key} refers to "${reference}", which is not in it`;
  }
  const members = copyMembers(item, toolMembers, omit, new Set(["name"]));
  return { name, identity: name, identifiedBy: "name", members };
}
