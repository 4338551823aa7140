import { ToolError } from "@mcp-parley/runtime/server";
import type { SecretByUrlHandlers } from "./generated/src/server.js";
import { versionOf, type World } from "./world.js";

export function handlers(world: World): SecretByUrlHandlers {
  return {
    "createSecret.before": ({ args }) => {
      const version = versionOf(world, args.project, args.name);
      if (version > 0 && !args.replace) throw new ToolError(`${args.name} exists; pass "replace" to replace it.`);
      return { version };
    },

    "createSecret.page": ({ args, inputs }) => versionOf(world, args.project, args.name) > inputs.before.version,

    createSecret: ({ args, inputs }) => {
      switch (inputs.page.action) {
        case "decline":
          return { structuredContent: { status: "declined" } };
        case "cancel":
          return { structuredContent: { status: "dismissed" } };
        case "accept":
          return { structuredContent: { status: "stored", version: versionOf(world, args.project, args.name) } };
      }
    },
  };
}
