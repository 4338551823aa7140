import type { Diagnostic } from "../../generator/diagnostics/diagnostic.js";
import { placeOf } from "../../generator/diagnostics/diagnostic.js";
import { loadModel } from "../../generator/build/load-model.js";
import type { Model } from "../../generator/model/model.js";

export interface Loaded {
  readonly model: Model | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly codes: readonly string[];
  /** `parley.yaml:4:5 spec/unknown-key`, one a problem. */
  readonly places: readonly string[];
  /** Files that were asked for. */
  readonly read: readonly string[];
}

/** Loads a document from memory; every other file must be given too. */
export async function loadText(
  text: string,
  files: Readonly<Record<string, string>> = {},
  entry = "parley.yaml",
): Promise<Loaded> {
  const all = new Map(
    Object.entries({ ...files, [entry]: text }).map(([path, content]) => [`/project/${path}`, content]),
  );
  const read: string[] = [];
  const [model, diagnostics] = await loadModel(entry, {
    cwd: "/project",
    readFile: (path) => {
      read.push(path);
      const content = all.get(path);
      return content === undefined
        ? Promise.reject(Object.assign(new Error("missing"), { code: "ENOENT" }))
        : Promise.resolve(content);
    },
  });
  return {
    model,
    diagnostics,
    codes: [...new Set(diagnostics.map(({ code }) => code))],
    places: diagnostics.map(({ code, location }) => `${location === undefined ? "-" : placeOf(location)} ${code}`),
    read,
  };
}

/** The model of a document that must be good. */
export async function loadGood(text: string, files: Readonly<Record<string, string>> = {}): Promise<Model> {
  const { model, diagnostics } = await loadText(text, files);
  if (model === undefined) throw new Error(diagnostics.map(({ code, message }) => `${code}: ${message}`).join("\n"));
  return model;
}

export const head = 'parley: "1"\nserver: { name: demo, version: "1.0.0" }\n';
