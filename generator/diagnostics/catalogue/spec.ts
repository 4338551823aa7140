import { message } from "../message.js";
import { error, warning } from "./entry.js";

/** The shape of the spec itself. */
export const specCatalogue = {
  "spec/unknown-key": error(
    message`Unknown key "${"key"}" in ${"where"}.${"suggestion"}`,
    "Keys that Parley should not read start with `x-` or live under `_meta`.",
  ),
  "spec/misplaced-key": error(
    message`"${"key"}" belongs to ${"owner"}, not inside ${"where"}.`,
    "Where it stands it would mean nothing. Check the indentation.",
  ),
  "spec/wrong-type": error(message`"${"key"}" must be ${"expected"}, not ${"actual"}.`),
  "spec/missing-key": error(message`The key "${"key"}" is missing in ${"where"}.`),
  "spec/invalid-value": error(message`"${"value"}" is not allowed here. Expected ${"expected"}.${"suggestion"}`),
  "spec/constraint": error(message`"${"key"}" ${"problem"}.`),
  "spec/version": error(
    message`This generator reads version "1" of the language, not "${"version"}".`,
    'Write `parley: "1"`.',
  ),
  "spec/input-kind": error(
    message`The input "${"input"}" ${"problem"}.`,
    "Give exactly one of elicit, confirm, elicitUrl, sample, roots, compute.",
  ),
  "spec/option-not-for-kind": error(message`The option "${"option"}" does not apply to ${"kind"}.`),
  "spec/exclusive-keys": error(message`"${"first"}" and "${"second"}" exclude each other.`),
  "spec/resource-address": error(
    message`The resource "${"resource"}" needs either "uri" or "uriTemplate".`,
    "`uri` declares one resource; `uriTemplate` a family of them (RFC 6570).",
  ),
  "spec/uri": error(message`"${"uri"}" is not an absolute URI.`, "For example `docs://readme` or `file:///a.txt`."),
  "spec/uri-scheme": warning(
    message`The scheme of "${"uri"}" does not start with a letter (RFC 3986).`,
    "Clients that parse URIs refuse it.",
  ),
  "spec/uri-template": error(message`The URI template "${"template"}" is not valid: ${"problem"}.`),
  "spec/unknown-variable": error(message`The URI template has no variable "${"name"}".${"suggestion"}`),
  "spec/example-unknown": error(
    message`The example "${"example"}" names the unknown input "${"input"}".${"suggestion"}`,
  ),
  "spec/x-mcp-header": error(
    message`"x-mcp-header" ${"problem"}.`,
    "It takes a header token and stands on a string, integer or boolean property of a tool's arguments.",
  ),
  "spec/scope": error(message`"${"scope"}" is not an OAuth scope.`, "A scope has no spaces, quotes or backslashes."),
} as const;
