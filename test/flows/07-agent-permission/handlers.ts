import { askFor, ToolError } from "@mcp-parley/runtime/server";
import type { AgentPermissionHandlers } from "./generated/src/server.js";
import type { World } from "./world.js";

export function handlers(world: World): AgentPermissionHandlers {
  return {
    "runAgent.proposal": ({ args }) => {
      world.started.push(args.goal);
      const needsPermission = args.goal.includes("file a bug");
      return {
        job: `job-${world.started.length}`,
        needsPermission,
        product: needsPermission ? "Test Management" : "",
        description: needsPermission ? 'Create the bug "Checkout is broken" in project 7.' : "",
      };
    },

    runAgent: ({ args, inputs: { proposal, permission } }) => {
      if (proposal === undefined) throw new ToolError("Nobody can be asked for permission; the agent was not started.");
      world.did.push(`${proposal.job}: ${args.goal}`);
      const did = ["looked around"];
      // Under `onDecline: fail` whoever gets here after a question has said yes.
      if (permission !== undefined) did.push(proposal.description);
      return { structuredContent: { did } };
    },

    superviseAgent: ({ args, ask, responses, state }) => {
      const did = [...(state?.did ?? [])];
      if (state !== undefined && responses.permission?.action === "accept") {
        world.did.push(state.wish);
        did.push(state.wish);
      }
      // An answer that is missing, or was given to other words, is no answer: the same wish is shown again.
      const step = (state?.step ?? 1) + (responses.permission === undefined ? 0 : 1);
      const wish = args.wishes[step - 1];
      // Whoever dismisses a question wants no more of them.
      if (wish === undefined || responses.permission?.action === "cancel") return { structuredContent: { did } };
      return askFor([ask.permission()], { step, wish, did });
    },
  };
}
