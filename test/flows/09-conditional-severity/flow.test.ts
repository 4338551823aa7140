import { cancel, decline } from "@mcp-parley/runtime/client";
import { expect, it } from "vitest";
import { everything, inMemory, plainClient, questionIn, stateOf, textIn, untilTheEnd } from "../harness.js";
import type { ConditionalSeverityFulfil } from "./generated/src/client.js";
import { ConditionalSeverityClient } from "./generated/src/client.js";
import { createConditionalSeverityServer } from "./generated/src/server.js";
import { handlers } from "./handlers.js";
import { createWorld, type World } from "./world.js";

const override = { error: "e-1", operation: "override_severity" } as const;

const serve = (world: World) => createConditionalSeverityServer(handlers(world), { log: () => {} });

async function connect(
  world: World,
  severity: ConditionalSeverityFulfil["updateError"]["severity"],
): Promise<ConditionalSeverityClient> {
  const fulfil: ConditionalSeverityFulfil = { updateError: { severity } };
  return untilTheEnd(await ConditionalSeverityClient.connect(inMemory(serve(world)), { fulfil }));
}

it("asks for the severity when it is to be overridden", async () => {
  const world = createWorld();
  const client = await connect(world, ({ message }) => {
    expect(message).toBe("Which severity should e-1 have?");
    return { severity: "info" };
  });
  expect((await client.updateError(override)).structuredContent).toEqual({
    operation: "override_severity",
    severity: "info",
  });
  expect(world.errors.get("e-1")).toEqual({ severity: "info", state: "override_severity" });
});

it("asks nothing for the other operations", async () => {
  const world = createWorld();
  const client = await connect(world, () => {
    throw new Error("nobody is to be asked");
  });
  for (const operation of ["open", "fix"] as const) {
    expect((await client.updateError({ error: "e-1", operation })).structuredContent).toEqual({ operation });
  }
});

it("names the argument that another operation lacks", async () => {
  const client = await plainClient(serve(createWorld()), everything);
  const lacking = await client.call("update_error", { error: "e-1", operation: "link_issue" });
  expect(lacking).toMatchObject({ isError: true });
  expect(textIn(lacking)).toContain("issue");
  const given = { error: "e-1", operation: "link_issue", issue: "https://issues.example/1" };
  expect(await client.call("update_error", given)).toMatchObject({ structuredContent: { operation: "link_issue" } });
});

it("leaves the severity and goes on after decline, cancel, and for a client that cannot ask", async () => {
  const world = createWorld();
  for (const answer of [decline(), cancel()]) {
    const client = await connect(world, () => answer);
    expect((await client.updateError(override)).structuredContent).toEqual({ operation: "override_severity" });
  }
  const mute = await plainClient(serve(world));
  expect(await mute.call("update_error", override)).toMatchObject({
    structuredContent: { operation: "override_severity" },
  });
  expect(world.errors.get("e-1")?.severity).toBe("error");
});

it("asks again for a severity that there is not", async () => {
  const client = await plainClient(serve(createWorld()), everything);
  const asked = await client.call("update_error", override);
  const wrong = { severity: { action: "accept", content: { severity: "fatal" } } };
  const again = await client.call("update_error", override, { inputResponses: wrong, requestState: stateOf(asked) });
  expect(questionIn(again, "severity")).toMatchObject({ message: expect.stringContaining("severity") as string });
});

it("notices that the error is gone when the answer comes", async () => {
  const world = createWorld();
  const client = await connect(world, () => {
    world.errors.clear();
    return { severity: "info" };
  });
  expect(textIn(await client.updateError(override))).toBe("There is no error e-1.");
});
