import {
  inputConstantName,
  inputSchemaName,
  outputSchemaName,
  stateSchemaName,
} from "../generator/model/generated-names.js";
import type { InputModel, Json, Model } from "../generator/model/model.js";
import { inputPlace, type Primitive, primitives, withOwnInputs } from "../generator/model/primitive.js";
import { code, doc, empty, json, verbatim, type Code } from "../generator/render/code.js";
import { client } from "../generator/render/runtime-symbols.js";
import type { SourcePrinter } from "../generator/render/source-printer.js";
import { isInherited, quoted } from "./names.js";

type SchemaType = "ObjectSchema" | "FormSchema" | "any schema";

/** `schemas.ts`: the JSON Schemas of the document as constants, value for value. */
export function printSchemas(model: Model, printer: SourcePrinter): void {
  const constant = (name: string, type: SchemaType, from: string, schema: Json): void => {
    printer.declare(name);
    const frozen = type === "FormSchema" && fieldsOf(schema).some(isInherited) ? verbatim(" as const") : empty;
    printer.print`${doc(quoted(from))}\nexport const ${verbatim(name)}: ${schemaType(type, schema)} = ${json(schema)}${frozen};`;
  };
  const own = new Map(withOwnInputs(model));
  for (const tool of model.tools) {
    constant(inputSchemaName(tool), "ObjectSchema", `${tool.place}.inputSchema`, tool.inputSchema);
    if (tool.outputSchema !== undefined) {
      constant(outputSchemaName(tool), "any schema", `${tool.place}.outputSchema`, tool.outputSchema);
    }
    printInputs(tool, own.get(tool) ?? [], constant);
  }
  for (const primitive of [...model.prompts, ...model.resources]) {
    printInputs(primitive, own.get(primitive) ?? [], constant);
  }
  if (!primitives(model).some(hasSchemas)) printer.print`export {};`;
}

/** Values and outputs need not be objects (MCP 2026-07-28, tools, output schema). */
function schemaType(type: SchemaType, schema: Json): Code {
  const isObject = typeof schema === "object" && schema !== null && "type" in schema && schema["type"] === "object";
  if (type === "any schema") {
    return isObject ? client.type("ObjectSchema") : code`Readonly<Record<string, unknown>>`;
  }
  return client.type(type);
}

function fieldsOf(form: Json): readonly string[] {
  const properties = typeof form === "object" && form !== null && "properties" in form ? form["properties"] : undefined;
  return Object.keys(properties ?? {});
}

function printInputs(
  primitive: Primitive,
  inputs: readonly InputModel[],
  constant: (name: string, type: SchemaType, from: string, schema: Json) => void,
): void {
  const { flow } = primitive;
  if (flow.kind === "manual" && flow.stateSchema !== undefined) {
    constant(stateSchemaName(primitive), "any schema", `${primitive.place}.state`, flow.stateSchema);
  }
  for (const input of inputs) {
    const from = inputPlace(primitive, input);
    if (input.kind === "elicit") constant(inputConstantName(primitive, input), "FormSchema", from, input.schema);
    if (input.kind === "compute") constant(inputConstantName(primitive, input), "any schema", from, input.schema);
  }
}

function hasSchemas(primitive: Primitive): boolean {
  const carries = (input: InputModel): boolean => input.kind === "elicit" || input.kind === "compute";
  return primitive.kind === "tool" || primitive.inputs.some(carries) || primitive.flow.kind === "manual";
}
