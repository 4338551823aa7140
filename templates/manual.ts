import { kindsName, stateSchemaName, tableName } from "../generator/model/generated-names.js";
import type { InputModel } from "../generator/model/model.js";
import type { Primitive } from "../generator/model/primitive.js";
import {
  code,
  doc,
  type ImportSymbol,
  lines,
  parameters,
  typeArguments,
  verbatim,
  type Code,
} from "../generator/render/code.js";
import { memberAccess, memberKey } from "../generator/render/literals.js";
import { server } from "../generator/render/runtime-symbols.js";
import type { SourcePrinter } from "../generator/render/source-printer.js";
import { inputEntry } from "./input-table.js";
import { quoted, schemaRef, serverType, typeRef } from "./names.js";

/** The interfaces of a flow by hand: its builders, its answers, and what its function is called with. */
export function printManualTypes(primitive: Primitive, printer: SourcePrinter): void {
  const stem = primitive.typeName;
  for (const suffix of ["Ask", "Responses", "Call"]) printer.declare(stem + suffix);
  const member = (input: InputModel): Code => verbatim(memberKey(input.name));
  printer.print`${doc(`Builders of the questions of ${quoted(primitive.place)}; \`askFor\` asks what they build.`)}
export interface ${verbatim(`${stem}Ask`)} ${body(
    primitive.inputs.map((input) => code`readonly ${member(input)}: () => ${server.type("ManualQuestion")};`),
  )}`;
  printer.print`${doc(`The answers of this round to questions of ${quoted(primitive.place)}.`)}
export interface ${verbatim(`${stem}Responses`)} ${body(
    primitive.inputs.map(
      (input) => code`readonly ${member(input)}?: ${server.type("ManualResponse")}<${answerType(input)}>;`,
    ),
  )}`;
  printer.print`${doc(`What the function for ${quoted(primitive.place)} is called with, in every round.`)}
export interface ${verbatim(`${stem}Call`)} extends ${manualType(primitive, verbatim)} {
  readonly args: ${typeRef(primitive.argumentsType)};
  readonly flow: ${server.type("Flow")};
  readonly context: ${server.type("CallContext")};
}`;
}

/** The questions as data, like the table of inputs of a declared flow. */
export function printManualTable(primitive: Primitive, printer: SourcePrinter): void {
  const name = tableName(primitive);
  printer.declare(name);
  const type = typeArguments([
    typeRef(primitive.argumentsType),
    stateType(primitive),
    serverType(`${primitive.typeName}Ask`),
  ]);
  printer.print`const ${verbatim(name)}: readonly ${server.type("ManualInput")}${type}[] = [
  ${lines(primitive.inputs.map((input) => inputEntry(primitive, input)))}
];`;
}

/** The last step of the function that serves the primitive. */
export function manualCompletion(primitive: Primitive): Code {
  const complete = {
    tool: "completeManualTool",
    prompt: "completeManualPrompt",
    resource: "completeManualResource",
  } as const;
  const handler = verbatim(memberAccess(primitive.codeName));
  return code`return ${server.value(complete[primitive.kind])}${parameters([
    verbatim("call"),
    verbatim(tableName(primitive)),
    verbatim(primitive.inputs.length > 0 ? kindsName : "{}"),
    stateSchema(primitive),
    code`(manual: ${manualType(primitive, serverType)}) =>\n  service.handlers${handler}({ args: call.args, ...manual, flow: call.flow, context: call.context })`,
  ])};`;
}

/** What the author's function returns besides a result. */
export function askForType(primitive: Primitive): Code {
  return code`${server.type("AskFor")}<${stateType(primitive)}>`;
}

/** @param named - how the module at hand gets at a type that `server.ts` declares. */
function manualType(primitive: Primitive, named: (name: string) => Code | ImportSymbol): Code {
  const stem = primitive.typeName;
  return code`${server.type("Manual")}${typeArguments([
    named(`${stem}Ask`),
    named(`${stem}Responses`),
    stateType(primitive),
  ])}`;
}

function stateType({ flow }: Primitive): Code {
  return flow.kind === "manual" && flow.stateType !== undefined ? typeRef(flow.stateType) : verbatim("undefined");
}

function stateSchema(primitive: Primitive): Code {
  const { flow } = primitive;
  return flow.kind === "manual" && flow.stateSchema !== undefined
    ? schemaRef(stateSchemaName(primitive))
    : verbatim("undefined");
}

function answerType(input: InputModel): Code {
  switch (input.kind) {
    case "elicit":
      return typeRef(input.answerType);
    case "sample":
      return server.type(input.withTools ? "CreateMessageResultWithTools" : "CreateMessageResult");
    case "roots":
      return code`readonly ${server.type("Root")}[]`;
    case "confirm":
    case "elicitUrl":
    case "compute":
    case "client":
      return verbatim("undefined");
  }
}

function body(members: readonly Code[]): Code {
  return members.length === 0 ? verbatim("{}") : code`{\n  ${lines(members)}\n}`;
}
