import { ToolError } from "@mcp-parley/runtime/server";
import type { RepositoriesHandlers } from "./generated/src/server.js";
import type { World } from "./world.js";

export function handlers(world: World): RepositoriesHandlers {
  return {
    "deleteRepository.repository": ({ args }) => {
      const id = world.repositories.get(`${args.owner}/${args.repo}`);
      if (id === undefined) throw new ToolError(`There is no ${args.owner}/${args.repo}. Nothing was deleted.`);
      return { id };
    },

    deleteRepository: ({ args, inputs: { repository } }) => {
      const name = `${args.owner}/${args.repo}`;
      // The last look before the deed: a real server deletes by number.
      if (world.repositories.get(name) !== repository.id) throw new ToolError("It has changed. Nothing was deleted.");
      world.repositories.delete(name);
      return { structuredContent: { deleted: repository.id } };
    },
  };
}
