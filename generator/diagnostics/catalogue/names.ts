import { message } from "../message.js";
import { error, info, warning } from "./entry.js";

/** Names on the wire and in generated code. */
export const nameCatalogue = {
  "names/collision": error(
    message`"${"first"}" and "${"second"}" are both called "${"name"}" in generated code.`,
    "Give one of them a `codeName`.",
  ),
  "names/duplicate": error(
    message`Two ${"kind"}s are called "${"name"}".`,
    "Names on the wire are unique. Change one `name`.",
  ),
  "names/reserved": error(
    message`"${"name"}" cannot be a name in generated code: ${"reason"}.`,
    "Give it a `codeName`.",
  ),
  "names/dropped": error(
    message`"__proto__" cannot be the name of ${"what"}: the SDK of MCP drops an answer of this name.`,
    "Choose another name.",
  ),
  "names/input-key": info(
    message`Conditions and texts cannot mention the input "${"name"}".`,
    "They can mention keys of letters, digits and _ that start with a letter and are no words of CEL.",
  ),
  "names/code-name": error(
    message`"${"name"}" is not an identifier.`,
    "A codeName starts with a lower-case letter and has letters and digits only.",
  ),
  "names/tool-name": warning(
    message`The tool name "${"name"}" is refused by some clients: ${"problem"}.`,
    "MCP asks for 1 to 128 characters of A-Z a-z 0-9 _ - and the full stop.",
  ),
  "names/tool-name-dot": info(
    message`The tool name "${"name"}" has a full stop, which MCP allows and a few clients refuse.`,
  ),
  "names/package": error(
    message`"${"name"}" is not an npm package name.`,
    "Lower-case letters, digits and - _ . , optionally in a scope: `@acme/provisioner`.",
  ),
  "names/package-version": error(
    message`"${"version"}" is not a version that npm takes.`,
    "Three numbers, as in `1.4.0` or `2.0.0-beta.1`.",
  ),
} as const;
