import yargs, { type Argv, type Options, type PositionalOptions } from "yargs";
import type { ReportFormat } from "../diagnostics/report/report.js";
import { flag, required, stdinSentinel, text, UsageError, type Given } from "./given.js";
import {
  addServerCommands,
  misplacedOptions,
  serverCommandOptions,
  splitCommand,
  type ServerInvocation,
} from "./server-command-line.js";
import { libraryWords, noSuchCommand, usageProblem } from "./usage-words.js";

export const reportFormats: readonly ReportFormat[] = ["text", "json", "github", "sarif", "junit"];

/** What a command line asks for. */
export type Invocation =
  | {
      readonly command: "generate";
      readonly spec: string;
      readonly out: string | undefined;
      readonly mode: "write" | "check" | "dry-run" | "stdout";
      readonly force: boolean;
      readonly watch: boolean;
      readonly report: ReportOptions;
      readonly source: SourceOptions;
    }
  | { readonly command: "lint"; readonly spec: string; readonly report: ReportOptions; readonly source: SourceOptions }
  | { readonly command: "explain"; readonly code: string | undefined }
  | {
      readonly command: "import";
      readonly listing: string;
      readonly out: string | undefined;
      readonly force: boolean;
      readonly report: ReportOptions;
    }
  | { readonly command: "init"; readonly folder: string; readonly name: string | undefined }
  | ServerInvocation;

export interface ReportOptions {
  readonly format: ReportFormat;
  readonly color: boolean | undefined;
}

export interface SourceOptions {
  /** Name under which a spec from stdin is known; gives its messages and relative references a place. */
  readonly stdinPath: string;
  readonly allowOutside: boolean;
}

export type CommandLine =
  /** `note`: what may not be as it was meant, for stderr. */
  | { readonly kind: "invocation"; readonly invocation: Invocation; readonly note?: string }
  /** Help or the version, for stdout. */
  | { readonly kind: "text"; readonly text: string }
  /** `help` shows what would have been right. */
  | { readonly kind: "usage-error"; readonly message: string; readonly help: string };

/**
 * Thrown once a command line is understood: yargs would go on to lay out a help text that nobody asked for, which takes
 * a quarter of the time of a whole run.
 */
class Understood extends Error {}

/** Columns of help: longer lines are hard to read. */
const widest = 100;

/**
 * Reads a command line. It runs nothing.
 *
 * @param columns - of the terminal that help is laid out for.
 * @param parley - how the program is called, in what is there to be copied.
 */
export async function parseCommandLine(
  argv: readonly string[],
  version: string,
  columns: number = widest,
  parley = "parley",
): Promise<CommandLine> {
  let invocation: Invocation | undefined;
  const take = (value: Invocation): never => {
    invocation = value;
    throw new Understood();
  };
  let output = "";
  const [own, serverCommand] = splitCommand(argv);
  const unknown = unknownCommand(own);
  if (unknown !== undefined)
    return {
      kind: "usage-error",
      message: noSuchCommand(unknown, [...commandOptions.keys()]),
      help: `${parley} --help`,
    };
  const calling: Calling = { version, columns: Math.min(widest, columns), parley };
  const parser = program(calling, take, serverCommand);
  try {
    await parser.parseAsync(
      own.map((word) => (word === "-" ? stdinSentinel : word)),
      {},
      (_error: unknown, _arguments: unknown, text: string) => {
        output = text;
      },
    );
  } catch (error) {
    if (error instanceof UsageError)
      return {
        kind: "usage-error",
        message: usageProblem(error.message, argv, optionNames(argv[0]), parley),
        help: helpFor(argv[0], parley),
      };
    if (!(error instanceof Understood)) throw error;
  }
  if (output !== "") return { kind: "text", text: `${output.trimEnd()}\n` };
  if (invocation !== undefined) {
    const note = misplacedOptions(argv);
    return { kind: "invocation", invocation, ...(note !== undefined && { note }) };
  }
  return { kind: "text", text: `${(await program(calling, take, undefined).getHelp()).trimEnd()}\n` };
}

const specArgument: PositionalOptions = {
  type: "string",
  demandOption: true,
  describe: "The document, YAML or JSON; - reads it from stdin",
};

