import { code, deprecated, doc, joined, verbatim, type Code, type DocPart } from "./code.js";
import { columns } from "./columns.js";
import { memberKey, stringLiteral } from "./literals.js";
import type { TypeDeclaration, TypeMember, TypeNode } from "./type-syntax.js";

/** One exported declaration: an interface for an object type, else an alias. */
export function layoutDeclaration(declaration: TypeDeclaration, ...comment: readonly (string | undefined)[]): Code {
  const name = verbatim(declaration.name);
  const { type } = declaration;
  const head = doc(...comment);
  if (type.kind === "object" && type.members.length > 0) {
    return code`${head}\nexport interface ${name} ${block(type.members)}`;
  }
  return code`${head}\nexport type ${name} = ${layoutType(type, `export type ${declaration.name} = `.length)};`;
}

function block(members: readonly TypeMember[]): Code {
  return code`{\n  ${joined(members.map(layoutMember), "\n")}\n}`;
}

function layoutMember(member: TypeMember): Code {
  if (member.kind === "index") return behind("[k: string]: ", layoutType(member.type, 13));
  const key = memberKey(member.name);
  // `| undefined` lets callers with `exactOptionalPropertyTypes` pass on a value that may be missing.
  const type = member.optional && !accepts(member.type, "undefined") ? optional(member.type) : member.type;
  const head = `${key}${member.optional ? "?" : ""}: `;
  const line = behind(head, layoutType(type, head.length + 2));
  return member.doc === "" ? line : code`${memberComment(member.doc)}\n${line}`;
}

function behind(head: string, type: Code): Code {
  return typeof type === "string" ? verbatim(`${head}${type};`) : code`${verbatim(head)}${type};`;
}

/** The only tag that a comment of a member has is the last line of one that is deprecated. */
function memberComment(text: string): DocPart {
  const tag = "@deprecated";
  if (text !== tag && !text.endsWith(`\n${tag}`)) return doc(text);
  return doc(text.slice(0, -tag.length).trimEnd(), deprecated(""));
}

function optional(type: TypeNode): TypeNode {
  const types = type.kind === "union" ? type.types : [type];
  return { kind: "union", types: [...types, { kind: "token", text: "undefined" }] };
}

function accepts(type: TypeNode, keyword: string): boolean {
  if (type.kind === "union") return type.types.some((member) => accepts(member, keyword));
  return type.kind === "token" && (type.text === keyword || type.text === "unknown" || type.text === "any");
}

/** A type that starts at `column`; long unions are broken before each `|`. */
function layoutType(type: TypeNode, column: number): Code {
  const flat = flatType(type);
  if (flat !== undefined && column + flat.length < columns) return verbatim(flat);
  switch (type.kind) {
    case "union":
      return code`\n  ${joined(
        type.types.map((member) => code`| ${grouped(member, member.kind === "intersection", 4)}`),
        "\n",
      )}`;
    case "intersection":
      return joined(
        type.types.map((member) => grouped(member, member.kind === "union", column)),
        " & ",
      );
    case "array":
      return code`${grouped(type.element, isSet(type.element), column)}[]`;
    case "tuple":
      return code`[\n  ${joined(
        type.elements.map(({ optional: absent, rest, type: element }) => {
          if (rest) return code`...${grouped(element, isSet(element), 4)}[],`;
          return absent ? code`${grouped(element, isSet(element), 3)}?,` : code`${layoutType(element, 2)},`;
        }),
        "\n",
      )}\n]`;
    case "object":
      return block(type.members);
    case "string":
    case "token":
      return verbatim(flat ?? "unknown");
  }
}

function grouped(type: TypeNode, parentheses: boolean, column: number): Code {
  const inner = layoutType(type, column);
  return parentheses ? code`(${inner})` : inner;
}

function isSet(type: TypeNode): boolean {
  return type.kind === "union" || type.kind === "intersection";
}

/** The type on one line, or undefined when it holds comments or long objects. */
function flatType(type: TypeNode): string | undefined {
  switch (type.kind) {
    case "token":
      return type.text;
    case "string":
      return stringLiteral(type.value);
    case "union":
      return flatSet(type.types, " | ", "intersection");
    case "intersection":
      return flatSet(type.types, " & ", "union");
    case "array": {
      const element = inParentheses(type.element, isSet(type.element));
      return element === undefined ? undefined : `${element}[]`;
    }
    case "tuple": {
      const elements = all(
        type.elements.map(({ optional: absent, rest, type: element }) => {
          const text = inParentheses(element, (rest || absent) && isSet(element));
          if (text === undefined) return undefined;
          return rest ? `...${text}[]` : `${text}${absent ? "?" : ""}`;
        }),
      );
      return elements === undefined ? undefined : `[${elements.join(", ")}]`;
    }
    case "object":
      return flatObject(type.members);
  }
}

/** @param other - the kind of set that stands in parentheses inside this one. */
function flatSet(types: readonly TypeNode[], separator: string, other: "union" | "intersection"): string | undefined {
  let text = "";
  for (const type of types) {
    const member = inParentheses(type, type.kind === other);
    if (member === undefined) return undefined;
    text += text === "" ? member : separator + member;
  }
  return text;
}

function flatObject(members: readonly TypeMember[]): string | undefined {
  // `{}` would take anything but null; this takes an object without members.
  if (members.length === 0) return "Record<string, never>";
  const texts: string[] = [];
  for (const member of members) {
    if (member.kind === "property" && member.doc !== "") return undefined;
    const type = member.kind === "property" && member.optional ? optional(member.type) : member.type;
    const text = flatType(type);
    if (text === undefined) return undefined;
    texts.push(
      member.kind === "index"
        ? `[k: string]: ${text}`
        : `${memberKey(member.name)}${member.optional ? "?" : ""}: ${text}`,
    );
  }
  return `{ ${texts.join("; ")} }`;
}

function inParentheses(type: TypeNode, parentheses: boolean): string | undefined {
  const text = flatType(type);
  return text === undefined || !parentheses ? text : `(${text})`;
}

function all(texts: readonly (string | undefined)[]): string[] | undefined {
  const known = texts.filter((text) => text !== undefined);
  return known.length === texts.length ? known : undefined;
}
