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

/** Refused, dismissed and never asked are three things; the spec has words for each. */
function confirmer(service: string, { target, typed }: DeleteServiceInputs): "nobody" | "argument" | "person" {
  if (typed === undefined) return target.environment === "PROD" ? "argument" : "nobody";
  if (typed.id !== service) throw new ToolError("Another id was typed; it was not deleted.");
  return "person";
}
