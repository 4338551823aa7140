import type { ParseCel } from "../cel/cel-node.js";
import { diagnose } from "../diagnostics/diagnostic.js";
import type { Location } from "../diagnostics/source-file.js";
import { locateMember } from "../load/origin.js";
import { isSchema, objectMember, textMember } from "../load/values.js";
import { checkSchema } from "../resolve/check-schema.js";
import type { Scope } from "../resolve/scope.js";
import { createTypeRegistry } from "../resolve/type-registry.js";
import type { Declared, Spec } from "../spec/read-spec.js";
import type { BuildContext } from "./build-context.js";
import { buildPrompt } from "./build-prompt.js";
import { buildResource } from "./build-resource.js";
import {
  buildServer,
  buildRequestState,
  cacheHintsOf,
  capabilitiesOf,
  checkSharedList,
  readPackage,
} from "./build-server.js";
import { buildTool } from "./build-tool.js";
import { checkGeneratedNames } from "./check-generated-names.js";
import { declareType } from "./declare-type.js";
import type { NameOrigin } from "../model/generated-names.js";
import type { Model } from "../model/model.js";
import { pascalCase } from "../model/names.js";
import { assignNames, type PrimitiveNames } from "./primitive-names.js";

/**
 * Builds the model of a spec whose shape was checked. All proofs are made here; the model is only good when nothing with
 * severity error was reported.
 */
export function buildModel(scope: Scope, spec: Spec, parse: ParseCel): Model {
  const types = createTypeRegistry(scope.project);
  const { root } = spec;
  const server = buildServer(scope, root);
  const requestState = buildRequestState(root, server.name);
  const written = objectMember(root, "requestState");
  const seal = textMember(written, "seal") === "needed" ? "needed" : "always";
  if (seal === "needed" && written !== undefined) {
    scope.report(diagnose("inputs/seal-needed", locateMember(scope.origins, written, "seal"), {}));
  }
  if (written !== undefined && Object.hasOwn(written, "pythonModule") && requestState.codec !== "python-v1") {
    const second = `codec: ${requestState.codec ?? "aes-256-gcm"}`;
    const place = locateMember(scope.origins, written, "pythonModule");
    scope.report(diagnose("spec/exclusive-keys", place, { first: "pythonModule", second }));
  }
  const context: BuildContext = {
    scope,
    types,
    parse,
    requestState,
    seal,
    shared: new Map(),
    definitions: { total: 0 },
    collided: new Set(),
  };
  declareShared(context, spec);

  const names = assignNames(scope, [
    ...spec.tools.map((declared) => ["tool", declared] as const),
    ...spec.prompts.map((declared) => ["prompt", declared] as const),
    ...spec.resources.map((declared) => ["resource", declared] as const),
  ]);
  const named = <T>(all: Spec["tools"], build: (declared: Spec["tools"][number], own: NamesOf) => T): readonly T[] =>
    all.flatMap((declared) => {
      const own = names.get(declared);
      return own === undefined ? [] : [build(declared, own)];
    });
  const tools = named(spec.tools, (declared, own) => buildTool(context, declared, own, spec.everyTool));
  const prompts = named(spec.prompts, (declared, own) => buildPrompt(context, declared, own));
  const resources = named(spec.resources, (declared, own) => buildResource(context, declared, own)).filter(
    (resource) => resource !== undefined,
  );
  checkSharedList(scope, root, tools);
  const cacheHints = cacheHintsOf(root);
  const model: Model = {
    source: spec.document.file.path.replace(/^.*[\\/]/, ""),
    package: readPackage(scope, root, server),
    server: {
      ...server,
      capabilities: capabilitiesOf(root, tools, prompts, resources),
      ...(cacheHints === undefined ? {} : { cacheHints }),
    },
    requestState,
    tools,
    prompts,
    resources,
    types: types.finish(),
  };
  checkGeneratedNames(context, model, (origin) => locate(origin, spec, names));
  return model;
}

type NamesOf = Parameters<typeof buildTool>[2];

/** The part of the document that gives generated code a name. */
function locate(
  { primitive, input }: NameOrigin,
  { everyTool }: Spec,
  names: ReadonlyMap<Declared, PrimitiveNames>,
): Location | undefined {
  const found = [...names].find(([, { codeName }]) => codeName === primitive?.codeName);
  if (found === undefined) return undefined;
  const [declared, { place }] = found;
  const inputs = input?.shared === true ? everyTool.inputs : declared.inputs;
  return inputs.find(({ key }) => key === input?.name)?.place ?? place;
}

/** Shared schemas keep their names, so they are named before everything else. */
function declareShared(context: BuildContext, spec: Spec): void {
  const schemas = objectMember(spec.root, "schemas") ?? {};
  for (const [key, schema] of Object.entries(schemas)) {
    const place = locateMember(context.scope.origins, schemas, key, "key");
    // What is no schema was reported with the shape of the document.
    if (!isSchema(schema)) continue;
    const home = { document: spec.document, root: schema };
    checkSchema(context.scope, schema, home);
    const name = pascalCase(key, "Schema");
    declareType(context, { name, from: `schemas.${key}`, schema, home, mode: "sent" }, place);
  }
}
