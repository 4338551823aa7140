import { expect, it } from "vitest";
import type { GreeterFulfil } from "./greeter-client.js";
import { connectGreeter, polite } from "./greeter-client.js";
import type { Script } from "./scripted-server.js";
import { ask, legsOf, scriptedServer, serveModern, textForm } from "./scripted-server.js";

const askName: Script = () => ask({ name: textForm("name") }, "s");

async function greeter(script: Script, fulfil: GreeterFulfil = polite) {
  const wire = serveModern(() => scriptedServer(script));
  return { wire, client: await connectGreeter(wire.transport, { fulfil }) };
}

/** Never answers, and does not listen to its signal. */
function silent(seen: (signal: AbortSignal) => void): GreeterFulfil {
  return {
    greet: {
      name: ({ signal }) => {
        seen(signal);
        return new Promise(() => {});
      },
      colour: () => ({ colour: "blue" }),
    },
  };
}

it("ends a call with the reason of its signal while a person thinks", async () => {
  const controller = new AbortController();
  let signal: AbortSignal | undefined;
  const { client, wire } = await greeter(
    askName,
    silent((seen) => {
      signal = seen;
      setTimeout(() => controller.abort(new Error("the window was closed")));
    }),
  );
  await expect(client.greet({ who: "world" }, { signal: controller.signal })).rejects.toThrow("the window was closed");
  expect(signal?.aborted).toBe(true);
  expect(legsOf(wire)).toHaveLength(1);
});

it("ends a call at its deadline while a person thinks", async () => {
  let signal: AbortSignal | undefined;
  const { client } = await greeter(
    askName,
    silent((seen) => {
      signal = seen;
    }),
  );
  const failure = client.greet({ who: "world" }, { deadline: new Date(Date.now() + 100) });
  await expect(failure).rejects.toMatchObject({ code: "deadline" });
  expect(signal?.aborted).toBe(true);
});

it("sends nothing after the deadline", async () => {
  const { client, wire } = await greeter(askName);
  await expect(client.greet({ who: "world" }, { deadline: new Date(0) })).rejects.toMatchObject({ code: "deadline" });
  expect(legsOf(wire)).toEqual([]);
});

it("ends a call that waits for the server, and tells the server", async () => {
  const controller = new AbortController();
  const { client, wire } = await greeter(() => {
    setTimeout(() => controller.abort(new Error("enough")));
    return new Promise(() => {});
  });
  await expect(client.greet({ who: "world" }, { signal: controller.signal })).rejects.toThrow("enough");
  expect(wire.sent.some((message) => "method" in message && message.method === "notifications/cancelled")).toBe(true);
});

it("ends a call between two rounds that only carry state", async () => {
  const controller = new AbortController();
  let legs = 0;
  const { client } = await greeter(() => {
    legs += 1;
    if (legs === 3) setTimeout(() => controller.abort(new Error("enough")));
    return ask(undefined, "s");
  });
  await expect(client.greet({ who: "world" }, { signal: controller.signal })).rejects.toThrow("enough");
  expect(legs).toBe(3);
});

it("does not listen to a signal after the call", async () => {
  const controller = new AbortController();
  const { client } = await greeter(() => ({ content: [], structuredContent: { greeting: "hi" } }));
  await client.greet({ who: "world" }, { signal: controller.signal });
  controller.abort(new Error("too late"));
  await expect(client.greet({ who: "world" })).resolves.toMatchObject({ isError: false });
  expect(client.connection.inFlight.size).toBe(0);
});

it("surfaces the end of the connection in the call that waits", async () => {
  const { client, wire } = await greeter(() => {
    setTimeout(() => void wire.transport.close());
    return new Promise(() => {});
  });
  await expect(client.greet({ who: "world" })).rejects.toThrow(/closed/i);
});

it("takes no deadline that is no time, and sends nothing", async () => {
  const { client, wire } = await greeter(askName);
  const deadline = new Date(Number.NaN);
  await expect(client.greet({ who: "world" }, { deadline })).rejects.toThrow(RangeError);
  await expect(client.greet.begin({ who: "world" }, { deadline })).rejects.toThrow(RangeError);
  expect(legsOf(wire)).toEqual([]);
});
