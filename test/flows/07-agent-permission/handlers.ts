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
      world.did.push(`${proposal.job}: ${args.goal}`);
      const did = ["looked around"];
      // Under `onDecline: fail` whoever gets here after a question has said yes.
      if (permission !== undefined) did.push(proposal.description);
      return { structuredContent: { did } };
    },
  };
}
