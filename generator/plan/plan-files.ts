import { printCalls } from "../../templates/calls.js";
import { printClient } from "../../templates/client.js";
import { printHttp } from "../../templates/http.js";
import { header } from "../../templates/names.js";
import { packageJson, tsconfigJson } from "../../templates/package-files.js";
import { readme } from "../../templates/readme.js";
import { printSchemas } from "../../templates/schemas.js";
import { printSealing } from "../../templates/sealing.js";
import { printServer } from "../../templates/server.js";
import { printTypes } from "../../templates/types.js";
import type { Model } from "../model/model.js";
import { compileTypes } from "../render/compile-types.js";
import { printModule, type SourcePrinter } from "../render/source-printer.js";

/** One file of the emitted package: where it goes (POSIX, inside the output folder), and how its text is made. */
export interface FilePlan {
  readonly path: string;
  render(): string | Promise<string>;
}

/** Every file that a model becomes. Nothing is rendered yet. */
export function planFiles(model: Model): readonly FilePlan[] {
  const module = (name: string, print: (printer: SourcePrinter) => void): FilePlan => ({
    path: `src/${name}.ts`,
    render: () => printModule(header(model), print),
  });
  return [
    { path: "README.md", render: () => readme(model) },
    { path: "package.json", render: () => packageJson(model) },
    module("calls", (printer) => printCalls(model, printer)),
    module("client", (printer) => printClient(model, printer)),
    module("http", (printer) => printHttp(model, printer)),
    module("schemas", (printer) => printSchemas(model, printer)),
    module("sealing", (printer) => printSealing(model, printer)),
    module("server", (printer) => printServer(model, printer)),
    {
      path: "src/types.ts",
      async render() {
        const compiled = await compileTypes(model.types);
        return printModule(header(model), (printer) => printTypes(model, compiled, printer));
      },
    },
    { path: "tsconfig.json", render: () => tsconfigJson() },
  ];
}

/** The emitted package as text, by path. */
export async function renderFiles(model: Model): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const plan of planFiles(model)) files.set(plan.path, await plan.render());
  return files;
}
