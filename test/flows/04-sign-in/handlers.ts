import { ToolError } from "@mcp-parley/runtime/server";
import type { GetMeInputs, ListRepositoriesInputs, SignInHandlers } from "./generated/src/server.js";
import { startDevice, type World } from "./world.js";

export function handlers(world: World): SignInHandlers {
  return {
    "everyTool.session": () => ({ signedIn: world.user !== undefined }),

    "everyTool.device": ({ tool }) => {
      world.signInsFor.push(tool);
      return { code: startDevice(world), page: world.page };
    },

    "everyTool.login": () => {
      if (world.expired) throw new ToolError("The code has expired. Call again to get a new one.");
      return world.user !== undefined;
    },

    getMe: ({ inputs }) => ({ structuredContent: { login: signedIn(world, inputs) } }),

    listRepositories: ({ args, inputs }) => {
      const user = signedIn(world, inputs);
      return { content: [{ type: "text", text: `${args.limit} repositories of ${user}` }] };
    },

    getVersion: () => ({ content: [{ type: "text", text: "1.0.0" }] }),
  };
}

/** @throws {ToolError} with the way to sign in when there was no channel to show it through. */
function signedIn(world: World, { device }: GetMeInputs | ListRepositoriesInputs): string {
  if (world.user !== undefined) return world.user;
  throw new ToolError(
    `Not signed in. Tell the user to open ${world.page} and to enter the code ${device?.code ?? ""}, ` +
      "but only if they asked for this themselves. Then call again.",
  );
}
