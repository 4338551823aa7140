import { ToolError } from "@mcp-parley/runtime/server";
import type { PaidProjectHandlers } from "./generated/src/server.js";
import type { World } from "./world.js";

export function handlers(world: World): PaidProjectHandlers {
  const cost = (): { amount: number; billed: "monthly" } => ({ amount: world.price, billed: "monthly" });
  return {
    getCost: () => ({ structuredContent: cost() }),

    confirmCost: ({ args }) => {
      const id = `cost-${world.agreements.size + 1}`;
      world.agreements.set(id, args);
      return { structuredContent: { id } };
    },

    "createProject.cost": cost,

    createProject: ({ args, inputs: { cost: quoted, agreement } }) => {
      switch (agreement?.action) {
        case "decline":
          return { structuredContent: { status: "declined" } };
        case "cancel":
          return { structuredContent: { status: "dismissed" } };
        case "unavailable":
          throw new ToolError(
            `This costs ${quoted.amount} dollars. Show get_cost to the user, then call confirm_cost and pass its id.`,
          );
        case "accept":
          break;
        case undefined:
          if (quoted.amount > 0) requireAgreement(world, args, quoted.amount);
      }
      const id = `project-${world.projects.length + 1}`;
      world.projects.push({ id, name: args.name, price: quoted.amount });
      return { structuredContent: { status: "created", id } };
    },
  };
}

/** The older way: an id that stands for a cost which somebody agreed to. */
function requireAgreement(
  world: World,
  args: { readonly organization: string; readonly confirmCostId?: string | undefined },
  amount: number,
): void {
  const agreed = world.agreements.get(args.confirmCostId ?? "");
  if (agreed?.organization !== args.organization || agreed.amount !== amount) {
    throw new ToolError(`Nobody agreed to ${amount} dollars; nothing was created.`);
  }
}
