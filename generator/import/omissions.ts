import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.js";
import type { Location } from "../diagnostics/source-file.js";
import { locateMember, type Origins } from "../load/origin.js";
import type { ListName } from "./listing.js";

/** Steps from the root of one listed entry to what was left out of it. */
export type OmittedPath = readonly (string | number)[];

/** One listed entry: what it is called in messages, and where it stands. */
export interface EntryLabel {
  readonly kind: string;
  readonly name: string;
  /** Absent for what is in none of the lists. */
  readonly list?: ListName;
  readonly index?: number;
}

export interface Omission {
  readonly entry: EntryLabel;
  readonly path: OmittedPath;
  readonly place: Location | undefined;
}

/** Collects what a spec cannot say, so that nothing is dropped silently. */
export interface Omissions {
  readonly add: (entry: EntryLabel, path: OmittedPath, parent: object) => void;
  readonly all: () => readonly Omission[];
}

export function createOmissions(origins: Origins): Omissions {
  const found: Omission[] = [];
  return {
    add(entry, path, parent) {
      const key = path.at(-1) ?? "";
      found.push({ entry, path, place: locateMember(origins, parent, key, "key") });
    },
    all: () => found,
  };
}

/** One diagnostic for each member that is left out, however many entries have it: 300 tools would bury everything else. */
export function omissionDiagnostics(omissions: readonly Omission[]): readonly Diagnostic[] {
  const groups = new Map<string, Omission[]>();
  for (const omission of omissions) {
    const key = JSON.stringify([omission.entry.kind, omission.path.filter((step) => typeof step === "string")]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [omission]);
    else group.push(omission);
  }
  return [...groups.values()].map((group) => {
    const [first] = group;
    const key = (first?.path ?? []).filter((step) => typeof step === "string").join(".");
    const related = group
      .slice(1)
      .flatMap(({ entry, place }) =>
        place === undefined ? [] : [{ message: `Also of the ${entry.kind} "${entry.name}".`, location: place }],
      );
    return diagnose("import/not-expressible", first?.place, { key, what: described(group) }, { related });
  });
}

function described(group: readonly Omission[]): string {
  const names = [...new Set(group.map(({ entry }) => entry.name))];
  const kind = group[0]?.entry.kind ?? "entry";
  if (names.length === 1) return names[0] === "" ? `the ${kind}` : `the ${kind} "${names[0]}"`;
  return `${names.length} ${kind}s`;
}
