import type { SourceFile } from "../diagnostics/source-file.js";
import type { Json } from "../model/model.js";
import type { MemberSpan, Origin, Origins } from "./origin.js";
import { collectionsOf, type PlainDocument } from "./plain-document.js";
import { isObject } from "./values.js";

/**
 * Notes the mappings and sequences of a document that was read without places. The first place that is asked for has the document
 * read once more, and then all are known.
 *
 * @param readAgain - gives the same value and fills in the origins of its parts.
 */
export function addLateOrigins(
  origins: Origins,
  file: SourceFile,
  { collections }: PlainDocument,
  readAgain: (origins: Origins) => Json | undefined,
): void {
  let known: ReadonlyMap<object, Origin> | undefined;
  const find = (value: object): Origin | undefined => {
    known ??= originsOf(collections, readAgain);
    return known.get(value);
  };
  for (const value of collections) origins.set(value, new LateOrigin(file, value, find));
}

function originsOf(
  collections: readonly object[],
  readAgain: (origins: Origins) => Json | undefined,
): ReadonlyMap<object, Origin> {
  const written: Origins = new Map();
  const again = readAgain(written);
  const twins = isObject(again) ? collectionsOf(again).collections : [];
  const known = new Map<object, Origin>();
  for (const [index, value] of collections.entries()) {
    const origin = written.get(twins[index] ?? value);
    if (origin !== undefined) known.set(value, origin);
  }
  return known;
}

class LateOrigin implements Origin {
  readonly file: SourceFile;
  private readonly value: object;
  private readonly find: (value: object) => Origin | undefined;

  constructor(file: SourceFile, value: object, find: (value: object) => Origin | undefined) {
    this.file = file;
    this.value = value;
    this.find = find;
  }

  get start(): number {
    return this.find(this.value)?.start ?? 0;
  }

  get end(): number {
    return this.find(this.value)?.end ?? 1;
  }

  member(key: string): MemberSpan | undefined {
    return this.find(this.value)?.member(key);
  }
}
