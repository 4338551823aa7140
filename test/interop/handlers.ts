import type { KitchenHandlers } from "./generated/src/server.js";

export const handlers: KitchenHandlers = {
  order: ({ inputs: { size, drink, folders, spice } }) => ({
    structuredContent: {
      cook: "parley",
      size: size.size,
      level: spice.action === "accept" ? spice.content.level : 0,
      drink: drink.content.type === "text" ? drink.content.text : "",
      folders: folders.map(({ uri }) => uri),
    },
  }),
};
