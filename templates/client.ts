import {
  declarationName,
  inputConstantName,
  inputSchemaName,
  outputSchemaName,
} from "../generator/model/generated-names.js";
import type { JsonObject, Model, ToolModel } from "../generator/model/model.js";
import { asked, type AskedInput, isFixed, type Primitive, primitives } from "../generator/model/primitive.js";
import {
  array,
  code,
  deprecated,
  doc,
  empty,
  json,
  line,
  lines,
  object,
  parameters,
  typeArguments,
  verbatim,
  type Code,
} from "../generator/render/code.js";
import { memberAccess, memberKey, propertyKey } from "../generator/render/literals.js";
import { client, contract } from "../generator/render/runtime-symbols.js";
import type { SourcePrinter } from "../generator/render/source-printer.js";
import { argumentsAreOptional, isInherited, quoted, schemaRef, typeRef } from "./names.js";
import { textSource } from "./text.js";

/** `client.ts`: the questions as an interface to implement, and a class with one method for each primitive. */
export function printClient(model: Model, printer: SourcePrinter): void {
  printFulfil(model, printer);
  for (const primitive of primitives(model)) {
    if (asked(primitive).length > 0) printQuestionTypes(primitive, printer);
    printMethodType(primitive, printer);
  }
  for (const primitive of primitives(model)) printDeclaration(primitive, printer);
  printContract(model, printer);
  printClass(model, printer);
}

/** The questions of a primitive stand inside: a name of their own could be that of the server's interface. */
function printFulfil(model: Model, printer: SourcePrinter): void {
  const name = `${model.server.typeName}Fulfil`;
  printer.declare(name);
  const members = primitives(model)
    .filter((primitive) => asked(primitive).length > 0)
    .map((primitive) => {
      const functions = asked(primitive).map(
        (input) =>
          code`${doc(questionText(input))}\nreadonly ${verbatim(memberKey(input.name))}: ${fulfilType(primitive, input)};`,
      );
      return code`${doc(`The questions of ${quoted(primitive.place)}.`)}
readonly ${verbatim(memberKey(primitive.codeName))}: {
  ${lines(functions)}
};`;
    });
  if (members.length === 0) {
    printer.print`${doc("The server asks nothing.")}\nexport type ${verbatim(name)} = Record<string, never>;`;
    return;
  }
  printer.print`${doc("One function per question that the server may ask. A question added to the spec is a compile error here.")}
export interface ${verbatim(name)} {\n  ${lines(members)}\n}`;
}

function printQuestionTypes(primitive: Primitive, printer: SourcePrinter): void {
  const stem = primitive.typeName;
  const questions = asked(primitive);
  for (const suffix of ["Answers", "Questions"]) printer.declare(`${stem}${suffix}`);
  printer.print`${doc(`Answers given by hand to a pending call of ${quoted(primitive.place)}.`)}
export interface ${verbatim(`${stem}Answers`)} {
  ${lines(questions.map((input) => code`readonly ${verbatim(memberKey(input.name))}?: ${answerType(input)} | undefined;`))}
}`;
  printer.print`${doc(`The questions that a pending call of ${quoted(primitive.place)} may hold.`)}
export interface ${verbatim(`${stem}Questions`)} {
  ${lines(questions.map((input) => code`readonly ${verbatim(memberKey(input.name))}?: ${askedType(input)};`))}
}`;
}

function questionText(input: AskedInput): string {
  switch (input.kind) {
    case "elicit":
    case "confirm":
      return textSource(input.message);
    case "elicitUrl":
      return `${textSource(input.message)}\n\n${textSource(input.url)}`;
    case "sample":
      return `Asks the model for ${quoted(input.name)}.`;
    case "roots":
      return "Asks for the roots.";
  }
}

function fulfilType(primitive: Primitive, input: AskedInput): Code {
  const args = typeRef(primitive.argumentsInputType);
  switch (input.kind) {
    case "elicit":
      return code`${client.type("FormFulfil")}${typeArguments([args, typeRef(input.answerType)])}`;
    case "confirm":
      return code`${client.type("ConfirmFulfil")}<${args}>`;
    case "elicitUrl":
      return code`${client.type("UrlFulfil")}<${args}>`;
    case "sample":
      return code`${client.type(input.withTools ? "SamplingWithToolsFulfil" : "SamplingFulfil")}<${args}>`;
    case "roots":
      return code`${client.type("RootsFulfil")}<${args}>`;
  }
}

function answerType(input: AskedInput): Code {
  switch (input.kind) {
    case "elicit":
      return code`${client.type("FormAnswer")}<${typeRef(input.answerType)}>`;
    case "confirm":
      return client.type("ConfirmAnswer");
    case "elicitUrl":
      return client.type("UrlAnswer");
    case "sample":
      return client.type(input.withTools ? "CreateMessageResultWithTools" : "CreateMessageResult");
    case "roots":
      return code`readonly ${client.type("Root")}[]`;
  }
}

