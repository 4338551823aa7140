/** A data lake that is billed by what a query scans, and an outgoing mailbox. */
export interface World {
  gigabytes: number;
  readonly ran: string[];
  readonly sent: string[];
}

export function createWorld(gigabytes: number): World {
  return { gigabytes, ran: [], sent: [] };
}
