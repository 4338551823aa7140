/** What an instance says about itself when asked. */
export interface ServerReport {
  /** Bytes in use after a collection. */
  readonly heap: number;
  /** How many events of each kind were logged. */
  readonly events: Readonly<Record<string, number>>;
  /** The first thing that must not happen; absent when nothing did. */
  readonly failure: string | undefined;
}