const reportOptions: Record<string, Options> = {
  format: { type: "string", choices: reportFormats, default: "text", describe: "How problems are reported" },
};

const sourceOptions: Record<string, Options> = {
  "stdin-path": {
    type: "string",
    default: "parley.yaml",
    describe: "What a spec from stdin is called in messages and references",
  },
  "allow-outside": flag("Let references leave the folder of the spec"),
};

const outputOptions: Record<string, Options> = {
  out: { alias: "o", type: "string", describe: "The output folder" },
};

const generateOptions: Record<string, Options> = {
  check: { ...flag("Write nothing; exit 1 when the output is not up to date"), conflicts: ["dry-run", "stdout"] },
  "dry-run": { ...flag("Write nothing; list what would change"), conflicts: ["stdout", "watch"] },
  stdout: { ...flag("Write nothing; print every file"), conflicts: ["watch", "out"] },
  force: flag("Overwrite files in the output folder that parley did not write"),
  watch: { ...flag("Generate again whenever the spec changes"), alias: "w", conflicts: ["check"] },
};

const importOptions: Record<string, Options> = {
  listing: {
    type: "string",
    demandOption: true,
    describe: "What `parley list --json` prints, or the results of tools/list and the like; - reads it from stdin",
  },
  out: { alias: "o", type: "string", describe: "The spec to write; else it goes to stdout" },
  force: flag("Overwrite the spec"),
};

const initOptions: Record<string, Options> = {
  name: { type: "string", describe: "Name of the server; else that of the folder" },
};

const commandOptions: ReadonlyMap<string, Readonly<Record<string, Options>>> = new Map([
  ["generate", { ...outputOptions, ...generateOptions, ...sourceOptions, ...reportOptions }],
  ["gen", { ...outputOptions, ...generateOptions, ...sourceOptions, ...reportOptions }],
  ["check", { ...outputOptions, ...sourceOptions, ...reportOptions }],
  ["lint", { ...sourceOptions, ...reportOptions }],
  ["explain", {}],
  ["import", { ...importOptions, ...reportOptions }],
  ["init", initOptions],
  ...serverCommandOptions,
]);

/** What every command can be told. */
const everywhere = ["color", "help", "version"];

function optionNames(command = ""): readonly string[] {
  return [...Object.keys(commandOptions.get(command) ?? {}), ...everywhere];
}

function helpFor(command: string | undefined, parley: string): string {
  return commandOptions.has(command ?? "") ? `${parley} ${command} --help` : `${parley} --help`;
}

/**
 * The first word, if it is no command: yargs prints its general help for one with `--help`, as if all were well. Where options
 * stand before it, it may be a value of theirs, and the command comes later.
 */
function unknownCommand(words: readonly string[]): string | undefined {
  const named = words.filter((word) => !word.startsWith("-"));
  const isKnown =
    named[0] === words[0] ? commandOptions.has(named[0] ?? "") : named.some((word) => commandOptions.has(word));
  return isKnown ? undefined : named[0];
}

/** What does not depend on the command. */
interface Calling {
  readonly version: string;
  readonly columns: number;
  readonly parley: string;
}

