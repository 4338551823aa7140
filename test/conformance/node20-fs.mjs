// The suite imports `globSync` of node:fs, which Node has from 22 on, for a command that is not used here. Preloaded on older
// versions, this gives the suite's own file, and no other, an `fs` that has it.
import * as fs from "node:fs";
import { register } from "node:module";

const address = "suite-fs:";
const names = Object.keys(fs).filter((name) => name !== "default");
const source = [
  `import fs from "node:fs";`,
  `export const { ${names.join(", ")} } = fs;`,
  `export default fs;`,
  `export const globSync = () => { throw new Error("globSync needs Node 22"); };`,
].join("\n");

const hooks = `
export const resolve = (specifier, context, next) =>
  /^(node:)?fs$/.test(specifier) && context.parentURL?.includes("/@modelcontextprotocol/conformance/")
    ? { url: ${JSON.stringify(address)}, shortCircuit: true }
    : next(specifier, context);
export const load = (url, context, next) =>
  url === ${JSON.stringify(address)}
    ? { format: "module", source: ${JSON.stringify(source)}, shortCircuit: true }
    : next(url, context);
`;

if (!("globSync" in fs)) register(`data:text/javascript,${encodeURIComponent(hooks)}`);
