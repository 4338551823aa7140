import { plainLocation, type Location, type SourceFile } from "../diagnostics/source-file.js";
import { LateLocation } from "./late-location.js";

/** Where one member of a mapping or sequence stands: offsets of its key and of its value. */
export interface MemberSpan {
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly start: number;
  readonly end: number;
}

/** Where a mapping or sequence was written. */
export interface Origin {
  readonly file: SourceFile;
  readonly start: number;
  readonly end: number;
  /** Span of a member by key or index. */
  readonly member: (key: string) => MemberSpan | undefined;
  /** Members that were written elsewhere: siblings that a `$ref` brought in. */
  readonly inherited?: Origin;
}

/**
 * Origins by the identity of the value. A value that is referenced from another document carries its origin along, so that
 * a problem is always shown where it was written.
 */
export type Origins = Map<object, Origin>;

/** The origin of a value with members that were written elsewhere. */
export function inheriting(own: Origin, inherited: Origin): Origin {
  return {
    file: own.file,
    get start() {
      return own.start;
    },
    get end() {
      return own.end;
    },
    member: (key) => own.member(key),
    inherited,
  };
}

export type Part = "key" | "value";

/** Location of a mapping or sequence as a whole, or of its start where it is large. */
export function locate(origins: Origins, value: object): Location | undefined {
  const origin = origins.get(value);
  return origin && new LateLocation(() => plainLocation(origin));
}

/** Location of one member; falls back to the whole. */
export function locateMember(
  origins: Origins,
  parent: object,
  key: string | number,
  part: Part = "value",
): Location | undefined {
  const origin = origins.get(parent);
  return origin && new LateLocation(() => memberLocation(origin, String(key), part));
}

function memberLocation(origin: Origin, key: string, part: Part): Location {
  for (let from: Origin | undefined = origin; from !== undefined; from = from.inherited) {
    const span = from.member(key);
    if (span === undefined) continue;
    return part === "key"
      ? { file: from.file, start: span.keyStart, end: span.keyEnd }
      : { file: from.file, start: span.start, end: span.end };
  }
  return plainLocation(origin);
}

/**
 * Location of a path below a value: as deep as the path exists. A path whose last step is missing gives the key of the deepest
 * mapping that is there, because that is where a person adds something.
 */
export function locatePath(
  origins: Origins,
  root: unknown,
  path: readonly (string | number)[],
  part: Part = "value",
): Location | undefined {
  let place: Location | undefined;
  let value = root;
  if (typeof value === "object" && value !== null) place = locate(origins, value);
  for (const [index, step] of path.entries()) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return place;
    const last = index === path.length - 1;
    place = locateMember(origins, value, step, last ? part : "key") ?? place;
    value = Reflect.get(value, step) as unknown;
  }
  return place;
}

/** Source text of a member's value, as it was typed. */
export function sourceOf(origins: Origins, parent: object, key: string | number): string | undefined {
  const place = locateMember(origins, parent, key);
  return place === undefined ? undefined : place.file.text.slice(place.start, place.end);
}

/**
 * Narrows a location to a fragment of the text that is written there, for example one expression in a message. Escapes in
 * the source can hide the fragment; then the whole text is shown.
 *
 * @param start - of the part that is meant, in the fragment; as `end`.
 */
export function locateWithin(
  place: Location | undefined,
  fragment: string,
  start: number,
  end: number,
): Location | undefined {
  if (place === undefined || fragment === "") return place;
  return new LateLocation(() => {
    const at = indexWithin(place, fragment, place.start);
    return at === undefined
      ? plainLocation(place)
      : { file: place.file, start: at + start, end: at + Math.max(end, start + 1) };
  });
}

/** As {@link locateWithin}, for whole fragments that are written one behind the other. */
export function locateEach(place: Location, fragments: readonly string[]): readonly Location[] {
  let found: readonly Location[] | undefined;
  return fragments.map(
    (_fragment, index) => new LateLocation(() => (found ??= findEach(place, fragments))[index] ?? plainLocation(place)),
  );
}

function findEach(place: Location, fragments: readonly string[]): readonly Location[] {
  let from = place.start;
  return fragments.map((fragment) => {
    const start = indexWithin(place, fragment, from);
    if (start === undefined) return plainLocation(place);
    from = start + fragment.length;
    return { file: place.file, start, end: from };
  });
}

function indexWithin({ file, end }: Location, fragment: string, from: number): number | undefined {
  const at = file.text.indexOf(fragment, from);
  return at === -1 || at + fragment.length > end ? undefined : at;
}
