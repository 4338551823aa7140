import type { SavedCall } from "@mcp-parley/runtime/client";

// One flow for each tab: two tabs with one store would answer each other's questions.
const store = sessionStorage;
const key = "provisioner.flow";

/** Keeps the call across a reload. */
export function keepFlow(saved: SavedCall): void {
  store.setItem(key, JSON.stringify(saved));
}

export function forgetFlow(): void {
  store.removeItem(key);
}

/** What was kept, unchecked: `resume()` checks it. */
export function keptFlow(): SavedCall | undefined {
  const text = store.getItem(key);
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as SavedCall;
  } catch {
    forgetFlow();
    return undefined;
  }
}
