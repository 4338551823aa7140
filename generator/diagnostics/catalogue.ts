import { celCatalogue } from "./catalogue/cel.js";
import { documentCatalogue } from "./catalogue/document.js";
import { flowCatalogue } from "./catalogue/flow.js";
import { formCatalogue } from "./catalogue/form.js";
import { importCatalogue } from "./catalogue/import.js";
import { nameCatalogue } from "./catalogue/names.js";
import { outputCatalogue } from "./catalogue/output.js";
import { schemaCatalogue } from "./catalogue/schema.js";
import { specCatalogue } from "./catalogue/spec.js";

/**
 * Every diagnostic there is. A code is never renamed and never used again for another problem: people silence codes and
 * link to their pages.
 */
export const catalogue = {
  ...documentCatalogue,
  ...specCatalogue,
  ...schemaCatalogue,
  ...formCatalogue,
  ...flowCatalogue,
  ...celCatalogue,
  ...nameCatalogue,
  ...outputCatalogue,
  ...importCatalogue,
} as const;

export type Code = keyof typeof catalogue;

export function isCode(code: string): code is Code {
  return Object.hasOwn(catalogue, code);
}

/** Names of the holes in a code's message. */
export type HolesOf<C extends Code> = (typeof catalogue)[C]["message"]["holes"][number];
