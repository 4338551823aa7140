import type {
  InputModel,
  Model,
  PrimitiveModel,
  PromptArgumentModel,
  PromptModel,
  ResourceModel,
  ToolModel,
} from "./model.js";

/** What a request can name. */
export type Primitive = ToolModel | PromptModel | ResourceModel;

export function primitives(model: Model): readonly Primitive[] {
  return [...model.tools, ...model.prompts, ...model.resources];
}

/** The primitives with their inputs, those of `everyTool` only where they come first: for what is printed once. */
export function withOwnInputs(model: Model): readonly (readonly [Primitive, readonly InputModel[]])[] {
  const seen = new Set<string>();
  return primitives(model).map((primitive) => {
    if (primitive.inputs.length === 0) return [primitive, primitive.inputs];
    const inputs = primitive.inputs.filter(({ shared, name }) => shared !== true || !seen.has(name));
    for (const { shared, name } of inputs) if (shared === true) seen.add(name);
    return [primitive, inputs];
  });
}

/** An input that somebody is asked for. */
export type AskedInput = Exclude<InputModel, { kind: "compute" | "client" }>;

export function isAsked(input: InputModel): input is AskedInput {
  return input.kind !== "compute" && input.kind !== "client";
}

export function asked(primitive: Primitive): readonly AskedInput[] {
  return primitive.inputs.filter(isAsked);
}

/** Inputs that a function of the author settles or finishes. */
export function isComputed(input: InputModel): boolean {
  return input.kind === "compute" || (input.kind === "elicitUrl" && input.completion);
}

/** True when the author asks by hand: there is no engine, only builders for the declared questions. */
export function isManual(primitive: Primitive): boolean {
  return primitive.flow.kind === "manual";
}

/** True for a resource with one URI, which takes no arguments. */
export function isFixed(primitive: Primitive): boolean {
  return primitive.kind === "resource" && primitive.address.kind === "static";
}

/** Where an input stands in the document: `tools.provision.requires.quote`. */
export function inputPlace(primitive: Primitive, input: InputModel): string {
  return `${input.shared === true ? "everyTool" : primitive.place}.requires.${input.name}`;
}

/**
 * Why every call of a primitive carries a state or none, whatever `seal` says: as the end of a sentence. Undefined when
 * `seal: needed` makes a difference: in a flow of one round that computes nothing and may run again.
 */
export function sealedAnyway(primitive: Pick<PrimitiveModel, "inputs" | "flow" | "once">): string | undefined {
  const { inputs, flow, once } = primitive;
  if (flow.kind === "manual") return "a flow by hand always has a state";
  if (inputs.length === 0) return "nothing is asked";
  if (once) return "what may run only once needs the state";
  const computed = inputs.find(isComputed);
  if (computed !== undefined) return `"${computed.name}" is settled by your code, and its value is kept in the state`;
  const later = inputs.find(({ needs }) => needs.length > 0);
  return later === undefined ? undefined : `"${later.name}" waits for something that the state keeps`;
}

/** Declared content needs no code. */
export function hasHandler(primitive: Primitive): boolean {
  if (primitive.kind === "prompt") return primitive.messages === undefined;
  return primitive.kind !== "resource" || primitive.content === undefined;
}

/** Arguments of a prompt or variables of a template, which a client can have completed. */
export function completable(primitive: Primitive): readonly PromptArgumentModel[] {
  if (primitive.kind === "prompt") return primitive.arguments;
  return primitive.kind === "resource" ? primitive.variables : [];
}

/** Arguments and variables that a function of the author completes. */
export function completed(primitive: Primitive): readonly string[] {
  return completable(primitive).flatMap(({ name, completion }) => (completion?.kind === "function" ? [name] : []));
}

/** Whose types, schemas and functions an input has: the primitive's, or those of all tools. */
export function ownerOf(primitive: Primitive, input: InputModel): Pick<Primitive, "codeName" | "typeName"> {
  return input.shared === true ? { codeName: "everyTool", typeName: "EveryTool" } : primitive;
}
