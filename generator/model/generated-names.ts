import type { InputModel, Model } from "./model.js";
import {
  completed,
  hasHandler,
  isAsked,
  isComputed,
  isManual,
  ownerOf,
  type Primitive,
  withOwnInputs,
} from "./primitive.js";

/** The key of a function that the author writes for one input or argument: `provision.quote`, `everyTool.session`. */
export function handlerKey(primitive: Pick<Primitive, "codeName">, part: string): string {
  return `${primitive.codeName}.${part}`;
}

export function inputSchemaName(primitive: Primitive): string {
  return `${primitive.codeName}InputSchema`;
}

export function outputSchemaName(primitive: Primitive): string {
  return `${primitive.codeName}OutputSchema`;
}

export function stateSchemaName(primitive: Primitive): string {
  return `${primitive.codeName}StateSchema`;
}

/** The constant for the form of an `elicit` input or the value of a `compute` input. */
export function inputConstantName(primitive: Primitive, input: InputModel): string {
  return `${ownerOf(primitive, input).codeName}${input.typeName}${input.kind === "compute" ? "Schema" : "Form"}`;
}

/** The constant that declares a primitive: `provisionTool`. */
export function declarationName(primitive: Pick<Primitive, "kind" | "codeName">): string {
  const suffix = { tool: "Tool", prompt: "Prompt", resource: "Resource" }[primitive.kind];
  return `${primitive.codeName}${suffix}`;
}

/** The function that serves a primitive: `callProvision`. */
export function functionName(primitive: Pick<Primitive, "kind" | "typeName">): string {
  const verb = { tool: "call", prompt: "get", resource: "read" }[primitive.kind];
  return `${verb}${primitive.typeName}`;
}

/** The table of what a primitive asks: of its inputs, or of the questions of a flow by hand. */
export function tableName(primitive: Primitive): string {
  return `${primitive.codeName}${isManual(primitive) ? "Questions" : "Inputs"}`;
}

/** What the function for one input is called with. */
export function partCallName(primitive: Primitive, input: InputModel): string {
  return `${ownerOf(primitive, input).typeName}${input.typeName}Call`;
}

/** The kinds of all inputs. */
export const kindsName = "kinds";

/** A name that generated code declares, and what it is for. */
export interface GeneratedName {
  /** Where it must be the only one: a module, or the interface of what the author writes. */
  readonly within: "calls" | "client" | "handlers" | "schemas" | "server";
  readonly name: string;
  /** Absent: the server itself. */
  readonly primitive?: Primitive;
  readonly input?: InputModel;
  /** A key of the primitive, where it is neither the primitive as such nor one of its inputs. */
  readonly key?: string;
}

/**
 * The top-level names of generated modules, and the members of the author's interface. Those of `types.ts` are given out
 * one by one while the model is built, by the registry of types.
 */
export function* generatedNames(model: Model): Generator<GeneratedName> {
  const { typeName } = model.server;
  for (const name of [`${typeName}Handlers`, `create${typeName}Server`]) yield { within: "server", name };
  for (const suffix of ["Fulfil", "Client", "ConnectOptions"]) yield { within: "client", name: typeName + suffix };
  yield { within: "client", name: "contract" };
  yield { within: "calls", name: kindsName };
  for (const [primitive, inputs] of withOwnInputs(model)) {
    yield* ofCalls(primitive);
    yield* ofServer(primitive, inputs);
    yield* ofClient(primitive);
    yield* ofSchemas(primitive, inputs);
    yield* ofHandlers(primitive, inputs);
  }
}

function* ofCalls(primitive: Primitive): Generator<GeneratedName> {
  const within = "calls";
  yield { within, name: declarationName(primitive), primitive };
  yield { within, name: functionName(primitive), primitive };
  if (isManual(primitive) || primitive.inputs.length > 0) yield { within, name: tableName(primitive), primitive };
}

function* ofServer(primitive: Primitive, inputs: readonly InputModel[]): Generator<GeneratedName> {
  const within = "server";
  const { typeName } = primitive;
  if (isManual(primitive)) {
    for (const suffix of ["Ask", "Responses", "Call"]) yield { within, name: typeName + suffix, primitive };
    return;
  }
  if (hasHandler(primitive)) yield { within, name: `${typeName}Call`, primitive };
  if (primitive.inputs.length > 0) yield { within, name: `${typeName}Inputs`, primitive };
  for (const input of inputs) {
    if (isComputed(input)) yield { within, name: partCallName(primitive, input), primitive, input };
  }
}

function* ofClient(primitive: Primitive): Generator<GeneratedName> {
  const within = "client";
  const { typeName } = primitive;
  yield { within, name: declarationName(primitive), primitive };
  yield { within, name: `${typeName}Method`, primitive };
  if (primitive.kind === "tool") yield { within, name: `${typeName}Result`, primitive };
  if (!primitive.inputs.some(isAsked)) return;
  for (const suffix of ["Answers", "Questions", "Pending"]) yield { within, name: typeName + suffix, primitive };
}

function* ofSchemas(primitive: Primitive, inputs: readonly InputModel[]): Generator<GeneratedName> {
  const within = "schemas";
  if (primitive.kind === "tool") {
    yield { within, name: inputSchemaName(primitive), primitive, key: "inputSchema" };
    if (primitive.outputSchema !== undefined) {
      yield { within, name: outputSchemaName(primitive), primitive, key: "outputSchema" };
    }
  }
  if (primitive.flow.kind === "manual" && primitive.flow.stateSchema !== undefined) {
    yield { within, name: stateSchemaName(primitive), primitive, key: "state" };
  }
  for (const input of inputs) {
    if (input.kind === "elicit" || input.kind === "compute") {
      yield { within, name: inputConstantName(primitive, input), primitive, input };
    }
  }
}

function* ofHandlers(primitive: Primitive, inputs: readonly InputModel[]): Generator<GeneratedName> {
  const within = "handlers";
  if (hasHandler(primitive)) yield { within, name: primitive.codeName, primitive };
  for (const input of inputs) {
    if (!isComputed(input)) continue;
    yield { within, name: handlerKey(ownerOf(primitive, input), input.name), primitive, input };
  }
  const place = primitive.kind === "prompt" ? "arguments" : "variables";
  for (const argument of completed(primitive)) {
    yield { within, name: handlerKey(primitive, argument), primitive, key: `${place}.${argument}` };
  }
}
