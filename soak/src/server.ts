// One instance of the server under load: a process of its own, told by its parent to report or to end.
import process from "node:process";
import { ToolError } from "@mcp-parley/runtime/server";
import { serveHttp } from "provisioner/http";
import type { ServerReport } from "./report.js";

const monthly = { small: 12, large: 96 };
const events: Record<string, number> = {};
let failure: string | undefined;

process.on("unhandledRejection", (reason) => {
  failure ??= `unhandled rejection: ${String(reason)}`;
});

const served = await serveHttp(
  {
    "provision.quote": ({ args }) => ({ monthly: monthly[args.size] }),
    provision: ({ args, inputs, flow }) => {
      if (inputs.confirm.action !== "accept") throw new ToolError(`Nothing was created for ${inputs.quote.monthly}.`);
      const { region } = inputs.region;
      return { structuredContent: { id: `${args.name}/${flow.id}`, region, billing: inputs.confirm.content.billing } };
    },
  },
  {
    instances: 2,
    log: (event) => {
      events[event.event] = (events[event.event] ?? 0) + 1;
      if (event.level === "error") failure ??= `logged: ${JSON.stringify(event)}`;
    },
    // Who calls is what the token says: it stands for a verifier, and binds each state to its user.
    authenticate: (request) => {
      const token = request.headers.get("authorization")?.replace(/^Bearer /, "");
      return token === undefined ? undefined : { token, clientId: "soak", scopes: [], extra: { sub: token } };
    },
  },
);

process.on("message", (message) => {
  if (message !== "report") return;
  globalThis.gc?.();
  const report: ServerReport = { heap: process.memoryUsage().heapUsed, events, failure };
  process.send?.(report);
});
process.on("disconnect", () => process.exit(0));
process.send?.({ port: served.port });