function askedType(input: AskedInput): Code {
  const names = {
    elicit: "AskedForm",
    confirm: "AskedForm",
    elicitUrl: "AskedUrl",
    sample: "AskedSampling",
    roots: "AskedRoots",
  } as const;
  return client.type(names[input.kind]);
}

/** The type arguments of the function that makes a method. */
function methodArguments(primitive: Primitive): Code {
  const args = typeRef(primitive.argumentsInputType);
  const items = [argumentsAreOptional(primitive) ? code`${args} | undefined` : args];
  if (primitive.kind === "tool") items.push(outputType(primitive));
  const none = verbatim("Record<string, never>");
  const asks = asked(primitive).length > 0;
  items.push(
    asks ? verbatim(`${primitive.typeName}Answers`) : none,
    asks ? verbatim(`${primitive.typeName}Questions`) : none,
  );
  return typeArguments(items);
}

function outputType(tool: ToolModel): Code {
  return tool.outputType === undefined ? verbatim("undefined") : typeRef(tool.outputType);
}

function resultType(primitive: Primitive): Code {
  switch (primitive.kind) {
    case "tool":
      return verbatim(`${primitive.typeName}Result`);
    case "prompt":
      return client.type("GetPromptResult");
    case "resource":
      return client.type("ReadResourceResult");
  }
}

/** Written out rather than derived: a hover then shows the arguments and the result. */
function printMethodType(primitive: Primitive, printer: SourcePrinter): void {
  const stem = primitive.typeName;
  const name = verbatim(`${stem}Method`);
  printer.declare(`${stem}Method`);
  if (primitive.kind === "tool") {
    printer.declare(`${stem}Result`);
    printer.print`export type ${resultType(primitive)} = ${client.type("ToolResult")}<${outputType(primitive)}>;`;
  }
  const about = doc(
    primitive.description ?? primitive.title ?? `Calls ${quoted(primitive.place)}.`,
    deprecated(primitive.deprecated),
  );
  if (isFixed(primitive)) {
    printer.print`${about}\nexport type ${name} = ${client.type("FixedResourceMethod")};`;
    return;
  }
  const options = code`options?: ${client.type("CallOptions")}`;
  const given = primitive.kind === "resource" ? "variables" : "args";
  const signature = parameters([
    code`${verbatim(argumentsAreOptional(primitive) ? `${given}?` : given)}: ${typeRef(primitive.argumentsInputType)}`,
    options,
  ]);
  const result = resultType(primitive);
  if (asked(primitive).length === 0) {
    printer.print`${about}\nexport type ${name} = ${signature} => Promise<${result}>;`;
    return;
  }
  const pending = verbatim(`${stem}Pending`);
  printer.declare(`${stem}Pending`);
  printer.print`${doc(`A call of ${quoted(primitive.place)} that waits for answers.`)}
export type ${pending} = ${client.type("PendingCall")}${typeArguments([result, verbatim(`${stem}Answers`), verbatim(`${stem}Questions`)])};`;
  printer.print`${about}
export interface ${name} {
  ${doc("Calls it, and answers its questions with the functions given to `connect`.")}
  ${signature}: Promise<${result}>;
  ${doc("Sends the first request only: its result, or the questions to be answered by hand.")}
  begin${signature}: Promise<${result} | ${pending}>;
  ${doc("Restores a call that `save()` wrote, in this process or another.")}
  resume(saved: ${client.type("SavedCall")}): ${pending};
}`;
}

const declarationTypes = {
  tool: "ToolDeclaration",
  prompt: "PromptDeclaration",
  resource: "ResourceDeclaration",
} as const;

function printDeclaration(primitive: Primitive, printer: SourcePrinter): void {
  const name = declarationName(primitive);
  printer.declare(name);
  const questions = asked(primitive).map(
    (input) =>
      code`${verbatim(propertyKey(input.name))}: ${questionDeclaration(primitive, input)}${isInherited(input.name) ? verbatim(" as const") : empty},`,
  );
  const members: Code[] = [line`kind: ${json(primitive.kind)},`];
  if (primitive.kind !== "resource") members.push(line`name: ${json(primitive.name)},`);
  else if (primitive.address.kind === "static") members.push(line`uri: ${json(primitive.address.uri)},`);
  else members.push(line`uriTemplate: ${json(primitive.address.uriTemplate)},`);
  members.push(line`fulfil: ${json(primitive.codeName)},`);
  if (primitive.kind === "tool") {
    members.push(code`inputSchema: ${schemaRef(inputSchemaName(primitive))},`);
    if (primitive.outputSchema !== undefined)
      members.push(code`outputSchema: ${checkedSchema(outputSchemaName(primitive), primitive.outputSchema)},`);
  }
  members.push(questions.length === 0 ? line`questions: {},` : code`questions: {\n  ${lines(questions)}\n},`);
  const type = client.type(isFixed(primitive) ? "FixedResourceDeclaration" : declarationTypes[primitive.kind]);
  printer.print`const ${verbatim(name)}: ${type} = {\n  ${lines(members)}\n};`;
}

