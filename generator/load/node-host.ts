import { readFile, realpath } from "node:fs/promises";
import type { LoadHost } from "./load-host.js";

/** The file system of this process. */
export function nodeHost(cwd: string, options: { readonly allowOutside?: boolean } = {}): LoadHost {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return {
    cwd,
    readFile: async (path) => decoder.decode(await readFile(path)),
    realPath: (path) => realpath(path),
    ...options,
  };
}
