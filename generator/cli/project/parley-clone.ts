import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** Where the JSON Schema of the spec language lies in parley's package, and in its repository. */
const schemaSteps = ["schemas", "parley.schema.json"];

/** The clone of parley's repository that this very program lies in; nothing where parley is installed as a package. */
export function parleyClone(): string | undefined {
  let root = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(root, "package.json"))) {
    const parent = path.dirname(root);
    if (parent === root) return undefined;
    root = parent;
  }
  return root.split(path.sep).includes("node_modules") ? undefined : root;
}

/** The same, where `folder` lies in it: nothing is installed there, and parley is called by its path. */
export function cloneAround(folder: string): string | undefined {
  const root = parleyClone();
  return root !== undefined &&
    !path.relative(root, folder).startsWith("..") &&
    !path.isAbsolute(path.relative(root, folder))
    ? root
    : undefined;
}

/** The path of something of parley's repository, from `folder`. */
export function fromFolder(folder: string, root: string, ...steps: string[]): string {
  const relative = path.relative(folder, path.join(root, ...steps)).split(path.sep);
  return (relative[0] === ".." ? relative : [".", ...relative]).join("/");
}

/** Where an editor finds the schema of the spec language, from the folder of a spec. */
export function schemaFrom(folder: string): string {
  const root = cloneAround(folder);
  return root === undefined
    ? `./node_modules/mcp-parley/${schemaSteps.join("/")}`
    : fromFolder(folder, root, ...schemaSteps);
}
