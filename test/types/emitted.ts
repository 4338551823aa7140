import type { Diagnostic } from "../../generator/diagnostics/diagnostic.js";
import { loadModel } from "../../generator/build/load-model.js";
import type { Json, JsonSchema, Model } from "../../generator/model/model.js";
import { planFiles } from "../../generator/plan/plan-files.js";

/** A model from a document in memory. JSON is YAML too, and both go through the whole front end. */
export async function modelOf(
  document: string | Json,
  files: Readonly<Record<string, string>> = {},
): Promise<[Model | undefined, readonly Diagnostic[]]> {
  const isText = typeof document === "string";
  const entry = isText ? "/project/parley.yaml" : "/project/parley.json";
  const text = isText ? document : JSON.stringify(document);
  const [model, diagnostics] = await loadModel(entry, {
    cwd: "/project",
    readFile: (file) => {
      if (file === entry) return Promise.resolve(text);
      const name = file.replace("/project/", "");
      const other = Object.hasOwn(files, name) ? files[name] : undefined;
      if (other !== undefined) return Promise.resolve(other);
      return Promise.reject(Object.assign(new Error("no such file"), { code: "ENOENT" }));
    },
  });
  return [model, diagnostics];
}

/** One file of the package that a model becomes. */
export async function renderFile(model: Model, name: string): Promise<string> {
  const plan = planFiles(model).find(({ path }) => path === name);
  if (plan === undefined) throw new Error(`There is no ${name}.`);
  return plan.render();
}

/**
 * The types of schemas, emitted by the whole generator: each is the output of a tool.
 *
 * @returns `types.ts`, and the names of the types in the order of the schemas.
 */
export async function emittedTypes(schemas: readonly JsonSchema[]): Promise<readonly [string, readonly string[]]> {
  const tools = Object.fromEntries(
    schemas.map((outputSchema, index) => [`s${index}`, { inputSchema: { type: "object" }, outputSchema }]),
  );
  const [model, diagnostics] = await modelOf({ parley: "1", server: { name: "types", version: "1" }, tools });
  if (model === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return [await renderFile(model, "src/types.ts"), model.tools.map(({ outputType }) => outputType?.name ?? "unknown")];
}
