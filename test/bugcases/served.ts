import { mkdtemp, mkdir, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ServerFactory } from "../../runtime/src/server/server-factory.js";
import { bundle } from "../import/bundle.js";
import { everything, post, type Wire } from "../runtime/connections.js";
import { generated } from "./checked.js";

export interface ServedPackage {
  /** Exports of the generated `server.ts`. */
  readonly module: Readonly<Record<string, unknown>>;
  readonly factory: ServerFactory;
}

/** Generates the package of a document, and runs it with these handlers. */
export async function served(
  text: string,
  handlers: Readonly<Record<string, unknown>>,
  options: object = {},
): Promise<ServedPackage> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), "parley-served-")));
  try {
    for (const [name, source] of await generated(text)) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), source);
    }
    const [url] = await bundle(folder, ["src/server.ts"]);
    const module = (await import(String(url))) as Readonly<Record<string, unknown>>;
    const create = Object.entries(module).find(([key]) => /^create\w+Server$/.test(key))?.[1];
    const make = create as (handlers: object, options: object) => ServerFactory;
    return { module, factory: make(handlers, { log: () => {}, ...options }) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** One leg of a call, over the wire. */
export interface Leg {
  readonly args?: object;
  /** Raw, so that a test can send what no client would. */
  readonly answers?: unknown;
  readonly state?: unknown;
  readonly capabilities?: object;
  readonly method?: "tools/call" | "prompts/get" | "resources/read";
}

export async function leg(factory: ServerFactory, name: string, given: Leg = {}): Promise<Wire> {
  const params = {
    name,
    arguments: given.args ?? {},
    ...(given.answers === undefined ? {} : { inputResponses: given.answers }),
    ...(given.state === undefined ? {} : { requestState: given.state }),
  };
  return post(factory, given.method ?? "tools/call", params, { capabilities: given.capabilities ?? everything });
}

/** The state that a leg handed out. */
export const stateOf = (wire: Wire): string => String(wire.result?.["requestState"]);

/** The questions of a leg, by name. */
export function questionsOf(
  wire: Wire,
): Readonly<Record<string, { readonly method: string; readonly params: Readonly<Record<string, unknown>> }>> {
  return (wire.result?.["inputRequests"] ?? {}) as ReturnType<typeof questionsOf>;
}

/** Texts of a final result. */
export function textOf(wire: Wire): string {
  const content = wire.result?.["content"];
  return Array.isArray(content) ? content.map((block: { text?: string }) => block.text ?? "").join("\n") : "";
}
