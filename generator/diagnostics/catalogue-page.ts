import { catalogue, isCode, type Code } from "./catalogue.js";
import { exampleListing, exampleOf } from "./example-listing.js";
import type { CodeExample } from "./examples.js";

/** The areas of codes, in the order in which a document meets them. */
const areas: readonly (readonly [string, string, string])[] = [
  ["load", "Reading files", "A file cannot be read, or is no document."],
  ["yaml", "YAML", "Text that is not YAML 1.2, or means something else than it seems to."],
  ["ref", "References", "`$ref` to schemas, and to whole tools, prompts, resources and inputs."],
  ["spec", "The shape of a spec", "Keys and values of the language itself."],
  ["schema", "JSON Schemas", "Schemas of arguments, results, computed values and states."],
  ["form", "Forms", "What a client can show a person (MCP elicitation, form mode)."],
  ["inputs", "Inputs and flows", "What is required, in which order, and in how many rounds."],
  ["cel", "Conditions", "CEL expressions in `when` and `check`, and the paths in texts."],
  ["text", "Texts", "`${{ }}` in messages, addresses and contents."],
  ["names", "Names", "Names on the wire and in generated code."],
  ["output", "The output folder", "Files that are written, or should not be."],
  ["import", "Import", "What `parley import` finds in a captured listing."],
];

/** `docs/diagnostics.md`: one section per code, with the same documents that are the tests of the rule. */
export function cataloguePage(): string {
  const codes = codesInOrder();
  const areasLine = areas.map(([, title]) => `[${title}](#${anchor(title)})`).join(", ");
  return [
    "# Diagnostics",
    "",
    "<!-- Written by scripts/build-docs.mjs from generator/diagnostics. Do not edit. -->",
    "",
    "Every problem has a code that never changes its meaning. `parley explain <code>` says the same as this page. An error stops",
    "generation, a warning and an info do not. In the documents below, lines marked `-` cause the code and lines marked `+` do not; both",
    "documents are run as tests.",
    "",
    `${areasLine}.`,
    "",
    ...areas.flatMap(([area, title, about]) => [
      `## ${title}`,
      "",
      about,
      "",
      ...codes.filter((code) => code.startsWith(`${area}/`)).flatMap(section),
    ]),
  ].join("\n");
}

function codesInOrder(): readonly Code[] {
  const codes: readonly string[] = Object.keys(catalogue);
  return codes.filter(isCode);
}

function section(code: Code): readonly string[] {
  const { severity, help } = catalogue[code];
  const example = exampleOf(code);
  return [
    `### ${code}`,
    "",
    `${severity}: ${sentenceOf(code)}`,
    "",
    ...(help === undefined ? [] : [help, ""]),
    ...(example === undefined ? [] : both(example)),
  ];
}

/** The message with its holes named. */
function sentenceOf(code: Code): string {
  const { parts, holes }: { readonly parts: readonly string[]; readonly holes: readonly string[] } =
    catalogue[code].message;
  return parts
    .map((part, index) => {
      const hole = holes[index];
      // Suggestions are empty or a sentence of their own.
      return hole === undefined || hole === "suggestion" ? part : `${part}*${hole}*`;
    })
    .join("");
}

/** The other files of an example, and its two documents as one listing. */
function both(example: CodeExample): readonly string[] {
  return [
    ...Object.entries(example.files ?? {}).flatMap(([path, text]) => [
      `With \`${path}\` beside it:`,
      "",
      "````",
      text.trimEnd(),
      "````",
      "",
    ]),
    "````diff",
    ...exampleListing(example),
    "````",
    "",
  ];
}

function anchor(title: string): string {
  return title.toLowerCase().replaceAll(" ", "-");
}
