import {
  declarationName,
  functionName,
  inputSchemaName,
  kindsName,
  outputSchemaName,
  tableName,
} from "../generator/model/generated-names.js";
import type { Expression, Model } from "../generator/model/model.js";
import {
  hasHandler,
  isFixed,
  isManual,
  type Primitive,
  primitives,
  sealedAnyway,
} from "../generator/model/primitive.js";
import {
  code,
  type Code,
  doc,
  empty,
  fitted,
  type ImportSymbol,
  json,
  line,
  lines,
  object,
  parameters,
  typeArguments,
  verbatim,
} from "../generator/render/code.js";
import { memberAccess, propertyKey } from "../generator/render/literals.js";
import { server } from "../generator/render/runtime-symbols.js";
import type { SourcePrinter } from "../generator/render/source-printer.js";
import { inputEntry } from "./input-table.js";
import { manualCompletion, printManualTable } from "./manual.js";
import { enumerate, quoted, schemaRef, serverType, typeRef } from "./names.js";
import { specDigest } from "./spec-digest.js";
import { content, holes, mentions, text } from "./text.js";

/** `calls.ts`: the declarations, and one function for each primitive, which serves its calls. */
export function printCalls(model: Model, printer: SourcePrinter): void {
  if (primitives(model).length === 0) printer.print`export {};`;
  printKinds(model, printer);
  const handlers = serverType(`${model.server.typeName}Handlers`);
  for (const primitive of primitives(model)) {
    printDeclaration(primitive, printer);
    if (isManual(primitive)) printManualTable(primitive, printer);
    else if (primitive.inputs.length > 0) printInputTable(primitive, handlers, printer);
    printCallFunction(primitive, handlers, printer);
  }
}

/** What the inputs are of: what none of them is, a bundle does not hold. */
function printKinds(model: Model, printer: SourcePrinter): void {
  const kinds = new Set(
    primitives(model).flatMap(({ inputs }) => inputs.map(({ kind }) => (kind === "client" ? "compute" : kind))),
  );
  if (kinds.size === 0) return;
  printer.declare(kindsName);
  const members = [...kinds].sort().map((kind) => server.value(kind));
  printer.print`${doc("The kinds of inputs that there are.")}
const ${verbatim(kindsName)}: ${server.type("Kinds")} = ${object(members)};`;
}

const declarationTypes = {
  tool: "ToolDeclaration",
  prompt: "PromptDeclaration",
  resource: "StaticResourceDeclaration",
  resourceTemplate: "ResourceTemplateDeclaration",
} as const;

function printDeclaration(primitive: Primitive, printer: SourcePrinter): void {
  const name = declarationName(primitive);
  printer.declare(name);
  const kind =
    primitive.kind === "resource" && primitive.address.kind === "template" ? "resourceTemplate" : primitive.kind;
  const members: Code[] = [line`kind: ${json(kind)},`, code`listed: ${listed(primitive)},`];
  if (primitive.kind === "tool" && primitive.outputCheck !== "enforce") {
    members.push(code`outputCheck: ${json(primitive.outputCheck)},`);
  }
  if (primitive.kind === "tool" && primitive.listFor !== undefined) {
    members.push(code`listFor: ${json(primitive.listFor)},`);
  }
  if (primitive.kind === "resource" && primitive.cacheHint !== undefined) {
    members.push(code`cacheHint: ${json(primitive.cacheHint)},`);
  }
  if (primitive.inputs.length > 0) members.push(line`specDigest: ${json(specDigest(primitive))},`);
  if (primitive.seal === "needed" && sealedAnyway(primitive) === undefined) members.push(code`seal: "needed",`);
  if (primitive.once) members.push(code`once: ${server.value("runOnce")},`);
  if (primitive.timeoutSeconds !== undefined) members.push(code`timeout: ${json(primitive.timeoutSeconds)},`);
  if (primitive.scopes.length > 0) members.push(code`scopes: ${json(primitive.scopes)},`);
  printer.print`${doc(`${quoted(primitive.name)} as it is listed, and how its calls are served.`)}
export const ${verbatim(name)}: ${server.type(declarationTypes[kind])} = {\n  ${lines(members)}\n};`;
}

