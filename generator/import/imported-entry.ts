import type { Json } from "../model/model.js";
import type { Omit } from "./shape.js";

/** One tool, prompt or resource, ready to be put into a spec under a key. */
export interface ImportedEntry {
  readonly name: string;
  /** What must be unique on the wire: the name, or the address of a resource. */
  readonly identity: string;
  readonly identifiedBy: "name" | "uri" | "uriTemplate";
  readonly members: { readonly [key: string]: Json };
}

/** Imports one listed entry, or says why it has no place in a spec. */
export type ImportEntry = (item: Json, omit: Omit) => ImportedEntry | string;
