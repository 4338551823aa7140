/** A host's word that it will not read a file, before it has read any of it. */
export class NotReadable extends Error {
  override readonly name = "NotReadable";
  /** `not-a-file`: a device, a pipe or a socket. */
  readonly reason: "not-a-file" | "too-large";
  /** Bytes. */
  readonly size: number;

  constructor(reason: "not-a-file" | "too-large", size: number) {
    super(reason);
    this.reason = reason;
    this.size = size;
  }
}

/** What loading needs from the outside: the CLI gives the file system, tests and editors give documents from memory. */
export interface LoadHost {
  /** Working folder, absolute: paths are shown relative to it. */
  readonly cwd: string;
  /** Reads a file as UTF-8 text. Rejects as `node:fs` does, or with {@link NotReadable}; `code` (`ENOENT`, `EISDIR`, ...) is shown to people. */
  readonly readFile: (absolutePath: string) => Promise<string>;
  /** Follows symbolic links, so that a link cannot lead out of the project. Absent: paths are what they say. */
  readonly realPath?: (absolutePath: string) => Promise<string>;
  /** References may leave the folder of the entry file. */
  readonly allowOutside?: boolean;
}
