import { ToolError } from "@mcp-parley/runtime/server";
import type { GetMeInputs, ListRepositoriesInputs, SignInHandlers } from "./generated/src/server.js";
import { startDevice, type World } from "./world.js";

export function handlers(world: World): SignInHandlers {
  const session = () => ({ signedIn: world.user !== undefined });
  const device = () => ({ code: startDevice(world), page: world.page });
  const login = (): boolean => {
    if (world.expired) throw new ToolError("The code has expired. Call again to get a new one.");
    return world.user !== undefined;
  };
  return {
    "getMe.session": session,
    "getMe.device": device,
    "getMe.login": login,
    "listRepositories.session": session,
    "listRepositories.device": device,
    "listRepositories.login": login,

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
