import { arrayMember, isObject, setMember, textMember } from "../load/values.js";
import type { Json } from "../model/model.js";
import type { ImportedEntry } from "./imported-entry.js";
import { promptArgumentMembers, promptMembers } from "./listed-shapes.js";
import { copyMembers, type Omit } from "./shape.js";

/** A listed prompt (MCP `Prompt`). What it says is not in a listing: the author writes its handler. */
export function importPrompt(item: Json, omit: Omit): ImportedEntry | string {
  if (!isObject(item)) return "it is not a mapping";
  const name = textMember(item, "name");
  if (name === undefined || name === "") return "it has no name";
  const members = copyMembers(item, promptMembers, omit, new Set(["name", "arguments"]));
  const listed = arrayMember(item, "arguments");
  if (listed === undefined) {
    if (Object.hasOwn(item, "arguments")) omit(["arguments"], item);
    return { name, identity: name, identifiedBy: "name", members };
  }
  const declared: { [key: string]: Json } = {};
  for (const [index, argument] of listed.entries()) {
    const argumentName = textMember(argument, "name");
    if (!isObject(argument) || argumentName === undefined || Object.hasOwn(declared, argumentName)) {
      omit(["arguments", index], listed);
      continue;
    }
    const path = ["arguments", index];
    setMember(declared, argumentName, copyMembers(argument, promptArgumentMembers, omit, new Set(["name"]), path));
  }
  return { name, identity: name, identifiedBy: "name", members: { ...members, arguments: declared } };
}
