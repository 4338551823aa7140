import type {
  AskedForm,
  byHand,
  ClientContract,
  Connection,
  ConnectOptions,
  FormAnswer,
  FormFulfil,
  ToolDeclaration,
  ToolMethod,
  Transport,
} from "../../runtime/src/contract-v1/client.js";
import { connect, toolMethod } from "../../runtime/src/contract-v1/client.js";

/** A client as the generator emits it, for a tool that asks for a name and then for a colour. */
export interface GreetArguments {
  readonly who: string;
}

export interface NameContent {
  readonly name: string;
}

export interface ColourContent {
  readonly colour: string;
}

export interface GreeterFulfil {
  readonly greet: {
    readonly name: FormFulfil<GreetArguments, NameContent>;
    readonly colour: FormFulfil<GreetArguments, ColourContent>;
  };
}

export interface GreetAnswers {
  readonly name?: FormAnswer<NameContent>;
  readonly colour?: FormAnswer<ColourContent>;
}

export interface GreetQuestions {
  readonly name?: AskedForm;
  readonly colour?: AskedForm;
}

export interface GreetOutput {
  readonly greeting: string;
}

export interface GreeterOptions extends ConnectOptions {
  readonly fulfil: GreeterFulfil | typeof byHand;
}

export const greetTool: ToolDeclaration = {
  kind: "tool",
  name: "greet",
  fulfil: "greet",
  inputSchema: { type: "object", properties: { who: { type: "string" } }, required: ["who"] },
  outputSchema: { type: "object", properties: { greeting: { type: "string" } }, required: ["greeting"] },
  questions: {
    name: {
      kind: "form",
      schema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
    },
    colour: {
      kind: "form",
      schema: { type: "object", properties: { colour: { type: "string" } }, required: ["colour"] },
    },
  },
};

export const greeterContract: ClientContract = { version: 1, server: "greeter", methods: [greetTool] };

export interface GreeterClient {
  readonly greet: ToolMethod<GreetArguments, GreetOutput, GreetAnswers, GreetQuestions>;
  readonly connection: Connection;
}

export async function connectGreeter(transport: Transport, options: GreeterOptions): Promise<GreeterClient> {
  const connection = await connect(transport, greeterContract, options);
  return {
    connection,
    greet: toolMethod<GreetArguments, GreetOutput, GreetAnswers, GreetQuestions>(connection, greetTool),
  };
}

/** Answers both questions. */
export const polite: GreeterFulfil = {
  greet: { name: () => ({ name: "Kim" }), colour: () => ({ colour: "blue" }) },
};