/** The declaration as the server lists it; the schemas are those of `schemas.ts`. */
function listed(primitive: Primitive): Code {
  const members = Object.keys(primitive.listed).map((name) => {
    if (primitive.kind === "tool" && name === "inputSchema")
      return code`inputSchema: ${schemaRef(inputSchemaName(primitive))},`;
    if (primitive.kind === "tool" && name === "outputSchema")
      return code`outputSchema: ${schemaRef(outputSchemaName(primitive))},`;
    return code`${verbatim(propertyKey(name))}: ${json(primitive.listed[name] ?? null)},`;
  });
  return code`{\n  ${lines(members)}\n}`;
}

function printInputTable(primitive: Primitive, handlers: ImportSymbol, printer: SourcePrinter): void {
  const name = tableName(primitive);
  printer.declare(name);
  const args = typeRef(primitive.argumentsType);
  const inputs = serverType(`${primitive.typeName}Inputs`);
  const type = typeArguments([args, inputs, handlers]);
  printer.print`const ${verbatim(name)}: readonly ${server.type("Input")}${type}[] = [
  ${lines(primitive.inputs.map((input) => inputEntry(primitive, input)))}
];`;
}

/** The method of each kind of primitive, and the functions of the runtime that serve it. */
export const methods = {
  tool: { name: "tools/call", verb: "call", open: "openTool", complete: "completeTool" },
  prompt: { name: "prompts/get", verb: "get", open: "openPrompt", complete: "completePrompt" },
  resource: { name: "resources/read", verb: "read", open: "openResource", complete: "completeResource" },
} as const;

const messages = {
  tool: { request: "CallToolRequest", result: "CallToolResult" },
  prompt: { request: "GetPromptRequest", result: "GetPromptResult" },
  resource: { request: "ReadResourceRequest", result: "ReadResourceResult" },
} as const;

function printCallFunction(primitive: Primitive, handlers: ImportSymbol, printer: SourcePrinter): void {
  const name = functionName(primitive);
  printer.declare(name);
  const asks = primitive.inputs.length > 0;
  if (primitive.kind === "tool" && !asks && !isManual(primitive)) {
    printAnswerFunction(primitive, handlers, printer);
    return;
  }
  const method = methods[primitive.kind];
  const message = messages[primitive.kind];
  const isResource = primitive.kind === "resource";
  const args = isFixed(primitive) ? verbatim("Record<string, never>") : typeRef(primitive.argumentsType);
  const given = ["service", declarationName(primitive), "request", "exchange", ...(isResource ? ["variables"] : [])];
  const opened = code`${server.value(method.open)}<${args}>${parameters(given.map(verbatim))}`;
  const steps: Code[] = [code`const call = await ${opened};`];
  // Bad arguments of a tool are a result, for the model to mend; elsewhere they are an error, which is thrown.
  if (primitive.kind === "tool") steps.push(line`if (call.done) return call.result;`);
  if (isManual(primitive)) {
    steps.push(manualCompletion(primitive));
  } else if (asks) {
    steps.push(
      code`const settled = await ${server.value("settle")}(call, ${verbatim(tableName(primitive))}, ${verbatim(kindsName)}, service.handlers);`,
      line`if (settled.done) return settled.result;`,
    );
  }
  if (!isManual(primitive)) steps.push(...completion(primitive));
  printer.print`${doc(callComment(primitive))}
export async function ${verbatim(name)}(
  service: ${server.type("Service")}<${handlers}>,
  request: ${server.type(message.request)},
  exchange: ${server.type("Exchange")},
${isResource ? code`  variables: ${server.type("ResourceVariables")},\n` : empty}): Promise<${server.type(message.result)} | ${server.type("InputRequiredResult")}> {
  ${lines(steps)}
}`;
}

