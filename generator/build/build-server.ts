import { diagnose } from "../diagnostics/diagnostic.js";
import { locateMember } from "../load/origin.js";
import { isObject, member, objectMember, textMember } from "../load/values.js";
import type { Scope } from "../resolve/scope.js";
import { secondsOf } from "../spec/values.js";
import { cacheHintOf } from "./build-resource.js";
import type {
  Json,
  JsonObject,
  PackageModel,
  PromptArgumentModel,
  PromptModel,
  RequestStateModel,
  ResourceModel,
  ServerModel,
  ToolModel,
} from "../model/model.js";
import { packageNameOf, packageNamePattern, pascalCase } from "../model/names.js";

type ServerCore = Omit<ServerModel, "capabilities" | "cacheHints">;

export function buildServer(scope: Scope, root: JsonObject): ServerCore {
  const server = objectMember(root, "server") ?? {};
  const name = textMember(server, "name") ?? "server";
  const codeName = textMember(server, "codeName");
  if (codeName !== undefined && !/^[A-Z][A-Za-z\d]*$/.test(codeName)) {
    const place = locateMember(scope.origins, server, "codeName");
    scope.report(
      diagnose(
        "names/code-name",
        place,
        { name: codeName },
        {
          help: "The codeName of a server starts with a capital and has letters and digits only.",
        },
      ),
    );
  }
  const texts = ["title", "description", "websiteUrl", "instructions"] as const;
  const icons = member(server, "icons");
  return {
    name,
    typeName: codeName ?? pascalCase(name, "Server"),
    version: textMember(server, "version") ?? "0.0.0",
    ...Object.fromEntries(
      texts.flatMap((key) => {
        const text = textMember(server, key);
        return text === undefined ? [] : [[key, text] as const];
      }),
    ),
    ...(icons === undefined ? {} : { icons }),
  };
}

/** Defaults of the sealed state: 10 minutes per round, a day per flow, 64 KiB. */
export function buildRequestState(root: JsonObject, serverName: string): RequestStateModel {
  const state = objectMember(root, "requestState") ?? {};
  const keys = objectMember(state, "keys");
  const env = textMember(keys, "env");
  const file = textMember(keys, "file");
  const codec = textMember(state, "codec");
  const pythonModule = textMember(state, "pythonModule");
  const principal = textMember(state, "principal");
  const { maxStateBytes } = state;
  return {
    ...(env !== undefined ? { keys: { env } } : file !== undefined ? { keys: { file } } : {}),
    ...(codec === "aes-256-gcm" || codec === "python-v1" || codec === "custom" ? { codec } : {}),
    ...(pythonModule === undefined || codec !== "python-v1" ? {} : { keyPrefix: `${pythonModule}:` }),
    ttlSeconds: seconds(state, "ttl", 600),
    maxAgeSeconds: seconds(state, "maxAge", 86_400),
    ...(principal === "oauth" || principal === "none" || principal === "custom" ? { principal } : {}),
    audience: textMember(state, "audience") ?? serverName,
    maxStateBytes: typeof maxStateBytes === "number" ? maxStateBytes : 65_536,
  };
}

/** A list that depends on the client must not be kept for other clients. */
export function checkSharedList(scope: Scope, root: JsonObject, tools: readonly ToolModel[]): void {
  const hint = objectMember(objectMember(root, "cache"), "tools");
  if (hint === undefined || textMember(hint, "scope") !== "public") return;
  if (tools.every(({ listFor }) => listFor === undefined)) return;
  const place = locateMember(scope.origins, hint, "scope");
  scope.report(diagnose("spec/exclusive-keys", place, { first: "scope: public", second: "listFor" }));
}

function seconds(parent: JsonObject, key: string, fallback: number): number {
  const value = member(parent, key);
  return typeof value === "number" || typeof value === "string" ? secondsOf(value) : fallback;
}

/** Semantic Versioning 2.0.0, the part that npm insists on. */
const versionPattern = /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;

export function readPackage(scope: Scope, root: JsonObject, server: ServerCore): PackageModel {
  const written = objectMember(root, "package");
  const name = textMember(written, "name") ?? packageNameOf(server.name);
  const taken = name === "node_modules" || name === "favicon.ico";
  if (written !== undefined && (!packageNamePattern.test(name) || name.length > 214 || taken)) {
    scope.report(diagnose("names/package", locateMember(scope.origins, written, "name"), { name }));
  }
  const version = textMember(written, "version");
  if (written !== undefined && version !== undefined && !versionPattern.test(version)) {
    scope.report(diagnose("names/package-version", locateMember(scope.origins, written, "version"), { version }));
  }
  return { name, version: textMember(written, "version") ?? server.version };
}

const completes = (args: readonly PromptArgumentModel[]): boolean =>
  args.some((argument) => argument.completion !== undefined);

/** Capabilities that the primitives imply, and those that the document adds (MCP `ServerCapabilities`). */
export function capabilitiesOf(
  root: JsonObject,
  tools: readonly ToolModel[],
  prompts: readonly PromptModel[],
  resources: readonly ResourceModel[],
): JsonObject {
  const written = objectMember(root, "capabilities") ?? {};
  const completions =
    prompts.some((prompt) => completes(prompt.arguments)) ||
    resources.some((resource) => completes(resource.variables));
  const entries: [string, boolean, Json | undefined][] = [
    ["tools", tools.length > 0, member(written, "tools")],
    ["prompts", prompts.length > 0, member(written, "prompts")],
    ["resources", resources.length > 0, member(written, "resources")],
    ["completions", completions, member(written, "completions")],
    ["logging", false, member(written, "logging")],
    ["extensions", false, member(written, "extensions")],
    ["experimental", false, member(written, "experimental")],
  ];
  return Object.fromEntries(
    entries.flatMap(([name, implied, value]) => {
      if (value === undefined ? !implied : value === false) return [];
      return [[name, isObject(value) ? value : {}] as const];
    }),
  );
}

const cachedMethods: ReadonlyMap<string, string> = new Map([
  ["tools", "tools/list"],
  ["prompts", "prompts/list"],
  ["resources", "resources/list"],
  ["resourceTemplates", "resources/templates/list"],
  ["discover", "server/discover"],
]);

export function cacheHintsOf(root: JsonObject): JsonObject | undefined {
  const cache = objectMember(root, "cache") ?? {};
  const hints = [...cachedMethods].flatMap(([key, method]) => {
    const hint = objectMember(cache, key);
    return hint === undefined ? [] : [[method, cacheHintOf(hint)] as const];
  });
  return hints.length === 0 ? undefined : Object.fromEntries(hints);
}
