import { distance } from "fastest-levenshtein";

/**
 * The candidate that is spelled most like `name`, if one is near enough to be what was meant.
 *
 * @param most - letters that may differ. Default: a third of them, or two that were swapped; beyond that a guess misleads more
 * than it helps.
 */
export function nearest(
  name: string,
  candidates: Iterable<string>,
  most: number = name.length < 4 ? 1 : Math.max(2, Math.floor(name.length / 3)),
): string | undefined {
  let best: string | undefined;
  let bestDistance = most + 1;
  for (const candidate of candidates) {
    if (candidate === name) continue;
    const found =
      candidate.toLowerCase() === name.toLowerCase() ? 0 : distance(name.slice(0, 100), candidate.slice(0, 100));
    if (found < bestDistance) {
      best = candidate;
      bestDistance = found;
    }
  }
  return best;
}

/** ` Did you mean "object"?`, or nothing. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const found = nearest(name, candidates);
  return found === undefined ? "" : ` Did you mean "${found}"?`;
}
