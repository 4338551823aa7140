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
function subject(command: string, parley: string): string | undefined {
  switch (command) {
    case "resume":
      return `Which file? \`${parley} resume flow.json\``;
    case "init":
      return `Which folder? \`${parley} init tables\``;
    case "generate":
    case "gen":
      return `Which spec? \`${parley} generate parley.yaml -o generated\``;
    case "check":
      return `Which spec? \`${parley} check parley.yaml -o generated\``;
    case "lint":
      return `Which spec? \`${parley} lint parley.yaml\``;
    case "import":
      return `Which listing? \`${parley} import --listing listing.json\`; \`${parley} list <server> --json > listing.json\` makes one.`;
    default:
      return undefined;
  }
}

/**
 * Puts a message of the library into plain words.
 *
 * @param options - what the command can be told, without dashes.
 * @param parley - how the program is called.
 */
export function usageProblem(
  message: string,
  [command = "", ...others]: readonly string[],
  options: readonly string[],
  parley: string,
): string {
  const text = message.replace(/^Invalid values:\s*/, "").trim();
  if (text.startsWith("Not enough non-option arguments")) return subject(command, parley) ?? text;
  const [, kind, name = ""] = /^(Unknown|Missing required) arguments?: ([^,]+)/.exec(text) ?? [];
  if (kind === "Missing required") return subject(command, parley) ?? `--${name} is missing.`;
  if (kind === "Unknown") return unknownOption(name, others, options);
  const [, word] = /^Unknown commands?: ([^,]+)/.exec(text) ?? [];
  // A second file name, which the library takes for a command.
  return word === undefined ? text : `One too many: ${word}`;
}

/**
 * Says that there is no such command. Names of commands are short: one that differs in two letters means something else, unless
 * the two are swapped.
 */
export function noSuchCommand(word: string, commands: readonly string[]): string {
  const letters = (name: string): string => Array.from(name).sort().join("");
  const meant =
    nearest(word, commands, Math.max(1, Math.floor(word.length / 3))) ??
    commands.find((command) => letters(command) === letters(word));
  return `There is no command "${word}".${meant === undefined ? "" : ` Did you mean "${meant}"?`}`;
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
