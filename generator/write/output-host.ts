import type { Dirent, Stats } from "node:fs";
import { lstat, mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";

/** The calls on the file system that writing makes; tests make them fail one by one. */
export interface OutputHost {
  readonly lstat: (path: string) => Promise<Stats>;
  readonly readFile: (path: string) => Promise<string>;
  readonly readdir: (path: string) => Promise<Dirent[]>;
  readonly mkdir: (path: string) => Promise<void>;
  readonly writeFile: (path: string, text: string) => Promise<void>;
  readonly rename: (from: string, to: string) => Promise<void>;
  /** Removes an empty folder. */
  readonly rmdir: (path: string) => Promise<void>;
  /** Removes a folder with all that is in it. */
  readonly removeTree: (path: string) => Promise<void>;
}

/** The file system of this process. */
export const nodeOutputHost: OutputHost = {
  lstat: (path) => lstat(path),
  readFile: (path) => readFile(path, "utf8"),
  readdir: (path) => readdir(path, { withFileTypes: true }),
  mkdir: async (path) => {
    await mkdir(path);
  },
  // "wx": staging never writes through something that is already there.
  writeFile: (path, text) => writeFile(path, text, { flag: "wx" }),
  rename: (from, to) => rename(from, to),
  rmdir: (path) => rmdir(path),
  removeTree: (path) => rm(path, { recursive: true, force: true }),
};

/** The `code` of a file system error (`ENOENT`, `EACCES`, ...), if it is one. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** True for "there is no such file or folder". */
export function isMissing(error: unknown): boolean {
  const code = errorCode(error);
  return code === "ENOENT" || code === "ENOTDIR";
}
