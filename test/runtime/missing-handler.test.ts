import { expect, test } from "vitest";
import { createProvisionerServer, type ProvisionerHandlers } from "provisioner/server";

const quote: ProvisionerHandlers["provision.quote"] = () => ({ monthly: 12 });
const provision: ProvisionerHandlers["provision"] = () => ({
  structuredContent: { id: "db", region: "eu-west-1", billing: "monthly" },
});

test("a server with all its handlers is made", () => {
  expect(() => createProvisionerServer({ provision, "provision.quote": quote }, { env: {} })).not.toThrow();
});

test("a handler that is missing is named when the server is made, not when it is called", () => {
  const some = { provision } as unknown as ProvisionerHandlers;
  expect(() => createProvisionerServer(some, { env: {} })).toThrow("No handler is given for provision.quote");
});
