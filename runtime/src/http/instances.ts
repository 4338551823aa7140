import type { ServerFactory } from "../server/server-factory.js";
import { environment } from "../server/service.js";
import { wholeNumber } from "../server/whole-number.js";

/** How many instances serve the same clients. */
export interface InstancesOptions {
  /**
   * How many instances serve the same clients; `PARLEY_INSTANCES` when absent, else 1. With several, keys must be configured:
   * an instance cannot open what another one sealed with a key of its own.
   */
  readonly instances?: number;
  /** Environment variables; those of the process when absent. */
  readonly env?: { readonly [name: string]: string | undefined };
}

/**
 * Refuses what several instances cannot do each for itself, and warns of keys that are lost with the process.
 *
 * @throws {Error} when there are several instances, and the keys are made up for this process or a primitive with `once` has no
 * shared store.
 * @throws {RangeError} when `instances` or `PARLEY_INSTANCES` is no whole number from 1.
 */
export function checkInstances(factory: ServerFactory, options: InstancesOptions): void {
  const { sealing, ephemeralReason, log, replaysShared } = factory.service;
  const instances = instancesOf(options);
  if (instances > 1 && factory.once && !replaysShared) {
    throw new Error(
      `There are ${instances} instances, and what may run once is remembered by each for itself. Pass the option \`replays\`: a store that they share.`,
    );
  }
  if (!sealing.ephemeral) return;
  const reason = ephemeralReason ?? "no keys are configured";
  if (instances > 1) {
    throw new Error(
      `There are ${instances} instances and ${reason}: each would seal states that the others cannot open. Configure requestState.keys.`,
    );
  }
  log({ event: "ephemeral_keys", level: "warn", reason });
}

function instancesOf({ instances, env = environment() }: InstancesOptions): number {
  if (instances !== undefined) return wholeNumber("instances", instances);
  const text = env["PARLEY_INSTANCES"];
  return text === undefined || text.trim() === "" ? 1 : wholeNumber("PARLEY_INSTANCES", Number(text));
}
