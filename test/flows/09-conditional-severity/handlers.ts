import { ToolError } from "@mcp-parley/runtime/server";
import type { ConditionalSeverityHandlers } from "./generated/src/server.js";
import type { World } from "./world.js";

export function handlers(world: World): ConditionalSeverityHandlers {
  return {
    updateError: ({ args, inputs }) => {
      const error = world.errors.get(args.error);
      if (error === undefined) throw new ToolError(`There is no error ${args.error}.`);
      error.state = args.operation;
      // Not asked, declined, dismissed, or not to be asked: the severity stays as it is.
      if (inputs.severity?.action !== "accept") return { structuredContent: { operation: args.operation } };
      error.severity = inputs.severity.content.severity;
      return { structuredContent: { operation: args.operation, severity: error.severity } };
    },
  };
}
