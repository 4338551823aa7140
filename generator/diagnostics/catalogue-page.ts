import { catalogue, type Code } from "./catalogue.js";
import { type CodeExample, examples } from "./examples.js";

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

/** Documents longer than this are cut on the page; their point is their length. */
const longestExample = 2000;

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

function isCode(code: string): code is Code {
  return Object.hasOwn(catalogue, code);
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

function exampleOf(code: Code): CodeExample | undefined {
  const known: Readonly<Partial<Record<Code, CodeExample>>> = examples;
  return known[code];
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

/** Both documents as one listing of differences: they are alike but for the point. */
function both({ fail, pass, files }: CodeExample): readonly string[] {
  const wrong = linesOf(fail);
  const right = linesOf(pass);
  const shorter = Math.min(wrong.length, right.length);
  let head = 0;
  while (head < shorter && wrong[head] === right[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && wrong.at(-1 - tail) === right.at(-1 - tail)) tail += 1;
  return [
    ...Object.entries(files ?? {}).flatMap(([path, text]) => [
      `With \`${path}\` beside it:`,
      "",
      "````",
      text.trimEnd(),
      "````",
      "",
    ]),
    "````diff",
    ...wrong.slice(0, head).map((line) => ` ${line}`),
    ...wrong.slice(head, wrong.length - tail).map((line) => `-${line}`),
    ...right.slice(head, right.length - tail).map((line) => `+${line}`),
    ...wrong.slice(wrong.length - tail).map((line) => ` ${line}`),
    "````",
    "",
  ];
}

function linesOf(text: string): readonly string[] {
  const shown = text.length > longestExample ? `${text.slice(0, 120)}... (${text.length} characters)` : text;
  return shown.trimEnd().split("\n").map(printable);
}

/** Characters that would make the page a binary file, or hide in it, are written out. */
function printable(line: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return line.replaceAll(/[\u0000-\u001f\ufeff]/g, (control) => {
    return `<U+${control.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}>`;
  });
}

function anchor(title: string): string {
  return title.toLowerCase().replaceAll(" ", "-");
}
