import { ToolError } from "@mcp-parley/runtime/server";
import type { DeleteServiceInputs, TypedIdHandlers } from "./generated/src/server.js";
import type { World } from "./world.js";

export function handlers(world: World): TypedIdHandlers {
  return {
    "deleteService.target": ({ args }) => {
      const service = world.services.get(args.service);
      if (service === undefined) throw new ToolError(`There is no service ${args.service}.`);
      return service;
    },

    deleteService: ({ args, inputs }) => {
      const confirmedBy = confirmer(args.service, inputs);
      world.services.delete(args.service);
      return { structuredContent: { deleted: args.service, confirmedBy } };
    },
  };
}

/** Refused, dismissed and never asked are three things, and each is told as what it is. */
function confirmer(service: string, { target, typed }: DeleteServiceInputs): "nobody" | "argument" | "person" {
  switch (typed?.action) {
    case undefined:
      return target.environment === "PROD" ? "argument" : "nobody";
    case "decline":
      throw new ToolError("The user refused to delete it.");
    case "cancel":
      throw new ToolError("The user dismissed the question; it was not deleted.");
    case "unavailable":
      throw new ToolError("Nobody could be asked; use the command line to delete a production service.");
    case "accept":
      if (typed.content.id !== service) throw new ToolError("Another id was typed; it was not deleted.");
      return "person";
  }
}
