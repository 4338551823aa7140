/** The variables that a URI has for a template, as written there: still encoded. */
export type UriVariables = ReadonlyMap<string, string | readonly string[]>;

/** Longest URI that is held against a template, in characters. A longer one fits none. */
export const longestUri = 8192;

/**
 * Prepares a URI template (RFC 6570) to be held against URIs. Which variables a URI has for it is what the `UriTemplate` of the SDK
 * says, where each takes as much as it can; but that is a regular expression, which goes back over what it has read as often as
 * there are variables. This looks at each character once for each part of the template.
 *
 * @throws {TypeError} for a template with an expression that is not closed.
 */
export function uriMatcher(template: string): (uri: string) => UriVariables | undefined {
  const parts = partsOf(template);
  const start = parts[0]?.kind === "literal" ? parts[0].text : "";
  return (uri) => (uri.length > longestUri || !uri.startsWith(start) ? undefined : match(parts, uri));
}

type Part = Literal | Variable;

interface Literal {
  readonly kind: "literal";
  readonly text: string;
}

interface Variable {
  readonly kind: "variable";
  readonly name: string;
  readonly exploded: boolean;
  /** Whether it can have this character. */
  readonly has: (code: number) => boolean;
  /** Whether commas may stand between its characters. */
  readonly list: boolean;
}

function match(parts: readonly Part[], uri: string): UriVariables | undefined {
  const rests = restsOf(parts, uri);
  if (rests[0]?.[0] !== 1) return undefined;
  const variables = new Map<string, string | readonly string[]>();
  let at = 0;
  for (const [index, part] of parts.entries()) {
    if (part.kind === "literal") {
      at += part.text.length;
      continue;
    }
    const end = longestEnd(part, uri, at, rests[index + 1]);
    const value = uri.slice(at, end);
    variables.set(part.name, part.exploded && value.includes(",") ? value.split(",") : value);
    at = end;
  }
  return variables;
}

/** For each part, and for the end: 1 at the places of the URI whose rest fits the template from this part on. */
function restsOf(parts: readonly Part[], uri: string): readonly Uint8Array[] {
  let after = new Uint8Array(uri.length + 1);
  after[uri.length] = 1;
  const rests = [after];
  for (const part of parts.toReversed()) {
    after = part.kind === "literal" ? beforeLiteral(part, uri, after) : beforeVariable(part, uri, after);
    rests.push(after);
  }
  return rests.toReversed();
}

function beforeLiteral({ text }: Literal, uri: string, after: Uint8Array): Uint8Array<ArrayBuffer> {
  const here = new Uint8Array(uri.length + 1);
  for (let at = uri.indexOf(text); at !== -1; at = uri.indexOf(text, at + 1)) here[at] = after[at + text.length] ?? 0;
  return here;
}

function beforeVariable({ has, list }: Variable, uri: string, after: Uint8Array): Uint8Array<ArrayBuffer> {
  const here = new Uint8Array(uri.length + 1);
  for (let at = uri.length - 1; at >= 0; at -= 1) {
    if (!has(uri.charCodeAt(at))) continue;
    const goesOn = here[at + 1] === 1 || (list && uri.charCodeAt(at + 1) === comma && here[at + 2] === 1);
    if (goesOn || after[at + 1] === 1) here[at] = 1;
  }
  return here;
}

/** The last place where the variable may end, so that the rest fits what comes after it. */
function longestEnd({ has, list }: Variable, uri: string, from: number, after: Uint8Array | undefined): number {
  let end = from;
  for (let at = from; at < uri.length; at += 1) {
    if (has(uri.charCodeAt(at))) {
      if (after?.[at + 1] === 1) end = at + 1;
    } else if (!list || uri.charCodeAt(at) !== comma || !has(uri.charCodeAt(at + 1))) break;
  }
  return end;
}

function partsOf(template: string): readonly Part[] {
  const parts: Part[] = [];
  let at = 0;
  while (at < template.length) {
    const open = template.indexOf("{", at);
    const text = template.slice(at, open === -1 ? undefined : open);
    if (text !== "") parts.push({ kind: "literal", text });
    if (open === -1) break;
    const close = template.indexOf("}", open);
    if (close === -1) throw new TypeError(`A { is never closed in the template ${template}`);
    parts.push(...expressionParts(template.slice(open + 1, close)));
    at = close + 1;
  }
  return parts;
}

/** The SDK takes operators that it does not know, and lengths, for parts of names; and of several names the first, but in queries. */
function expressionParts(expression: string): readonly Part[] {
  const operator = /^[+#./?&]/.exec(expression)?.[0] ?? "";
  const exploded = expression.includes("*");
  const names = expression.slice(operator.length).split(",");
  const variables = names.map((name): Variable => {
    const isList = exploded && (operator === "" || operator === "/");
    return { kind: "variable", name: name.replace("*", ""), exploded, has: characters(operator), list: isList };
  });
  switch (operator) {
    case "?":
    case "&":
      return variables.flatMap((variable, index): Part[] => [
        { kind: "literal", text: `${index === 0 ? operator : "&"}${variable.name}=` },
        variable,
      ]);
    case ".":
    case "/":
      return [{ kind: "literal", text: operator }, ...variables.slice(0, 1)];
    default:
      return variables.slice(0, 1);
  }
}

const comma = 0x2c;
const slash = 0x2f;
const ampersand = 0x26;
const lineBreaks: ReadonlySet<number> = new Set([0x0a, 0x0d, 0x2028, 0x2029]);

function characters(operator: string): Variable["has"] {
  switch (operator) {
    case "+":
    case "#":
      return (code) => !lineBreaks.has(code);
    case "?":
    case "&":
      return (code) => code !== ampersand;
    default:
      return (code) => code !== slash && code !== comma;
  }
}
