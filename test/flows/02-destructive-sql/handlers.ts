import { ToolError } from "@mcp-parley/runtime/server";
import type { DestructiveSqlHandlers } from "./generated/src/server.js";
import { danger, type World } from "./world.js";

export function handlers(world: World): DestructiveSqlHandlers {
  const scan = ({ args }: { readonly args: { readonly query: string } }) => {
    const reason = danger(args.query);
    return { destructive: reason !== undefined, reason: reason ?? "" };
  };
  return {
    "executeSql.scan": scan,
    "applyMigration.scan": scan,

    executeSql: ({ args }) => {
      world.ran.push(args.query);
      return { structuredContent: { rows: 0 } };
    },

    applyMigration: ({ args, inputs: { approval } }) => {
      if (approval !== undefined && approval.action !== "accept") {
        const how = approval.action === "decline" ? "refused" : "dismissed";
        throw new ToolError(`The migration ${args.name} was ${how}; the database is as it was.`);
      }
      world.ran.push(`${args.name}: ${args.query}`);
      return { content: [{ type: "text", text: `Applied ${args.name}.` }] };
    },
  };
}
