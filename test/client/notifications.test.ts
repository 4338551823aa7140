import { LOG_LEVEL_META_KEY } from "@modelcontextprotocol/client";
import { expect, it, vi } from "vitest";
import type { CallOptions } from "../../runtime/src/contract-v1/client.js";
import type { GreeterOptions } from "./greeter-client.js";
import { connectGreeter, polite } from "./greeter-client.js";
import type { Script } from "./scripted-server.js";
import { ask, scriptedServer, serveLegacy, serveModern, textForm } from "./scripted-server.js";

const done = { content: [], structuredContent: { greeting: "hi" } };

/** Logs one line of each of two levels on every leg. */
const talkative: Script = async ({ context, state }) => {
  await context.mcpReq.log("debug", "small");
  await context.mcpReq.log("warning", "big");
  return state === undefined ? ask({ name: textForm("name") }, "s") : done;
};

async function greeter(script: Script, options: Partial<GreeterOptions>) {
  const wire = serveModern(() => scriptedServer(script, { tools: {}, logging: {} }));
  return { wire, client: await connectGreeter(wire.transport, { fulfil: polite, ...options }) };
}

async function logsOf(connectOptions: Partial<GreeterOptions>, callOptions: CallOptions = {}): Promise<unknown[]> {
  const seen: unknown[] = [];
  const { client } = await greeter(talkative, {
    ...connectOptions,
    onLog: (message) => void seen.push([message.level, message.data]),
  });
  await client.greet({ who: "world" }, callOptions);
  return seen;
}

it("gets no log message without asking for a level", async () => {
  expect(await logsOf({})).toEqual([]);
});

it("gets the messages of the connection's level on every leg", async () => {
  expect(await logsOf({ logLevel: "info" })).toEqual([
    ["warning", "big"],
    ["warning", "big"],
  ]);
});

it("lets a call ask for another level", async () => {
  expect(await logsOf({ logLevel: "info" }, { logLevel: "debug" })).toEqual([
    ["debug", "small"],
    ["warning", "big"],
    ["debug", "small"],
    ["warning", "big"],
  ]);
});

it("sends the caller's meta with every leg", async () => {
  const { client, wire } = await greeter(talkative, {});
  await client.greet({ who: "world" }, { meta: { "example.com/trace": "1" }, logLevel: "error" });
  const metas = wire.sent.flatMap((message) =>
    "method" in message && message.method === "tools/call" ? [message.params?.["_meta"]] : [],
  );
  expect(metas).toHaveLength(2);
  for (const meta of metas) expect(meta).toMatchObject({ "example.com/trace": "1", [LOG_LEVEL_META_KEY]: "error" });
});

it("sets the level of the connection on a 2025-era server", async () => {
  const seen: unknown[] = [];
  const wire = await serveLegacy(() => scriptedServer(talkative, { tools: {}, logging: {} }));
  const client = await connectGreeter(wire.transport, {
    fulfil: polite,
    logLevel: "info",
    onLog: (message) => void seen.push(message.data),
  });
  await client.greet({ who: "world" });
  expect(seen).toContain("big");
  expect(seen).not.toContain("small");
});

it("hands every notification to onNotification, log messages included", async () => {
  const seen: string[] = [];
  const wire = await serveLegacy(() =>
    scriptedServer(
      async (leg) => {
        await leg.context.mcpReq.notify({ method: "notifications/tools/list_changed" });
        return talkative(leg);
      },
      { tools: { listChanged: true }, logging: {} },
    ),
  );
  const client = await connectGreeter(wire.transport, {
    fulfil: polite,
    logLevel: "warning",
    onNotification: (notification) => void seen.push(notification.method),
  });
  await client.greet({ who: "world" });
  expect(new Set(seen)).toEqual(new Set(["notifications/tools/list_changed", "notifications/message"]));
});

it("hands log messages to onLog and to onNotification", async () => {
  const seen: string[] = [];
  const { client } = await greeter(talkative, {
    logLevel: "warning",
    onLog: ({ data }) => void seen.push(`onLog ${String(data)}`),
    onNotification: ({ method }) => void seen.push(`onNotification ${method}`),
  });
  await client.greet({ who: "world" });
  const both = ["onLog big", "onNotification notifications/message"];
  expect(seen).toEqual([...both, ...both]);
});

it("hands progress to the call that asked for it", async () => {
  const seen: unknown[] = [];
  const { client } = await greeter(async ({ context }) => {
    const { _meta: meta } = context.mcpReq;
    const progressToken = meta?.progressToken;
    if (progressToken === undefined) throw new Error("no token");
    await context.mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress: 1, total: 2 } });
    return done;
  }, {});
  await client.greet({ who: "world" }, { onProgress: (progress) => void seen.push(progress) });
  expect(seen).toEqual([{ progress: 1, total: 2 }]);
});

it("reports what a callback throws, and goes on", async () => {
  const errors: Error[] = [];
  const { client } = await greeter(talkative, {
    logLevel: "warning",
    onLog: () => {
      throw new Error("the log is full");
    },
    onError: (error) => void errors.push(error),
  });
  await expect(client.greet({ who: "world" })).resolves.toMatchObject({ isError: false });
  expect(errors.map((error) => error.message)).toEqual(["the log is full", "the log is full"]);
});

it("reports what an asynchronous callback rejects, and leaves none of it unhandled", async () => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  const errors: string[] = [];
  const fails = (what: string) => (): void => Promise.reject(new Error(what)) as never;
  const { client } = await greeter(
    async ({ context }) => {
      const { _meta: meta } = context.mcpReq;
      const progressToken = meta?.progressToken ?? "";
      await context.mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress: 1 } });
      await context.mcpReq.log("warning", "big");
      return done;
    },
    {
      logLevel: "warning",
      onLog: fails("log"),
      onClose: fails("close"),
      onError: (error): void => {
        errors.push(error.message);
        return fails("error")();
      },
    },
  );
  await client.greet({ who: "world" }, { onProgress: fails("progress") });
  await client.connection.close();
  await new Promise(setImmediate);
  process.off("unhandledRejection", unhandled);
  expect(errors.toSorted()).toEqual(["close", "log", "progress"]);
  expect(unhandled).not.toHaveBeenCalled();
});

it("reports that the connection has closed", async () => {
  let closed = 0;
  const { client } = await greeter(talkative, {
    onClose: () => {
      closed += 1;
    },
  });
  await client.connection.close();
  expect(closed).toBe(1);
});

it("ends one leg at the time-out, and does not count a person's thinking", async () => {
  const { client } = await greeter(
    ({ state }) => (state === undefined ? ask({ name: textForm("name") }, "s") : new Promise(() => {})),
    {
      fulfil: {
        greet: {
          name: async () => {
            await new Promise((resolve) => setTimeout(resolve, 150));
            return { name: "Kim" };
          },
          colour: () => ({ colour: "blue" }),
        },
      },
    },
  );
  const rounds: number[] = [];
  await expect(
    client.greet({ who: "world" }, { timeout: 100, onRound: ({ round }) => void rounds.push(round) }),
  ).rejects.toMatchObject({ code: "REQUEST_TIMEOUT" });
  expect(rounds).toEqual([1]);
});
