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

const suffixes = { tool: "Tool", prompt: "Prompt", resource: "Resource" } as const;

/** The constant that declares a primitive: `provisionTool`. */
export function declarationName(primitive: Pick<Primitive, "kind" | "codeName">): string {
  return `${primitive.codeName}${suffixes[primitive.kind]}`;
}

const verbs = { tool: "call", prompt: "get", resource: "read" } as const;

/** The function that serves a primitive: `callProvision`. */
export function functionName(primitive: Pick<Primitive, "kind" | "typeName">): string {
  return `${verbs[primitive.kind]}${primitive.typeName}`;
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

/** Where a name must be the only one: a module, or the interface of what the author writes. */
export type NameSpace = "calls" | "client" | "handlers" | "schemas" | "server";

/** What a name that generated code declares is for. */
export interface NameOrigin {
  /** Absent: the server itself. */
  readonly primitive?: Primitive;
  readonly input?: InputModel;
  /** A key of the primitive, where it is neither the primitive as such nor one of its inputs. */
  readonly key?: string;
}

type PrimitiveOrigin = NameOrigin & { readonly primitive: Primitive };

/** Is told of each name. */
export type AddName = (within: NameSpace, name: string, origin: NameOrigin) => void;

/**
 * The top-level names of generated modules, and the members of the author's interface. Those of `types.ts` are given out
 * one by one while the model is built, by the registry of types.
 */
export function eachGeneratedName(model: Model, add: AddName): void {
  const { typeName } = model.server;
  const server: NameOrigin = {};
  add("server", `${typeName}Handlers`, server);
  add("server", `create${typeName}Server`, server);
  for (const suffix of ["Fulfil", "Client", "ConnectOptions"]) add("client", typeName + suffix, server);
  add("client", "contract", server);
  add("calls", kindsName, server);
  for (const [primitive, inputs] of withOwnInputs(model)) {
    const origin = { primitive };
    addCalls(origin, add);
    addServer(origin, inputs, add);
    addClient(origin, add);
    addSchemas(origin, inputs, add);
    addHandlers(origin, inputs, add);
  }
}

function addCalls(origin: PrimitiveOrigin, add: AddName): void {
  const { primitive } = origin;
  add("calls", declarationName(primitive), origin);
  add("calls", functionName(primitive), origin);
  if (isManual(primitive) || primitive.inputs.length > 0) add("calls", tableName(primitive), origin);
}

function addServer(origin: PrimitiveOrigin, inputs: readonly InputModel[], add: AddName): void {
  const { primitive } = origin;
  const { typeName } = primitive;
  if (isManual(primitive)) {
    for (const suffix of ["Ask", "Responses", "Call"]) add("server", typeName + suffix, origin);
    return;
  }
  if (hasHandler(primitive)) add("server", `${typeName}Call`, origin);
  if (primitive.inputs.length > 0) add("server", `${typeName}Inputs`, origin);
  for (const input of inputs) {
    if (isComputed(input)) add("server", partCallName(primitive, input), { primitive, input });
  }
}

function addClient(origin: PrimitiveOrigin, add: AddName): void {
  const { primitive } = origin;
  const { typeName } = primitive;
  add("client", declarationName(primitive), origin);
  add("client", `${typeName}Method`, origin);
  if (primitive.kind === "tool") add("client", `${typeName}Result`, origin);
  if (!primitive.inputs.some(isAsked)) return;
  for (const suffix of ["Answers", "Questions", "Pending"]) add("client", typeName + suffix, origin);
}

function addSchemas(origin: PrimitiveOrigin, inputs: readonly InputModel[], add: AddName): void {
  const { primitive } = origin;
  if (primitive.kind === "tool") {
    add("schemas", inputSchemaName(primitive), { primitive, key: "inputSchema" });
    if (primitive.outputSchema !== undefined) {
      add("schemas", outputSchemaName(primitive), { primitive, key: "outputSchema" });
    }
  }
  if (primitive.flow.kind === "manual" && primitive.flow.stateSchema !== undefined) {
    add("schemas", stateSchemaName(primitive), { primitive, key: "state" });
  }
  for (const input of inputs) {
    if (input.kind === "elicit" || input.kind === "compute") {
      add("schemas", inputConstantName(primitive, input), { primitive, input });
    }
  }
}

function addHandlers(origin: PrimitiveOrigin, inputs: readonly InputModel[], add: AddName): void {
  const { primitive } = origin;
  if (hasHandler(primitive)) add("handlers", primitive.codeName, origin);
  for (const input of inputs) {
    if (isComputed(input)) {
      add("handlers", handlerKey(ownerOf(primitive, input), input.name), { primitive, input });
    }
  }
  const place = primitive.kind === "prompt" ? "arguments" : "variables";
  for (const argument of completed(primitive)) {
    add("handlers", handlerKey(primitive, argument), { primitive, key: `${place}.${argument}` });
  }
}
