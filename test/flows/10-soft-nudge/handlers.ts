import type { SoftNudgeHandlers } from "./generated/src/server.js";
import type { World } from "./world.js";

const text = (value: string) => ({ type: "text" as const, text: value });

export function handlers(world: World): SoftNudgeHandlers {
  return {
    queryDocs: ({ args }) => {
      world.used += 1;
      const content = [text(`${args.library}: all about ${args.topic}.`)];
      if (world.nudge && world.used > world.limit) {
        content.push(text("The free quota is used up; raise_quota can ask the user whether they want more."));
      }
      return { content };
    },

    "raiseQuota.usage": () => ({ used: world.used, limit: world.limit }),

    raiseQuota: ({ inputs: { choice } }) => {
      if (choice === undefined) return { content: [text("There is quota left.")] };
      if (choice.action !== "accept") return { content: [text("Nothing was changed.")] };
      if (choice.content.choice === "Yes, show me how to get a key") {
        return { content: [text("Get a key at https://docs.example.com/keys.")] };
      }
      world.nudge = false;
      return { content: [text("The user does not want to be asked again.")] };
    },
  };
}
