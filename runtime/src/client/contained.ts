import type { Client } from "@modelcontextprotocol/client";
import { toError } from "./interrupt.js";

/**
 * Runs a callback of the caller's; what it throws or rejects ends neither the call nor the process.
 *
 * @param client - whose `onerror` is told of it.
 */
export async function contained({ onerror }: Pick<Client, "onerror">, run: () => unknown): Promise<void> {
  try {
    await run();
  } catch (error) {
    onerror?.(toError(error));
  }
}
