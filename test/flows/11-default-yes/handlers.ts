import { ToolError } from "@mcp-parley/runtime/server";
import type { DefaultYesHandlers } from "./generated/src/server.js";
import type { World } from "./world.js";

export function handlers(world: World): DefaultYesHandlers {
  return {
    "executeQuery.estimate": () => ({ gigabytes: world.gigabytes }),

    executeQuery: ({ args, inputs }) => {
      if (inputs.approval !== undefined) requireApproval(inputs.approval);
      world.ran.push(args.query);
      return { structuredContent: { records: 1 } };
    },

    sendEmail: ({ args, inputs }) => {
      requireApproval(inputs.approval);
      world.sent.push(args.to);
      return { structuredContent: { sent: true } };
    },
  };
}

/** An accepted form with the box unticked is a no. */
function requireApproval({ approve }: { readonly approve: boolean }): void {
  if (!approve) throw new ToolError("The user did not approve this operation.");
}
