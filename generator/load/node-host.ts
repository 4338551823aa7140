import { readFile, realpath, stat } from "node:fs/promises";
import { maxDocumentSize } from "./limits.js";
import { type LoadHost, NotReadable } from "./load-host.js";

/** The file system of this process. */
export function nodeHost(cwd: string, options: { readonly allowOutside?: boolean } = {}): LoadHost {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return {
    cwd,
    readFile: async (path) => {
      // A device such as `/dev/zero` never ends, and a pipe that nobody writes to never begins.
      const stats = await stat(path);
      // That a folder is one is said by `readFile`.
      if (!stats.isFile() && !stats.isDirectory()) throw new NotReadable("not-a-file", stats.size);
      if (stats.isFile() && stats.size > maxDocumentSize) throw new NotReadable("too-large", stats.size);
      return decoder.decode(await readFile(path));
    },
    realPath: (path) => realpath(path),
    ...options,
  };
}
