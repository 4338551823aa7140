import type { SiteLoginHandlers } from "./generated/src/server.js";
import type { World } from "./world.js";

export function handlers(world: World): SiteLoginHandlers {
  return {
    "startScan.vault": () => {
      const slot = `slot ${world.slots.size + 1}`;
      world.slots.set(slot, "empty");
      return { slot };
    },

    "startScan.login": ({ inputs: { vault } }) => vault !== undefined && world.slots.get(vault.slot) === "filled",

    startScan: ({ args, inputs: { vault, login } }) => {
      // Declined, dismissed, or nobody to ask: the scan goes on with what was given.
      const credential = login?.action === "accept" ? vault?.slot : args.credential;
      world.scans.push({ site: args.site, credential });
      return { structuredContent: { scan: `scan-${world.scans.length}`, signedIn: credential !== undefined } };
    },
  };
}
