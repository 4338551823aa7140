import type { Location, SourceFile } from "../diagnostics/source-file.js";

/**
 * A location that is looked up when somebody reads it: most places in a document are handed around only for the case that
 * there is something to say about them.
 */
export class LateLocation implements Location {
  private readonly find: () => Location;
  private found: Location | undefined = undefined;

  /** @param find - called once at most. */
  constructor(find: () => Location) {
    this.find = find;
  }

  get file(): SourceFile {
    return this.look().file;
  }

  get start(): number {
    return this.look().start;
  }

  get end(): number {
    return this.look().end;
  }

  private look(): Location {
    this.found ??= this.find();
    return this.found;
  }
}
