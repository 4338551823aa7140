/** More than this is a leak, in bytes: what half of a run may add to a heap that is warm. */
export const allowedGrowth = 4 * 1024 * 1024;

/**
 * How much a heap grew once it was warm: the median of the last quarter of the samples less that of the second quarter.
 */
export function growthOf(samples: readonly number[]): number {
  const quarter = Math.floor(samples.length / 4);
  return median(samples.slice(-quarter)) - median(samples.slice(quarter, 2 * quarter));
}

function median(samples: readonly number[]): number {
  const sorted = [...samples].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
