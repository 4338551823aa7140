import { type JsonObject, own } from "../json/plain-object.js";
import type { FormSchema, ObjectSchema } from "../validation/schemas.js";

/** One question that the spec of a server declares. */
export type QuestionDeclaration =
  | {
      readonly kind: "form";
      readonly schema: FormSchema;
      /** Properties whose choices the server makes at run time; theirs are not compared. */
      readonly choices?: readonly string[];
    }
  | { readonly kind: "confirm" }
  | { readonly kind: "url" }
  | { readonly kind: "sampling"; readonly tools?: true }
  | { readonly kind: "roots" };

interface DeclarationBase {
  /** The property of the fulfil interface, and of the client, that belongs to this primitive. */
  readonly fulfil: string;
  readonly questions: Readonly<Record<string, QuestionDeclaration>>;
}

export interface ToolDeclaration extends DeclarationBase {
  readonly kind: "tool";
  readonly name: string;
  readonly inputSchema: ObjectSchema;
  /** By `engineSchema`, where it holds a `format`, an `$id` or a name that every object has. */
  readonly outputSchema?: JsonObject;
}

export interface PromptDeclaration extends DeclarationBase {
  readonly kind: "prompt";
  readonly name: string;
}

export interface ResourceDeclaration extends DeclarationBase {
  readonly kind: "resource";
  /** RFC 6570, as the server lists it. */
  readonly uriTemplate: string;
}

export interface FixedResourceDeclaration extends DeclarationBase {
  readonly kind: "resource";
  readonly uri: string;
}

export type MethodDeclaration = ToolDeclaration | PromptDeclaration | ResourceDeclaration | FixedResourceDeclaration;

/** How the questions of a server are called on the wire, where that is not by their names. Keys of others stay as they are. */
export interface WireKeys {
  toNames<T>(declaration: MethodDeclaration, questions: Readonly<Record<string, T>>): Record<string, T>;
  toKeys<T>(declaration: MethodDeclaration, answers: Readonly<Record<string, T>>): Record<string, T>;
}

/** What a generated client knows of its server. */
export interface ClientContract {
  /** Of the agreement between generated code and this runtime. */
  readonly version: number;
  /** The server's name. */
  readonly server: string;
  readonly keys?: WireKeys;
  readonly methods: readonly MethodDeclaration[];
}

/** The declaration of a question that a server asks by this name, if there is one. */
export function declaredQuestion(declaration: MethodDeclaration, key: string): QuestionDeclaration | undefined {
  return own(declaration.questions, key);
}
