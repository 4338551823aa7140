/** What loading needs from the outside: the CLI gives the file system, tests and editors give documents from memory. */
export interface LoadHost {
  /** Working folder, absolute: paths are shown relative to it. */
  readonly cwd: string;
  /** Reads a file as UTF-8 text. Rejects as `node:fs` does; `code` (`ENOENT`, `EISDIR`, ...) is shown to people. */
  readonly readFile: (absolutePath: string) => Promise<string>;
  /** Follows symbolic links, so that a link cannot lead out of the project. Absent: paths are what they say. */
  readonly realPath?: (absolutePath: string) => Promise<string>;
  /** References may leave the folder of the entry file. */
  readonly allowOutside?: boolean;
}
