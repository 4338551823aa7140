import type { DiagnosticExtras } from "../diagnostics/diagnostic.js";
import type { Location } from "../diagnostics/source-file.js";
import { textMember } from "./values.js";
import type { Json } from "../model/model.js";

/** How a list is written where each entry has a name. */
export function namedEntriesHelp(list: readonly Json[], place: Location | undefined): DiagnosticExtras {
  if (place?.file.text[place.start] === "[") return { help: "Write `{ NAME: ... }` in place of `[ ... ]`." };
  const name = textMember(list[0], "name");
  const help =
    name === undefined ? "Write `NAME:` in place of `-`." : `Write \`${name}:\` in place of \`- name: ${name}\`.`;
  return { help };
}
