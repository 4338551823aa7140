import type { Members, Shape } from "./shape.js";

/** Which members of listed entries the spec language has a place for; they keep their MCP spelling there. */

const text = { kind: "text" } as const;
const flag = { kind: "flag" } as const;
const count = { kind: "count" } as const;
const mapping = { kind: "mapping" } as const;

const icons: Shape = {
  kind: "list",
  item: {
    kind: "members",
    required: ["src"],
    members: {
      src: text,
      mimeType: text,
      sizes: { kind: "texts" },
      theme: { kind: "choices", values: ["light", "dark"] },
    },
  },
};

const described: Members = { title: text, description: text, icons, _meta: mapping };

/** MCP `Implementation`. */
export const serverMembers: Members = { ...described, name: text, version: text, websiteUrl: text };

/** MCP `ServerCapabilities`. */
export const capabilityMembers: Members = {
  logging: { kind: "members", members: {} },
  completions: { kind: "members", members: {} },
  tools: { kind: "members", members: { listChanged: flag } },
  prompts: { kind: "members", members: { listChanged: flag } },
  resources: { kind: "members", members: { subscribe: flag, listChanged: flag } },
  extensions: mapping,
  experimental: mapping,
};

/** MCP `Tool`, apart from its name. */
export const toolMembers: Members = {
  ...described,
  inputSchema: mapping,
  outputSchema: mapping,
  annotations: {
    kind: "members",
    members: {
      title: text,
      readOnlyHint: flag,
      destructiveHint: flag,
      idempotentHint: flag,
      openWorldHint: flag,
    },
  },
};

/** MCP `Prompt`, apart from its name and arguments. */
export const promptMembers: Members = described;

/** MCP `PromptArgument`, apart from its name. */
export const promptArgumentMembers: Members = { title: text, description: text, required: flag };

/** MCP `Resource` and `ResourceTemplate`, apart from their names. */
export const resourceMembers: Members = {
  ...described,
  uri: text,
  uriTemplate: text,
  mimeType: text,
  size: count,
  annotations: {
    kind: "members",
    members: {
      audience: { kind: "list", item: { kind: "choices", values: ["user", "assistant"] } },
      priority: { kind: "share" },
      lastModified: text,
    },
  },
};
