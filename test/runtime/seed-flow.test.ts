import { expect, it } from "vitest";
import { connectLegacy, connectModern, post } from "./connections.js";
import { key, provisioner } from "./provisioner.js";

const region = { action: "accept", content: { region: "eu-west-1" } };
const confirm = { action: "accept", content: { ok: true } };
const frozen = {
  code: -32602,
  message: "Invalid or expired requestState",
  data: { reason: "invalid_request_state" },
};

it("asks, goes on with the answers, and runs the author's function once", async () => {
  const { factory, ran } = provisioner();
  const first = await post(factory, "tools/call", { name: "provision", arguments: { name: "orders" } });
  expect(first.result).toMatchObject({ resultType: "input_required" });
  expect(Object.keys(first.result?.["inputRequests"] as object)).toEqual(["region"]);
  const second = await post(factory, "tools/call", {
    name: "provision",
    arguments: { name: "orders" },
    inputResponses: { region },
    requestState: first.result?.["requestState"],
  });
  expect(second.result?.["inputRequests"]).toMatchObject({
    confirm: { params: { message: "orders in eu-west-1 will cost 12 a month. Create it?" } },
  });
  const third = await post(factory, "tools/call", {
    name: "provision",
    arguments: { name: "orders" },
    inputResponses: { confirm },
    requestState: second.result?.["requestState"],
  });
  expect(third.result).toMatchObject({
    structuredContent: { id: "db-1", region: "eu-west-1" },
    content: [{ type: "text", text: '{"id":"db-1","region":"eu-west-1"}' }],
  });
  expect(ran().calls).toHaveLength(1);
  expect(ran().quotes).toBe(1);
  expect(ran().calls[0]).toMatchObject({
    args: { name: "orders", size: "small" },
    inputs: {
      quote: { monthly: 12 },
      region: { region: "eu-west-1" },
      confirm: { action: "accept", content: { ok: true } },
    },
    flow: { round: 2 },
  });
});

it("serves a 2026-07-28 client in memory", async () => {
  const { factory } = provisioner();
  const client = await connectModern(factory);
  const first: unknown = await client.callTool(
    { name: "provision", arguments: { name: "x" } },
    { allowInputRequired: true },
  );
  expect(first).toMatchObject({ resultType: "input_required", inputRequests: { region: {} } });
  await client.close();
});

it("serves a 2025-era client, pushing its questions", async () => {
  const { factory, ran } = provisioner();
  const client = await connectLegacy(factory, (params) =>
    "message" in params && String(params.message).startsWith("Which region") ? region : confirm,
  );
  const result = await client.callTool({ name: "provision", arguments: { name: "orders" } });
  expect(result.structuredContent).toEqual({ id: "db-1", region: "eu-west-1" });
  expect(ran().quotes).toBe(1);
  await client.close();
});

it("accepts a state in another process with the same key, and in none with another", async () => {
  const params = { name: "provision", arguments: { name: "orders" } };
  const first = await post(provisioner().factory, "tools/call", params);
  const retry = { ...params, inputResponses: { region }, requestState: first.result?.["requestState"] };
  const same = await post(provisioner().factory, "tools/call", retry);
  expect(same.result).toMatchObject({ inputRequests: { confirm: {} } });
  const options = { keys: [`another ${key}`], log: () => {} };
  const other = await post(provisioner({ audience: "provisioner" }, options).factory, "tools/call", retry);
  expect(other.error).toEqual(frozen);
});
