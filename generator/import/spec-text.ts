import { Document, isScalar, Scalar, visit, type YAMLSeq } from "yaml";
import type { JsonObject } from "../model/model.js";

/** Longest sequence of plain values that is written on one line. */
const longestLine = 100;

/**
 * A spec as YAML 1.2 that reads back as exactly the same value, whatever its texts hold.
 *
 * @param schema - where an editor finds the schema of the language, from the folder of the spec.
 */
export function specText(spec: JsonObject, schema = "./node_modules/mcp-parley/schemas/parley.schema.json"): string {
  const document = new Document(spec, { aliasDuplicateObjects: false, compat: "yaml-1.1" });
  document.commentBefore = ` yaml-language-server: $schema=${schema}`;
  visit(document, {
    Seq: (_key, node) => {
      if (isShort(node)) node.flow = true;
    },
    Scalar: (_key, node) => {
      const { value } = node;
      if (typeof value === "string") node.type = textStyle(value);
      else if (typeof value === "number") {
        const exact = exactInteger(value);
        // As it is, not as JavaScript rounds it: 9223372036854775808 would print with other digits at its end.
        if (exact !== undefined) node.value = exact;
      }
    },
  });
  return document.toString({
    lineWidth: 0,
    flowCollectionPadding: false,
    // Over several lines the library loses blanks: a line of only a space comes back as a backslash (yaml 2.9.1).
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  });
}

function isShort(node: YAMLSeq): boolean {
  let length = 0;
  for (const item of node.items) {
    if (!isScalar(item)) return false;
    if (typeof item.value === "string" && textStyle(item.value) !== Scalar.PLAIN) return false;
    length += String(item.value).length + 2;
  }
  return length <= longestLine;
}

type Style = typeof Scalar.PLAIN | typeof Scalar.QUOTE_DOUBLE | typeof Scalar.BLOCK_LITERAL;

/** Everything that a YAML reader may change or refuse when it stands there as it is. */
const escaped = /[^\t\n\u0020-\u007e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]/u;

function textStyle(text: string): Style {
  // Without the characters beyond the first plane, which come as pairs: those may stand as they are.
  const plain = text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, "");
  if (escaped.test(plain)) return Scalar.QUOTE_DOUBLE;
  if (!text.includes("\n")) return text.includes("\t") ? Scalar.QUOTE_DOUBLE : Scalar.PLAIN;
  // Tabs at the start of a line are indentation to some readers.
  return /(?:^|\n)\s*\t|^[\n ]+$/.test(text) ? Scalar.QUOTE_DOUBLE : Scalar.BLOCK_LITERAL;
}

function exactInteger(value: number): bigint | undefined {
  return Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21 ? BigInt(value) : undefined;
}