/** A tool that asks nothing is opened and completed in one go. */
function printAnswerFunction(primitive: Primitive, handlers: ImportSymbol, printer: SourcePrinter): void {
  printer.print`${doc(callComment(primitive))}
export function ${verbatim(functionName(primitive))}(
  service: ${server.type("Service")}<${handlers}>,
  request: ${server.type("CallToolRequest")},
  exchange: ${server.type("Exchange")},
): ${server.type("MaybePromise")}<${server.type("CallToolResult")}> {
  return ${server.value("answerTool")}<${typeRef(primitive.argumentsType)}>(service, ${verbatim(declarationName(primitive))}, request, exchange, (call) =>
    ${handlerCall(primitive)},
  );
}`;
}

function callComment(primitive: Primitive): string {
  const method = methods[primitive.kind].name;
  const last = hasHandler(primitive) ? "runs the handler" : "returns the declared content";
  if (isManual(primitive)) {
    return `\`${method}\` of ${quoted(primitive.name)}: opens the call (arguments, state), then runs the handler, which asks or finishes.`;
  }
  const head = `\`${method}\` of ${quoted(primitive.name)}: opens the call (arguments, state)`;
  if (primitive.inputs.length === 0) return `${head}, then ${last}.`;
  const names = enumerate(primitive.inputs.filter(({ kind }) => kind !== "client").map(({ name }) => name));
  return `${head}, settles ${names} or asks for what is missing, then ${last}.`;
}

/** The last step: the author's function, or declared content. */
function completion(primitive: Primitive): Code[] {
  const complete = server.value(methods[primitive.kind].complete);
  if (primitive.kind === "prompt" && primitive.messages !== undefined) {
    const used = primitive.messages.flatMap(({ content: block }) => (block.kind === "text" ? holes(block.text) : []));
    const entries = primitive.messages.map(
      ({ role, content: block }) => code`${object([code`role: ${json(role)}`, code`content: ${content(block)}`])},`,
    );
    return [...values(used), code`return ${complete}(call, () => ({\n  messages: [\n    ${lines(entries)}\n  ],\n}));`];
  }
  if (primitive.kind === "resource" && primitive.content !== undefined) {
    if (primitive.content.kind === "text") {
      return [...values(holes(primitive.content.text)), returned(complete, text(primitive.content.text))];
    }
    const { mimeType } = primitive;
    const members = [
      code`uri: request.params.uri`,
      ...(mimeType === undefined ? [] : [code`mimeType: ${json(mimeType)}`]),
      code`blob: ${json(primitive.content.blob)}`,
    ];
    return [returned(complete, code`({ contents: [${object(members)}] })`)];
  }
  return [returned(complete, handlerCall(primitive))];
}

/** The author's function, with all that it is called with. */
function handlerCall(primitive: Primitive): Code {
  const given: Code[] = [];
  if (!isFixed(primitive)) given.push(verbatim("args: call.args"));
  if (primitive.inputs.length > 0) given.push(verbatim("inputs: settled.inputs"));
  given.push(verbatim("flow: call.flow"), verbatim("context: call.context"));
  return code`service.handlers${verbatim(memberAccess(primitive.codeName))}(${object(given)})`;
}

/** Where the holes of declared content find their values. */
function values(used: readonly Expression[]): Code[] {
  return [
    ...(mentions(used, "args") ? [code`const { args } = call;`] : []),
    ...(mentions(used, "inputs") ? [code`const { inputs } = settled;`] : []),
  ];
}

/** `return complete(call, () => value);` */
function returned(complete: ImportSymbol, value: Code): Code {
  return code`${fitted(
    code`return ${complete}(call, () => ${value});`,
    code`return ${complete}(call, () =>\n  ${value},\n);`,
  )}`;
}
