import { importListing, type ImportedSpec } from "../../generator/import/import-listing.js";
import { readListing } from "../../generator/import/listing.js";
import { parseJson } from "../../generator/load/json.js";
import type { Diagnostic } from "../../generator/diagnostics/diagnostic.js";
import type { Origins } from "../../generator/load/origin.js";

/** Imports a captured listing as the command does, up to the spec as plain data. */
export function imported(listing: string | object): [ImportedSpec | undefined, readonly Diagnostic[]] {
  const text = typeof listing === "string" ? listing : JSON.stringify(listing, null, 1);
  const origins: Origins = new Map();
  const file = { path: "listing.json", absolute: "/listing.json", text };
  const [value, syntax] = parseJson(file, origins);
  const severe = syntax.filter(({ code }) => code !== "yaml/number-precision");
  if (value === undefined || severe.length > 0) return [undefined, severe];
  const [read, problems] = readListing(value, file, origins);
  if (read === undefined) return [undefined, problems];
  const [spec, notes] = importListing(read);
  return [spec, [...problems, ...notes]];
}

export const codesOf = (diagnostics: readonly Diagnostic[]): readonly string[] => diagnostics.map(({ code }) => code);
