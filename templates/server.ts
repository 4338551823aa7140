import { declarationName, functionName, handlerKey } from "../generator/model/generated-names.js";
import type { Model } from "../generator/model/model.js";
import { completable, type Primitive } from "../generator/model/primitive.js";
import {
  array,
  code,
  type Code,
  doc,
  importSymbol,
  type ImportSymbol,
  json,
  lines,
  memberOf,
  object,
  parameters,
  verbatim,
} from "../generator/render/code.js";
import { stringLiteral } from "../generator/render/literals.js";
import { contract, server } from "../generator/render/runtime-symbols.js";
import type { SourcePrinter } from "../generator/render/source-printer.js";
import { methods } from "./calls.js";
import { handlerKeys, printHandlerTypes } from "./server-types.js";

const requestState: ImportSymbol = importSymbol("requestState", "./sealing.js");
const calls: ImportSymbol = importSymbol("calls", "./calls.js", { namespace: true });

/**
 * `server.ts`: what the author writes, and the factory. The functions that serve calls are in a module of their own: the compiler of
 * a program that has handlers need not read them.
 */
export function printServer(model: Model, printer: SourcePrinter): void {
  printHandlerTypes(model, printer);
  printFactory(model, printer);
}

function printFactory(model: Model, printer: SourcePrinter): void {
  const { server: facts } = model;
  const handlers = verbatim(`${facts.typeName}Handlers`);
  const name = `create${facts.typeName}Server`;
  printer.declare(name);
  const info = Object.fromEntries(
    (["name", "version", "title", "description", "websiteUrl", "icons"] as const).flatMap((key) => {
      const value = facts[key];
      return value === undefined ? [] : [[key, value]];
    }),
  );
  const members: Code[] = [code`info: ${json(info)},`, code`capabilities: ${json(facts.capabilities)},`];
  if (facts.instructions !== undefined) members.push(code`instructions: ${json(facts.instructions)},`);
  if (facts.cacheHints !== undefined) members.push(code`cacheHints: ${json(facts.cacheHints)},`);
  members.push(code`handlers: ${json(handlerKeys(model))},`);
  members.push(code`serves: ${array(servedParts(model))},`);
  printer.print`${doc(
    "Makes servers that share one configuration: call the factory once per connection or per HTTP request; it is cheap.",
    { name: "throws", text: "{RangeError} when a key is shorter than 32 bytes or given twice." },
    { name: "throws", text: "{TypeError} when a handler is missing." },
  )}
export function ${verbatim(name)}${parameters([
    code`handlers: ${handlers}`,
    code`options: ${server.type("ServiceOptions")} = {}`,
  ])}: ${server.type("ServerFactory")} {
  const service: ${server.type("Service")}<${handlers}> = ${server.value("createService")}(${json(contract.version)}, ${requestState}, handlers, options);
  return ${server.value("serverFactory")}(service, {
    ${lines(members)}
  });
}`;
}

/** What the server answers, by its capabilities: what it has not is not imported. */
function servedParts({ server: { capabilities }, ...model }: Model): Code[] {
  const parts: Code[] = [];
  const served = (part: ServedPart, items: readonly Primitive[]): void => {
    const member = methods[part.of].verb;
    const rows = items.map((item) =>
      object([
        code`declaration: ${memberOf(calls, declarationName(item))}`,
        code`${verbatim(member)}: ${memberOf(calls, functionName(item))}`,
      ]),
    );
    parts.push(code`${server.value(part.name)}(${array(rows)})`);
  };
  if (capabilities["tools"] !== undefined) served({ name: "toolRequests", of: "tool" }, model.tools);
  if (capabilities["prompts"] !== undefined) served({ name: "promptRequests", of: "prompt" }, model.prompts);
  if (capabilities["resources"] !== undefined) served({ name: "resourceRequests", of: "resource" }, model.resources);
  if (capabilities["completions"] !== undefined) {
    parts.push(code`${server.value("completionRequests")}(${completionList(model)})`);
  }
  if (announcesChanges(capabilities)) parts.push(code`${server.value("changeNotices")}()`);
  return parts;
}

interface ServedPart {
  readonly name: "toolRequests" | "promptRequests" | "resourceRequests";
  readonly of: Primitive["kind"];
}

/** True when clients may be told that a list (`listChanged`) or a resource (`subscribe`) changed. */
function announcesChanges({ tools = {}, prompts = {}, resources = {} }: Model["server"]["capabilities"]): boolean {
  return [tools, prompts, resources].some((declared) => Object.values(declared ?? {}).includes(true));
}

function completionList(model: Pick<Model, "prompts" | "resources">): Code {
  const rows = [...model.prompts, ...model.resources].flatMap((primitive) =>
    completable(primitive).flatMap(({ name, completion }) => {
      if (completion === undefined) return [];
      const ref = primitive.kind === "prompt" ? "prompt" : "resource";
      const target =
        primitive.kind === "resource" && primitive.address.kind === "template"
          ? primitive.address.uriTemplate
          : primitive.name;
      const complete =
        completion.kind === "values"
          ? json(completion.values)
          : code`(handlers, call) => handlers[${verbatim(stringLiteral(handlerKey(primitive, name)))}](call)`;
      const members = [code`ref: ${json(ref)}`, code`name: ${json(target)}`, code`argument: ${json(name)}`];
      return [code`${object([...members, code`complete: ${complete}`])},`];
    }),
  );
  return rows.length === 0 ? verbatim("[]") : code`[\n  ${lines(rows)}\n]`;
}
