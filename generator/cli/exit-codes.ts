/** What the process says when it ends. */
export const exitCodes = {
  fine: 0,
  /** It ran, and found problems: an invalid spec, output that is not up to date. */
  problems: 1,
  /** It could not run: bad usage, a folder that cannot be written, a bug. */
  failed: 2,
  /** Interrupted, as shells count SIGINT. */
  interrupted: 130,
} as const;
