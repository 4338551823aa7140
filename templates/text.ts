import type { ContentModel, Expression, TextTemplate } from "../generator/model/model.js";
import { code, joined, json, verbatim, type Code } from "../generator/render/code.js";
import { stringLiteral, templateText } from "../generator/render/literals.js";
import { expressionSymbol } from "../generator/render/runtime-symbols.js";

/**
 * A translated expression. The runtime functions that it calls are part of its text; naming them here, as holes,
 * brings their imports along. One that a text of the expression holds is printed as it stands: nothing that generated
 * code declares has the name of such a function.
 */
export function expression({ code: source, symbols }: Expression): Code {
  if (symbols.length === 0) return verbatim(source);
  const names = new RegExp(`(?<![\\w$.])(${symbols.join("|")})(?=\\()`, "g");
  const pieces: Code[] = [];
  let end = 0;
  for (const match of source.matchAll(names)) {
    pieces.push(verbatim(source.slice(end, match.index)), expressionSymbol(match[0]));
    end = match.index + match[0].length;
  }
  pieces.push(verbatim(source.slice(end)));
  return joined(pieces, "");
}

/** A text with holes: a string literal when it has none, else a template literal. */
export function text(template: TextTemplate): Code {
  if (template.every((part) => typeof part === "string")) return verbatim(stringLiteral(template.join("")));
  const [only] = template;
  if (template.length === 1 && typeof only === "object" && only.type === "string") return expression(only);
  const parts = template.map((part) =>
    typeof part === "string" ? verbatim(templateText(part)) : code`\${${expression(part)}}`,
  );
  return code`\`${joined(parts, "")}\``;
}

/** A text with its holes as they stand in the document, for comments. */
export function textSource(template: TextTemplate): string {
  return template.map((part) => (typeof part === "string" ? part : `\${{ ${part.source} }}`)).join("");
}

/** A content block of a message. */
export function content(block: ContentModel): Code {
  return block.kind === "text" ? code`{ type: "text", text: ${text(block.text)} }` : json(block.block);
}

/** Which of `args`, `inputs` and `answer` the holes of a text name. */
export function mentions(expressions: readonly Expression[], name: "args" | "inputs" | "answer"): boolean {
  return expressions.some(({ reads }) => reads.includes(name));
}

export function holes(template: TextTemplate): Expression[] {
  return template.filter((part) => typeof part !== "string");
}
