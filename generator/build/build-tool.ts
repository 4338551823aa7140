import { schemaType } from "../cel/schema-type.js";
import { diagnose } from "../diagnostics/diagnostic.js";
import { locateMember, locatePath } from "../load/origin.js";
import { arrayMember, isObject, objectMember, schemaMember } from "../load/values.js";
import { checkObjectRoot, checkSchema } from "../resolve/check-schema.js";
import type { Declared, Spec } from "../spec/read-spec.js";
import type { BuildContext } from "./build-context.js";
import { buildCommon, declareArguments, listMembers } from "./build-primitive.js";
import { checkArgumentNames } from "./check-argument-names.js";
import { checkHeaders } from "./check-headers.js";
import { declareType } from "./declare-type.js";
import type { Json, JsonObject, JsonSchema, ToolModel } from "../model/model.js";
import type { PrimitiveNames } from "./primitive-names.js";
import { selfContained } from "./self-contained.js";

/** A tool without arguments refuses all of them (MCP 2025-11-25, tools: no parameters). */
const noArguments: JsonObject = { type: "object", additionalProperties: false };

export function buildTool(
  context: BuildContext,
  declared: Declared,
  names: PrimitiveNames,
  everyTool: Spec["everyTool"],
): ToolModel {
  const { scope } = context;
  const { value, document } = declared;
  const written = objectMember(value, "inputSchema");
  // Every list entry must say `type: object` at the root; what is left out is added, nothing else is touched.
  const schema = written ?? noArguments;
  const home = { document, root: schema };
  if (written !== undefined) {
    checkSchema(scope, written, home);
    checkObjectRoot(scope, written, "inputSchema");
    checkArgumentNames(context, written);
    checkHeaders(context, written);
  }
  const { sent, applied } = declareArguments(context, names, `${names.label}.inputSchema`, schema, home);
  const output = schemaMember(value, "outputSchema");
  const outputHome = { document, root: output ?? true };
  if (output !== undefined) {
    checkSchema(scope, output, outputHome);
    if (!isObject(output)) {
      const place = locateMember(scope.origins, value, "outputSchema", "key");
      scope.report(diagnose("schema/root-object", place, { where: "outputSchema", actual: "a boolean" }));
    }
  }
  const outputType =
    output === undefined
      ? undefined
      : declareType(
          context,
          {
            name: `${names.typeName}Output`,
            from: `${names.label}.outputSchema`,
            schema: output,
            home: outputHome,
            mode: "sent",
          },
          names.place,
        );
  const extra =
    value["inherit"] === false ? { inputs: [], broken: new Set<string>() } : inherited(context, declared, everyTool);
  const args = { sent, applied, type: schemaType(scope.project, schema, home, true) };
  const [common] = buildCommon(context, declared, names, args, extra);
  const inputSchema = withObjectType(selfContained(context, schema, home, [value, "inputSchema"]));
  const outputSchema =
    output === undefined ? undefined : selfContained(context, output, outputHome, [value, "outputSchema"]);
  const outputObject = isObject(outputSchema) ? outputSchema : undefined;
  const check = value["outputCheck"];
  const listed: { [key: string]: Json } = { name: names.name };
  listMembers(listed, value, ["title", "description", "icons"]);
  listed["inputSchema"] = inputSchema;
  if (outputObject !== undefined) listed["outputSchema"] = outputObject;
  listMembers(listed, value, ["annotations", "_meta"]);
  return {
    kind: "tool",
    ...common,
    listed,
    inputSchema,
    ...(outputObject !== undefined && { outputSchema: outputObject }),
    ...(outputType !== undefined && { outputType }),
    outputCheck: check === "warn" || check === "off" ? check : "enforce",
    ...readListFor(context, value),
  };
}

/** Which clients see the tool. One that no client can see is a mistake. */
function readListFor(context: BuildContext, value: JsonObject): Pick<ToolModel, "listFor"> {
  const written = objectMember(value, "listFor");
  if (written === undefined) return {};
  const named = (key: "can" | "cannot"): readonly string[] =>
    (arrayMember(written, key) ?? []).filter((ability) => typeof ability === "string");
  const can = named("can");
  const cannot = named("cannot");
  for (const [index, ability] of cannot.entries()) {
    if (!can.includes(ability)) continue;
    const place = locatePath(context.scope.origins, written, ["cannot", index]);
    context.scope.report(
      diagnose("spec/exclusive-keys", place, { first: `can: ${ability}`, second: `cannot: ${ability}` }),
    );
  }
  return { listFor: { ...(can.length > 0 && { can }), ...(cannot.length > 0 && { cannot }) } };
}

function withObjectType(schema: JsonSchema): JsonObject {
  if (!isObject(schema)) return noArguments;
  return Object.hasOwn(schema, "type") ? schema : { type: "object", ...schema };
}

/** Inputs of `everyTool`; a tool cannot have one of the same name. */
function inherited(context: BuildContext, declared: Declared, everyTool: Spec["everyTool"]): Spec["everyTool"] {
  const own = new Map(declared.inputs.map((input) => [input.key, input]));
  for (const input of everyTool.inputs) {
    const same = own.get(input.key);
    if (same === undefined) continue;
    const related = input.place === undefined ? [] : [{ message: "Added to every tool here.", location: input.place }];
    context.scope.report(diagnose("inputs/inherited-name", same.place, { input: input.key }, { related }));
  }
  return { inputs: everyTool.inputs.filter((input) => !own.has(input.key)), broken: everyTool.broken };
}
