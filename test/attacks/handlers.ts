import { ToolError } from "@mcp-parley/runtime/server";
import type { ProvisionerHandlers } from "provisioner/server";

/** One run of the author's function: what was done for whom. */
export interface Ran {
  readonly flow: string;
  readonly name: string;
  readonly region: string;
  readonly billing: string;
}

/** Handlers that note what they did. */
export function handlers(ran: Ran[]): ProvisionerHandlers {
  return {
    "provision.quote": ({ args }) => ({ monthly: args.size === "small" ? 12 : 96 }),
    provision: ({ args, inputs, flow }) => {
      if (inputs.confirm.action !== "accept") throw new ToolError("Nothing was created.");
      const { region } = inputs.region;
      const { billing } = inputs.confirm.content;
      ran.push({ flow: flow.id, name: args.name, region, billing });
      return { structuredContent: { id: flow.id, region, billing } };
    },
  };
}
