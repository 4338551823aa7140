/** A file system by URI, and the folders that the command line allowed. */
export interface World {
  readonly files: Map<string, string>;
  readonly folders: readonly string[];
}

export function createWorld(...folders: readonly string[]): World {
  return { files: new Map(), folders };
}

/** Whether a file lies in a folder; both as `file:` URIs without dots. */
export function isInside(file: string, folder: string): boolean {
  return file.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}
