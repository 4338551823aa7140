import path from "node:path";
import { quoted } from "../terminal/server-address.js";

/**
 * How the program was called: what it prints to be copied has to work where it is pasted, and in a project or a clone of the
 * repository `parley` alone is not on the path.
 *
 * @param script - absolute path of what Node runs.
 * @param env - npm says in `npm_lifecycle_event` whether it runs `npx` or a script of a project.
 */
export function calledAs(
  script: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): string {
  if (script === undefined) return "parley";
  const steps = script.split(/[\\/]/);
  if (env["npm_lifecycle_event"] === "npx" || steps.includes("node_modules")) return "npx parley";
  return steps.at(-1) === "parley" ? "parley" : `node ${quoted(path.relative(cwd, script).replaceAll("\\", "/"))}`;
}
