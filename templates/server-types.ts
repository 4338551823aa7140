import { handlerKey, partCallName } from "../generator/model/generated-names.js";
import type { InputModel, Model } from "../generator/model/model.js";
import {
  type AskedInput,
  completed,
  hasHandler,
  isAsked,
  isComputed,
  isFixed,
  isManual,
  inputPlace,
  ownerOf,
  type Primitive,
  withOwnInputs,
} from "../generator/model/primitive.js";
import { code, deprecated, doc, empty, lines, verbatim, type Code } from "../generator/render/code.js";
import { memberKey, stringLiteral } from "../generator/render/literals.js";
import { server } from "../generator/render/runtime-symbols.js";
import type { SourcePrinter } from "../generator/render/source-printer.js";
import { askForType, printManualTypes } from "./manual.js";
import { enumerate, quoted, typeRef } from "./names.js";

/** The interface of what the author writes, and of what each of these functions is given. */
export function printHandlerTypes(model: Model, printer: SourcePrinter): void {
  const name = `${model.server.typeName}Handlers`;
  printer.declare(name);
  const all = withOwnInputs(model);
  const members = all.flatMap(handlerMembers);
  printer.print`${doc("The functions that the author of the server writes.")}
export interface ${verbatim(name)} ${members.length === 0 ? verbatim("{}") : code`{\n  ${lines(members)}\n}`}`;
  for (const [primitive, inputs] of all) {
    if (isManual(primitive)) {
      printManualTypes(primitive, printer);
      continue;
    }
    if (hasHandler(primitive)) printCallType(primitive, printer);
    if (primitive.inputs.length > 0) printInputsType(primitive, printer);
    for (const input of inputs) {
      if (isComputed(input)) printPartCallType(primitive, input, printer);
    }
  }
}

/** The keys of the interface of what the author writes, in its order. */
export function handlerKeys(model: Model): readonly string[] {
  return withOwnInputs(model).flatMap(([primitive, inputs]) => [
    ...(hasHandler(primitive) ? [primitive.codeName] : []),
    ...inputs.filter(isComputed).map((input) => handlerKey(ownerOf(primitive, input), input.name)),
    ...completed(primitive).map((argument) => handlerKey(primitive, argument)),
  ]);
}

function handlerMembers([primitive, inputs]: readonly [Primitive, readonly InputModel[]]): Code[] {
  const members: Code[] = [];
  if (hasHandler(primitive)) {
    const comment = doc(
      primitive.description ?? primitive.title ?? quoted(primitive.place),
      deprecated(primitive.deprecated),
    );
    const key = verbatim(memberKey(primitive.codeName));
    members.push(
      code`${comment}\nreadonly ${key}: (call: ${verbatim(`${primitive.typeName}Call`)}) => ${server.type("MaybePromise")}<${handlerResult(primitive)}${isManual(primitive) ? code` | ${askForType(primitive)}` : empty}>;`,
    );
  }
  for (const input of inputs) {
    if (!isComputed(input)) continue;
    const owner = ownerOf(primitive, input);
    const whose = input.shared === true ? "every tool" : quoted(primitive.place);
    const key = verbatim(memberKey(handlerKey(owner, input.name)));
    const call = verbatim(partCallName(primitive, input));
    members.push(
      input.kind === "compute"
        ? code`${doc(computeComment(whose, input.name, input.refresh))}\nreadonly ${key}: (call: ${call}) => ${server.type("MaybePromise")}<${typeRef(input.valueType)}>;`
        : code`${doc(`Whether the outside step of ${quoted(input.name)} of ${whose} is done; until it is, it is asked again.`)}\nreadonly ${key}: (call: ${call}) => ${server.type("MaybePromise")}<boolean>;`,
    );
  }
  for (const argument of completed(primitive)) {
    const key = verbatim(memberKey(handlerKey(primitive, argument)));
    members.push(
      code`${doc(`Values for ${quoted(argument)} of ${quoted(primitive.place)} that begin with what was typed.`)}\nreadonly ${key}: (call: ${server.type("CompletionCall")}) => ${server.type("MaybePromise")}<readonly string[]>;`,
    );
  }
  return members;
}

function computeComment(whose: string, name: string, refresh: boolean): string {
  const what = `Computes ${quoted(name)} of ${whose}.`;
  return refresh
    ? `${what} Again in every round: what shows it is asked again when it has changed.`
    : `${what} Its value is sealed: what was shown is what runs.`;
}

function handlerResult(primitive: Primitive): Code {
  switch (primitive.kind) {
    case "tool": {
      return primitive.outputType === undefined
        ? server.type("ToolContent")
        : code`${server.type("ToolSuccess")}<${typeRef(primitive.outputType)}>`;
    }
    case "prompt":
      return server.type("PromptContent");
    case "resource":
      return server.type("ResourceContent");
  }
}

