import { message } from "../message.js";
import { error, warning } from "./entry.js";

/** What stands in the output folder. */
export const outputCatalogue = {
  "output/would-overwrite": error(
    message`"${"path"}" is not a file that parley wrote, and it would be overwritten.`,
    "Choose another output folder, move the file away, or take it over with `--force`.",
  ),
  "output/blocked": error(
    message`A folder or a link is in the way of "${"path"}".`,
    "Nothing is removed or written through it, not even with `--force`. Move it away.",
  ),
  "output/missing": error(message`"${"path"}" does not exist yet.`, "Run `parley generate` and commit what it writes."),
  "output/outdated": error(
    message`"${"path"}" differs from what the spec says.`,
    "Run `parley generate` and commit what it writes.",
  ),
  "output/stale": error(
    message`"${"path"}" is not generated any more.`,
    "Run `parley generate`; it removes files that it wrote and that were not changed since.",
  ),
  "output/edited": warning(
    message`"${"path"}" was changed by hand since it was generated; the change is overwritten.`,
    "Version control has it still. Make changes in the spec, or in a file of your own.",
  ),
  "output/abandoned": warning(
    message`"${"path"}" is not generated any more, but was changed by hand; it stays.`,
    "Remove it when you do not need it.",
  ),
} as const;
