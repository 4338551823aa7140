import { nearest } from "../diagnostics/suggest.js";

/**
 * What the library that reads command lines says, in the words of people who call a program: its own name options without
 * their dashes, and everything an argument.
 */
export const libraryWords = {
  array: "repeatable",
  "Not enough arguments following: %s": "--%s needs a value.",
  "Arguments %s and %s are mutually exclusive": "Either --%s or --%s, not both.",
  "Argument: %s, Given: %s, Choices: %s": "--%s cannot be %s. Choose from %s.",
};

/** What a command is about, which it cannot do without. */
const subjects = new Map([
  ["resume", "Which file? `parley resume flow.json`"],
  ["init", "Which folder? `parley init tables`"],
  ["generate", "Which spec? `parley generate parley.yaml -o generated`"],
  ["gen", "Which spec? `parley generate parley.yaml -o generated`"],
  ["check", "Which spec? `parley check parley.yaml -o generated`"],
  ["lint", "Which spec? `parley lint parley.yaml`"],
  [
    "import",
    "Which listing? `parley import --listing listing.json`; `parley list <server> --json > listing.json` makes one.",
  ],
]);

/**
 * Puts a message of the library into plain words.
 *
 * @param options - what the command can be told, without dashes.
 */
export function usageProblem(
  message: string,
  [command = "", ...others]: readonly string[],
  options: readonly string[],
): string {
  const text = message.replace(/^Invalid values:\s*/, "").trim();
  if (text.startsWith("Not enough non-option arguments")) return subjects.get(command) ?? text;
  if (text.startsWith("Did you mean")) return `There is no command "${command}". ${text}`;
  const [, kind, name = ""] = /^(Unknown|Missing required) arguments?: ([^,]+)/.exec(text) ?? [];
  if (kind === "Missing required") return subjects.get(command) ?? `--${name} is missing.`;
  if (kind === "Unknown") return unknownOption(name, others, options);
  const [, word] = /^Unknown commands?: ([^,]+)/.exec(text) ?? [];
  if (word === undefined) return text;
  // A second file name is no command.
  return others.includes(word) ? `One too many: ${word}` : `There is no command "${word}".`;
}

/** The library names an option without its dashes and its `no-`, and reads every letter of `-out` as an option. */
function unknownOption(name: string, words: readonly string[], options: readonly string[]): string {
  const negation = words.includes(`--no-${name}`) ? "no-" : "";
  const [, letters] =
    name.length === 1
      ? (words.map((word) => /^-(\w+)/.exec(word)).find((found) => found?.[1]?.includes(name)) ?? [])
      : [];
  const written = letters ?? name;
  const meant = options.includes(written) ? written : written.length === 1 ? undefined : nearest(written, options);
  const suggestion = meant === undefined ? "" : ` Did you mean --${negation}${meant}?`;
  return `There is no option ${letters === undefined ? "--" : "-"}${negation}${written}.${suggestion}`;
}
