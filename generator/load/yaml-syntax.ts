import { Composer, Lexer, Parser, type CST, type Document } from "yaml";
import { maxDepth, maxSyntaxProblems } from "./limits.js";

/** What a text is to the YAML library. */
export type ComposedYaml =
  | {
      readonly kind: "composed";
      readonly document: Document;
      /** Offsets of a second document, which no file has. */
      readonly second: readonly [number, number] | undefined;
    }
  /** Given up at this offset: the text is nested more deeply than any value may be. */
  | { readonly kind: "too-deep"; readonly at: number };

/** Ends a parse; caught in `composeYaml` and nowhere else. */
class TooDeep extends Error {
  readonly at: number;
  constructor(at: number) {
    super("too deep");
    this.at = at;
  }
}

/** Collections that are open at once, the document around them and the scalar inside. */
const mostOpen = maxDepth + 2;

/**
 * YAML 1.2, core schema, also under `%YAML 1.1` (YAML 1.2.2 section 6.8.1). Without the known tags: they are those of YAML 1.1,
 * and make dates, sets and ordered mappings, which JSON has not.
 */
const core: ConstructorParameters<typeof Composer>[0] = {
  version: "1.2",
  schema: "core",
  resolveKnownTags: false,
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: "error",
};

/** Composes one document. */
export function composeYaml(text: string): ComposedYaml {
  const composer = new Composer(core);
  // Each error that the library finds is kept, and there can be a million: without stacks they fit into memory.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    const [document, second] = composer.compose(shallowTokens(text), true, text.length);
    if (document === undefined) throw new Error("The YAML library composed no document.");
    return { kind: "composed", document, second: second && [second.range[0], second.range[1]] };
  } catch (problem) {
    if (problem instanceof TooDeep) return { kind: "too-deep", at: problem.at };
    throw problem;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/**
 * The tokens of a text, up to the last error that is told. Reading them takes no more stack for a deep one, but what the library
 * does with them does, and near the end of the stack it does not fail but takes the process along.
 */
function* shallowTokens(text: string): Generator<CST.Token> {
  const parser = new Parser();
  let errors = 0;
  for (const lexeme of new Lexer().lex(text)) {
    const at = parser.offset;
    for (const token of parser.next(lexeme)) {
      if (token.type === "error") errors++;
      yield token;
    }
    if (parser.stack.length > mostOpen) throw new TooDeep(at);
    if (errors >= maxSyntaxProblems) break;
  }
  yield* parser.end();
}