function program(
  { version, columns, parley }: Calling,
  take: (invocation: Invocation) => never,
  serverCommand: readonly string[] | undefined,
): Argv {
  const parser = yargs([])
    .scriptName(parley)
    .usage("$0 <command>\n\nTurns the spec of an MCP server into typed handlers, sealed state and a typed client.")
    .locale("en")
    .updateStrings(libraryWords)
    .wrap(columns)
    .exitProcess(false)
    .parserConfiguration({ "greedy-arrays": false, "parse-positional-numbers": false })
    .command(
      ["generate <spec>", "gen"],
      "Write the package that a spec describes",
      (options) =>
        options
          .usage("$0 generate <spec> -o <folder>\n\nWrites the package that a spec describes.")
          .positional("spec", specArgument)
          .options(outputOptions)
          .options(generateOptions)
          .options(sourceOptions)
          .options(reportOptions)
          .example("$0 generate parley.yaml -o generated", "Write the package")
          .example("$0 generate parley.yaml -o generated --check", "For CI: is what is committed up to date?"),
      (given: Given) => take(generateInvocation(given)),
    )
    .command(
      "check <spec>",
      "Exit 1 when the output is not up to date",
      (options) =>
        options
          .usage("$0 check <spec> -o <folder>\n\nWrites nothing; exits 1 when the output folder is not up to date.")
          .positional("spec", specArgument)
          .options(outputOptions)
          .options(sourceOptions)
          .options(reportOptions),
      (given: Given) => take(generateInvocation({ ...given, check: true })),
    )
    .command(
      "lint <spec>",
      "Report every problem in a spec",
      (options) =>
        options
          .usage("$0 lint <spec>\n\nReports every problem in a spec, and writes nothing.")
          .positional("spec", specArgument)
          .options(sourceOptions)
          .options(reportOptions)
          .example("$0 lint parley.yaml --format github", "Annotate a pull request"),
      (given: Given) => take({ command: "lint", ...source(given) }),
    )
    .command(
      "explain [code]",
      "Say what a code in a report means, or list them",
      (options) =>
        options
          .usage("$0 explain [code]\n\nSays what a code in a report means; without one, lists them all.")
          .positional("code", { type: "string", describe: "The code, as in inputs/cycle" }),
      (given: Given) => take({ command: "explain", code: text(given, "code") }),
    )
    .command(
      "import",
      "Make a spec of what a server lists",
      (options) =>
        options
          .usage("$0 import --listing <file>\n\nMakes a spec of what a server lists, so that it can be taken over.")
          .options(importOptions)
          .options(reportOptions)
          .example("$0 import --listing list.json -o parley.yaml", "Write the spec"),
      (given: Given) => take(importInvocation(given)),
    )
    .command(
      "init <folder>",
      "Start a project: spec, handlers, server, client",
      (options) =>
        options
          .usage(
            "$0 init <folder>\n\nStarts a project: a spec with one tool and one question, handlers, a server, a client.",
          )
          .positional("folder", { type: "string", demandOption: true, describe: "Where; new, or without these files" })
          .options(initOptions)
          .example("$0 init tables", "Start a project called tables"),
      (given: Given) => take({ command: "init", folder: required(given, "folder"), name: text(given, "name") }),
    );
  return addServerCommands(parser, take, serverCommand, parley)
    .option("color", { type: "boolean", describe: "Colours or, with --no-color, none; else as the terminal can" })
    .strict()
    .strictCommands()
    .help()
    .alias("help", "h")
    .version(version)
    .epilogue("Exit codes: 0 fine, 1 problems found, 2 could not run, 130 interrupted.")
    .fail((message: string | null, error: Error | undefined) => {
      // Thrown, because the command would run after a `fail` that returns (measured with yargs 18.2).
      if (error !== undefined && error.name !== "YError") throw error;
      throw new UsageError(message ?? error?.message ?? "This command line cannot be understood.");
    });
}

function generateInvocation(given: Given): Invocation {
  const mode = given["check"] === true ? "check" : given["dry-run"] === true ? "dry-run" : undefined;
  return {
    command: "generate",
    ...source(given),
    out: text(given, "out"),
    mode: mode ?? (given["stdout"] === true ? "stdout" : "write"),
    force: given["force"] === true,
    watch: given["watch"] === true,
  };
}

function importInvocation(given: Given): Invocation {
  const listing = required(given, "listing");
  return {
    command: "import",
    listing: listing === stdinSentinel ? "-" : listing,
    out: text(given, "out"),
    force: given["force"] === true,
    report: reportOptionsOf(given),
  };
}

function source(given: Given): { spec: string; source: SourceOptions; report: ReportOptions } {
  const spec = required(given, "spec");
  return {
    spec: spec === stdinSentinel ? "-" : spec,
    source: {
      stdinPath: text(given, "stdin-path") ?? "parley.yaml",
      allowOutside: given["allow-outside"] === true,
    },
    report: reportOptionsOf(given),
  };
}

function reportOptionsOf(given: Given): ReportOptions {
  const color = given["color"];
  const format = text(given, "format");
  return {
    format: reportFormats.find((known) => known === format) ?? "text",
    color: typeof color === "boolean" ? color : undefined,
  };
}