/** A format, an identifier, or a text that is the name of a member that every object has. */
const engineTrouble = new RegExp(
  `"(?:(?:format|\\$id)":"|(?:${Object.getOwnPropertyNames(Object.prototype).join("|")})")`,
);

/** What the engine that checks results would take in another way than it is meant is made ready for it. */
function checkedSchema(name: string, schema: JsonObject): Code {
  return engineTrouble.test(JSON.stringify(schema))
    ? code`${client.value("engineSchema")}(${schemaRef(name)})`
    : schemaRef(name);
}

function questionDeclaration(primitive: Primitive, input: AskedInput): Code {
  switch (input.kind) {
    case "elicit": {
      const members = [code`kind: "form"`, code`schema: ${schemaRef(inputConstantName(primitive, input))}`];
      const choices = input.choices.map(({ property }) => property);
      if (choices.length > 0) members.push(code`choices: ${json(choices)}`);
      return object(members);
    }
    case "confirm":
      return code`{ kind: "confirm" }`;
    case "elicitUrl":
      return code`{ kind: "url" }`;
    case "sample":
      return input.withTools ? code`{ kind: "sampling", tools: true }` : code`{ kind: "sampling" }`;
    case "roots":
      return code`{ kind: "roots" }`;
  }
}

function printContract(model: Model, printer: SourcePrinter): void {
  printer.declare("contract");
  const methods = primitives(model).map((primitive) => verbatim(declarationName(primitive)));
  const { keyPrefix: prefix } = model.requestState;
  printer.print`const contract: ${client.type("ClientContract")} = ${object([
    code`version: ${json(contract.version)}`,
    code`server: ${json(model.server.name)}`,
    ...(prefix === undefined ? [] : [code`keys: ${client.value("prefixedKeys")}(${json(prefix)})`]),
    code`methods: ${array(methods)}`,
  ])};`;
}

const makers = { tool: "toolMethod", prompt: "promptMethod", resource: "resourceMethod" } as const;

function printClass(model: Model, printer: SourcePrinter): void {
  const name = `${model.server.typeName}Client`;
  printer.declare(name);
  const all = primitives(model);
  const fields = all.map(
    (primitive) =>
      line`readonly ${verbatim(memberKey(primitive.codeName))}: ${verbatim(`${primitive.typeName}Method`)};`,
  );
  const assignments = all.map((primitive) => {
    const maker = client.value(isFixed(primitive) ? "fixedResourceMethod" : makers[primitive.kind]);
    const generic = isFixed(primitive) ? empty : methodArguments(primitive);
    const given = parameters([verbatim("connection"), verbatim(declarationName(primitive))]);
    return code`this${verbatim(memberAccess(primitive.codeName))} = ${maker}${generic}${given};`;
  });
  const options = `${model.server.typeName}ConnectOptions`;
  printConnectOptions(model, options, printer);
  printer.print`${doc(model.server.title === undefined ? `A client of ${quoted(model.server.name)}.` : `${model.server.title}: a client of ${quoted(model.server.name)}.`)}
export class ${verbatim(name)} {
  ${lines(fields)}
  readonly connection: ${client.type("Connection")};

  constructor(connection: ${client.type("Connection")}) {
    this.connection = connection;
    ${lines(assignments)}
  }

  ${doc("Connects, declares the capabilities that the functions can answer, and returns the typed client.")}
  static async connect${parameters([
    code`transport: ${client.type("Transport")}`,
    code`options: ${verbatim(options)}${verbatim(asksNothing(model) ? " = {}" : "")}`,
  ])}: Promise<${verbatim(name)}> {
    return new ${verbatim(name)}(await ${client.value("connect")}(transport, contract, ${verbatim(asksNothing(model) ? "{ ...options, fulfil: {} }" : "options")}));
  }

  close(): Promise<void> {
    return this.connection.close();
  }
}`;
}

function asksNothing(model: Model): boolean {
  return primitives(model).every((primitive) => asked(primitive).length === 0);
}

function printConnectOptions(model: Model, name: string, printer: SourcePrinter): void {
  printer.declare(name);
  if (asksNothing(model)) {
    printer.print`export type ${verbatim(name)} = Omit<${client.type("ConnectOptions")}, "fulfil">;`;
    return;
  }
  const byHand = { ...client.value("byHand"), typeOnly: true };
  const fulfil = verbatim(`${model.server.typeName}Fulfil`);
  printer.print`export interface ${verbatim(name)} extends ${client.type("ConnectOptions")} {
  ${doc("The functions that answer; `byHand` in their place makes a client that is only used through `begin`.")}
  readonly fulfil: ${fulfil} | typeof ${byHand};
}`;
}
