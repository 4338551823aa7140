/** One way of doing the work, to be compared with the others of its group. */
export interface Contender {
  readonly name: string;
  /** Does the work `count` times, one after the other. */
  readonly run: (count: number) => Promise<void> | void;
}

/** What many rounds of one contender came to, in nanoseconds of processor time for one piece of work. */
export interface Timing {
  readonly name: string;
  /** Median of the quietest quarter of the rounds. */
  readonly quiet: number;
  /** The same of every second round, and of the others: how far the figure can be trusted. */
  readonly halves: readonly [number, number];
}

export interface RoundOptions {
  readonly rounds: number;
  /** How long one round of one contender should take, in milliseconds. */
  readonly roundMs: number;
  /** How long each contender runs before anything counts, in milliseconds. */
  readonly warmUpMs: number;
}

/**
 * Times contenders against each other in many short rounds, in an order that is drawn anew for every round, so that whatever
 * else the machine does falls on all of them alike.
 */
export async function timeRounds(contenders: readonly Contender[], options: RoundOptions): Promise<readonly Timing[]> {
  const lanes: { readonly contender: Contender; readonly count: number; readonly samples: number[] }[] = [];
  // Whoever comes first teaches the compiler what there is, and has to learn again with all who follow.
  for (const contender of shuffled(contenders)) {
    lanes.push({ contender, count: await warmUp(contender, options), samples: [] });
  }
  for (let round = 0; round < options.rounds; round += 1) {
    for (const { contender, count, samples } of shuffled(lanes)) {
      samples.push(await timed(contender, count));
    }
  }
  return contenders.map((contender) =>
    summarise(contender.name, lanes.find((lane) => lane.contender === contender)?.samples ?? []),
  );
}

/** The median of the quietest quarter of samples taken in rounds. */
export function summarise(name: string, samples: readonly number[]): Timing {
  const half = (parity: number): number => quiet(samples.filter((_, index) => index % 2 === parity));
  return { name, quiet: quiet(samples), halves: [half(0), half(1)] };
}

export function shuffled<T>(items: readonly T[]): readonly T[] {
  return items
    .map((item) => ({ item, key: Math.random() }))
    .sort((left, right) => left.key - right.key)
    .map(({ item }) => item);
}

function quiet(samples: readonly number[]): number {
  const sorted = [...samples].sort((left, right) => left - right);
  const quarter = Math.max(1, Math.floor(sorted.length / 4));
  return sorted[Math.floor((quarter - 1) / 2)] ?? Number.NaN;
}

/** Runs until the code is compiled; says how often the work fits into a round. */
async function warmUp(contender: Contender, { warmUpMs, roundMs }: RoundOptions): Promise<number> {
  const start = performance.now();
  let count = 1;
  let perPiece = 0;
  do {
    perPiece = (await timed(contender, count)) / 1e6;
    if (perPiece * count < roundMs / 4) count *= 2;
  } while (performance.now() - start < warmUpMs || perPiece === 0);
  return Math.max(1, Math.round(roundMs / perPiece));
}

/**
 * Processor time of the process, not time on the clock: a neighbour that takes the core away in the middle of a round does not
 * count then. What is measured works on one thread and waits for nothing but itself.
 */
async function timed({ run }: Contender, count: number): Promise<number> {
  const start = process.cpuUsage();
  await run(count);
  const { user, system } = process.cpuUsage(start);
  return ((user + system) * 1000) / count;
}
