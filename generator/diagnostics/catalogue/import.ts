import { message } from "../message.js";
import { error, info, warning } from "./entry.js";

/** What `parley import` has to say about a captured listing. */
export const importCatalogue = {
  "import/not-a-listing": error(
    message`This is not a captured listing: ${"problem"}.`,
    "Expected the results of tools/list, prompts/list, resources/list and resources/templates/list in one object, or a list of such results.",
  ),
  "import/not-expressible": warning(
    message`"${"key"}" of ${"what"} has no place in a spec and is left out.`,
    "The generated server will not list it.",
  ),
  "import/left-out": warning(
    message`The ${"kind"} "${"name"}" is left out: ${"problem"}.`,
    "The generated server will not list it. Add it by hand.",
  ),
  "import/assumed": info(message`The listing does not say ${"what"}; ${"value"} is assumed.`, "Change it in the spec."),
  "import/code-name": info(
    message`The ${"kind"} "${"name"}" is called "${"codeName"}" in generated code: ${"reason"}.`,
    "Change its `codeName` in the spec. The name on the wire stays.",
  ),
  "import/incomplete": warning(
    message`The listing of ${"what"} goes on after its last page.`,
    "Capture the pages after `nextCursor` too, and give all of them as one list.",
  ),
} as const;
