import type { Client } from "@modelcontextprotocol/client";
import { toError } from "./interrupt.js";

/** Runs a callback of the caller's; what it throws or rejects is reported, and ends neither the call nor the process. */
export async function contained({ onerror }: Client, run: () => unknown): Promise<void> {
  try {
    await run();
  } catch (error) {
    onerror?.(toError(error));
  }
}
