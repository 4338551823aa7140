/** The part of TypeScript's type syntax that json-schema-to-typescript writes, as data. */
export type TypeNode =
  /** A keyword, a literal or a reference, as written. */
  | { readonly kind: "token"; readonly text: string }
  | { readonly kind: "string"; readonly value: string }
  | { readonly kind: "object"; readonly members: readonly TypeMember[] }
  | { readonly kind: "union" | "intersection"; readonly types: readonly TypeNode[] }
  | { readonly kind: "array"; readonly element: TypeNode }
  | { readonly kind: "tuple"; readonly elements: readonly TupleElement[] };

export interface TupleElement {
  readonly optional: boolean;
  /** All that follow: `...type[]`. */
  readonly rest: boolean;
  readonly type: TypeNode;
}

export type TypeMember =
  | {
      readonly kind: "property";
      readonly doc: string;
      readonly name: string;
      readonly optional: boolean;
      readonly type: TypeNode;
    }
  | { readonly kind: "index"; readonly type: TypeNode };

export interface TypeDeclaration {
  readonly name: string;
  readonly type: TypeNode;
}

const tokenPattern =
  /\s+|(\/\*\*[\s\S]*?\*\/)|("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|([\p{ID_Start}$_][\p{ID_Continue}$]*)|(\.\.\.|[{}[\]()|&?:=,;<>])/uy;

interface Token {
  readonly kind: "doc" | "string" | "number" | "name" | "sign" | "end";
  readonly text: string;
}

/**
 * Reads declarations as json-schema-to-typescript prints them with `format: false`.
 *
 * @throws {Error} for anything else: that is a change in the library, not a fault of the document.
 */
export function parseDeclarations(source: string): TypeDeclaration[] {
  const tokens = tokenize(source);
  let position = 0;
  const peek = (): Token => tokens[position] ?? { kind: "end", text: "" };
  const next = (): Token => {
    const token = peek();
    position += 1;
    return token;
  };
  const take = (text: string): boolean => {
    if (peek().text !== text || peek().kind === "string") return false;
    position += 1;
    return true;
  };
  const expect = (text: string): void => {
    if (!take(text)) throw new Error(`Unexpected "${peek().text}" where "${text}" belongs in a compiled type.`);
  };

  function type(): TypeNode {
    const first = intersection();
    const types = [first];
    while (take("|")) types.push(intersection());
    return types.length === 1 ? first : set("union", types);
  }
  function intersection(): TypeNode {
    const first = postfix();
    const types = [first];
    while (take("&")) types.push(postfix());
    return types.length === 1 ? first : set("intersection", types);
  }
  function postfix(): TypeNode {
    let node = primary();
    while (peek().text === "[" && tokens[position + 1]?.text === "]") {
      position += 2;
      node = { kind: "array", element: node };
    }
    return node;
  }
  function primary(): TypeNode {
    if (take("(")) {
      take("|");
      const inner = type();
      expect(")");
      return inner;
    }
    if (take("{")) return object();
    const token = next();
    if (token.kind === "string") return { kind: "string", value: parseString(token.text) };
    if (token.kind === "name" || token.kind === "number") return { kind: "token", text: token.text };
    throw new Error(`Unexpected "${token.text}" in a compiled type.`);
  }
  function object(): TypeNode {
    const members: TypeMember[] = [];
    while (!take("}")) {
      const doc = peek().kind === "doc" ? parseDoc(next().text) : "";
      if (take("[")) {
        next();
        expect(":");
        next();
        expect("]");
        expect(":");
        members.push({ kind: "index", type: type() });
      } else {
        const key = next();
        const name = key.kind === "string" ? parseString(key.text) : key.text;
        const optional = take("?");
        expect(":");
        members.push({ kind: "property", doc, name, optional, type: type() });
      }
      if (!take(";")) take(",");
    }
    return { kind: "object", members };
  }

  const declarations: TypeDeclaration[] = [];
  while (peek().kind !== "end") {
    if (peek().kind === "doc") next();
    expect("export");
    const keyword = next().text;
    const name = next().text;
    if (keyword === "interface") expect("{");
    else expect("=");
    declarations.push({ name, type: keyword === "interface" ? object() : type() });
    take(";");
  }
  return declarations;
}

/** A union of unions is one union; in parentheses it could not be laid out over several lines. */
function set(kind: "union" | "intersection", types: readonly TypeNode[]): TypeNode {
  return { kind, types: types.flatMap((type) => (type.kind === kind ? type.types : [type])) };
}

function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < source.length) {
    const match = tokenPattern.exec(source);
    if (match === null) throw new Error("A compiled type holds a character that is not understood.");
    const [, doc, string, number, name, sign] = match;
    if (doc !== undefined) tokens.push({ kind: "doc", text: doc });
    else if (string !== undefined) tokens.push({ kind: "string", text: string });
    else if (number !== undefined) tokens.push({ kind: "number", text: number });
    else if (name !== undefined) tokens.push({ kind: "name", text: name });
    else if (sign !== undefined) tokens.push({ kind: "sign", text: sign });
  }
  return tokens;
}

function parseString(literal: string): string {
  const value: unknown = JSON.parse(literal);
  return typeof value === "string" ? value : literal;
}

/** The text of a comment, without its margin and without the tags that only repeat the schema. */
function parseDoc(comment: string): string {
  return comment
    .slice(3, -2)
    .split("\n")
    .map((line) => line.replace(/^ ?\* ?/, "").trimEnd())
    .filter((line) => !/^@(?:minItems|maxItems)\b/.test(line))
    .join("\n")
    .trim();
}