function printCallType(primitive: Primitive, printer: SourcePrinter): void {
  const name = `${primitive.typeName}Call`;
  printer.declare(name);
  const when = primitive.inputs.length > 0 ? ", once every input is settled" : "";
  printer.print`${doc(`What the function for ${quoted(primitive.place)} is called with${when}.`)}
export interface ${verbatim(name)} {
  ${isFixed(primitive) ? empty : code`readonly args: ${typeRef(primitive.argumentsType)};\n`}${primitive.inputs.length > 0 ? code`readonly inputs: ${verbatim(`${primitive.typeName}Inputs`)};\n` : empty}readonly flow: ${server.type("Flow")};
  readonly context: ${server.type("CallContext")};
}`;
}

function printInputsType(primitive: Primitive, printer: SourcePrinter): void {
  const name = `${primitive.typeName}Inputs`;
  printer.declare(name);
  printer.print`${doc(`What ${quoted(primitive.place)} requires beyond its arguments.`)}
export interface ${verbatim(name)} {
  ${lines(primitive.inputs.map(inputMember))}
}`;
}

function inputMember(input: InputModel): Code {
  const member = code`readonly ${verbatim(memberKey(input.name))}: ${valueType(input)};`;
  return input.kind === "client" ? code`${doc("What the client could do when the call began.")}\n${member}` : member;
}

function printPartCallType(primitive: Primitive, input: InputModel, printer: SourcePrinter): void {
  if (input.shared === true) {
    printSharedCallType(primitive, input, printer);
    return;
  }
  const name = partCallName(primitive, input);
  printer.declare(name);
  const needed = input.needs.map((need) => stringLiteral(need)).join(" | ");
  const inputs =
    needed === ""
      ? empty
      : code`${doc(`The values of ${enumerate(input.needs)}.`)}\nreadonly inputs: Pick<${verbatim(`${primitive.typeName}Inputs`)}, ${verbatim(needed)}>;\n`;
  printer.print`${doc(`What the function for ${quoted(inputPlace(primitive, input))} is called with.`)}
export interface ${verbatim(name)} {
  readonly args: ${typeRef(primitive.argumentsType)};
  ${inputs}readonly flow: ${server.type("Flow")};
  readonly context: ${server.type("CallContext")};
}`;
}

/** One function serves all tools, so it knows which tool is called, and the arguments only as an object. */
function printSharedCallType(primitive: Primitive, input: InputModel, printer: SourcePrinter): void {
  const name = partCallName(primitive, input);
  printer.declare(name);
  const needed = primitive.inputs.filter((other) => input.needs.includes(other.name));
  const values = needed.map((other) => code`readonly ${verbatim(memberKey(other.name))}: ${valueType(other)};`);
  const inputs = values.length === 0 ? empty : code`readonly inputs: {\n  ${lines(values)}\n};\n`;
  printer.print`${doc(`What the function for ${quoted(inputPlace(primitive, input))} is called with.`)}
export interface ${verbatim(name)} {
  ${doc("Name of the tool that is called.")}
  readonly tool: string;
  readonly args: object;
  ${inputs}readonly flow: ${server.type("Flow")};
  readonly context: ${server.type("CallContext")};
}`;
}

/** The type of an input's value in the handler. */
export function valueType(input: InputModel): Code {
  const value = settledType(input);
  return input.mayBeSkipped ? code`${value} | undefined` : value;
}

function settledType(input: InputModel): Code {
  if (!isAsked(input)) {
    return input.kind === "compute" ? typeRef(input.valueType) : code`readonly ${server.type("ClientAbility")}[]`;
  }
  const accepted = acceptedType(input);
  const declines = input.onDecline === "continue";
  const lacks = input.whenUnavailable.kind === "continue";
  if (!declines && !lacks) return accepted ?? server.type("Consent");
  const content = accepted ?? verbatim("undefined");
  const others = declines ? '"decline" | "cancel" | "unavailable"' : '"unavailable"';
  return code`${server.type("Outcome")}<${content}${lacks ? verbatim(`, ${others}`) : empty}>`;
}

/** What an accepted answer carries; a consent carries nothing. */
function acceptedType(input: AskedInput): Code | undefined {
  switch (input.kind) {
    case "elicit":
      return typeRef(input.answerType);
    case "confirm":
    case "elicitUrl":
      return undefined;
    case "sample":
      return server.type(input.withTools ? "CreateMessageResultWithTools" : "CreateMessageResult");
    case "roots":
      return code`readonly ${server.type("Root")}[]`;
  }
}
