import { ToolError } from "@mcp-parley/runtime/server";
import type { ProvisionerHandlers } from "provisioner/server";

/** In euros. */
const MONTHLY = { small: 12, large: 96 };

/** Everything a person has to write: no protocol, no state, no questions. */
export const handlers: ProvisionerHandlers = {
  "provision.quote": ({ args }) => ({ monthly: MONTHLY[args.size] }),

  provision: ({ args, inputs, flow }) => {
    if (inputs.confirm.action !== "accept") {
      throw new ToolError(`Nothing was created: the person did not agree to ${inputs.quote.monthly} euros a month.`);
    }
    // A real server would pass flow.id on as the idempotency key of its cloud API.
    const id = `db-${args.name}-${flow.id.slice(0, 6)}`;
    return { structuredContent: { id, region: inputs.region.region, billing: inputs.confirm.content.billing } };
  },
};
