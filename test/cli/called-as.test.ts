import { expect, test } from "vitest";
import { calledAs } from "../../generator/cli/called-as.js";

const cwd = "/home/ada/shop";

test.each([
  // `npx` starts a package of the project, and in a clone the package itself.
  ["/home/ada/shop/dist/parley/main.js", { npm_lifecycle_event: "npx" }, "npx parley"],
  ["/home/ada/shop/node_modules/.bin/parley", {}, "npx parley"],
  ["/home/ada/shop/node_modules/.bin/parley", { npm_lifecycle_event: "lint" }, "npx parley"],
  // Where a shell has no links: npm writes a script that names the file.
  ["/home/ada/shop/node_modules/mcp-parley/dist/parley/main.js", {}, "npx parley"],
  ["/usr/local/bin/parley", {}, "parley"],
  // A script of a project inside a clone; `npx` would look for the package in the registry.
  ["/home/ada/parley/dist/parley/main.js", { npm_lifecycle_event: "lint" }, "node ../parley/dist/parley/main.js"],
  ["/home/ada/my clone/dist/parley/main.js", {}, "node '../my clone/dist/parley/main.js'"],
  [undefined, {}, "parley"],
])("started as %s with %j it is called by %s", (script, env, name) => {
  expect(calledAs(script, env, cwd)).toBe(name);
});
