import { message } from "../message.js";
import { error, info, warning } from "./entry.js";

/** Reading files, YAML and JSON, and references between documents. */
export const documentCatalogue = {
  "load/unreadable": error(
    message`Cannot read "${"path"}": ${"reason"}.`,
    "Check the path. It is relative to the file that names it, or to the working folder on the command line.",
  ),
  "load/too-large": error(
    message`"${"path"}" has ${"size"} bytes; the limit is ${"limit"}.`,
    "Split the document: schemas, tools, prompts, resources and inputs can live in other files and be referenced.",
  ),
  "load/not-a-document": error(
    message`"${"path"}" does not hold ${"wanted"}.`,
    'A spec starts with `parley: "1"` and a `server`.',
  ),
  "load/encoding": error(message`"${"path"}" is not UTF-8 text.`, "Save the file as UTF-8."),
  "load/repeated": info(
    message`${"count"} more problems of the kind "${"code"}" are left out.`,
    "What is told of the first ones mends most of the others too.",
  ),
  "yaml/syntax": error(message`${"problem"}.`),
  "yaml/duplicate-key": error(
    message`Key "${"key"}" is given twice.`,
    "Only one of the two could count. Remove or rename one.",
  ),
  "yaml/key-without-value": warning(
    message`"${"key"}" became a key without a value.`,
    "Inside { } a comma ends a text: put a text that holds one in quotes. A key wants a colon, a space and a value.",
  ),
  "yaml/merge-key": error(
    message`Merge keys (<<) are not part of YAML 1.2 and are not merged.`,
    "Write the keys out, or share the part with a `$ref`.",
  ),
  "yaml/alias-bomb": error(
    message`Aliases expand this document beyond ${"limit"} nodes.`,
    "Share parts with `$ref` instead of aliases of aliases.",
  ),
  "yaml/recursive-alias": error(
    message`Alias "*${"name"}" refers to a node that contains it.`,
    "Describe recursion with a `$ref` to a named schema.",
  ),
  "yaml/unknown-alias": error(
    message`There is no anchor "&${"name"}" in front of the alias "*${"name"}".`,
    "Set the anchor where the value stands first, or put a text that starts with * in quotes.",
  ),
  "yaml/too-deep": error(message`Nested deeper than ${"limit"} levels.`, "Flatten the document; name the inner parts."),
  "yaml/number-precision": error(
    message`The number ${"source"} cannot be represented: it would become ${"value"}.`,
    "Put it in quotes if it is a text; otherwise use a number that a double can hold.",
  ),
  "yaml/key-type": error(message`A key must be a text, not ${"actual"}.`, "Put the key in quotes."),
  "yaml/tag": error(
    message`The tag "${"tag"}" is not supported.`,
    "Only plain YAML values can be used; remove the tag.",
  ),
  "yaml/several-documents": error(
    message`The file holds more than one YAML document.`,
    "One file is one document; remove the `---` and what follows it, or move it to its own file.",
  ),
  "ref/not-a-reference": error(
    message`"${"reference"}" is not a reference.`,
    "A reference is `#/path/in/this/document` or `./other.yaml#/path`.",
  ),
  "ref/remote": error(
    message`The reference "${"reference"}" leaves the project; addresses are never fetched.`,
    "Download the document, keep it beside the spec and refer to the file.",
  ),
  "ref/outside": error(
    message`The reference "${"reference"}" leaves the folder of the spec.`,
    "Move the file below the folder of the spec, or allow it with `--allow-outside`.",
  ),
  "ref/unresolved": error(message`The reference "${"reference"}" has no target.${"suggestion"}`),
  "ref/cycle": error(
    message`The reference "${"reference"}" leads back to itself: ${"path"}.`,
    "A schema may be recursive; a whole tool, prompt, resource or input cannot.",
  ),
  "ref/schema-only": error(message`The reference "${"reference"}" does not lead to a ${"expected"}.`),
  "load/file-outside": error(
    message`"${"path"}" lies outside the folder of the spec.`,
    "Move the file below the folder of the spec, or allow it with `--allow-outside`.",
  ),
} as const;
