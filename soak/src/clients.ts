import assert from "node:assert/strict";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { ProvisionerClient } from "provisioner/client";

const headers = { authorization: "Bearer somebody" };

/** One call through the generated client, which speaks 2026-07-28. */
export async function throughGeneratedClient(port: number, number: number): Promise<void> {
  const client = await ProvisionerClient.connect(transport(port), {
    fulfil: { provision: { region: () => ({ region: "eu-west-1" }), confirm: () => ({ billing: "yearly" }) } },
  });
  const result = await client.provision({ name: `typed-${number}` });
  await client.close();
  assert.ok(!result.isError, JSON.stringify(result));
  assert.equal(result.structuredContent.billing, "yearly");
}

/** One call of a 2025-era client, which is asked on a session of its own while the call is open. */
export async function throughLegacyClient(port: number, number: number): Promise<void> {
  const client = new Client({ name: "old", version: "1" }, { capabilities: { elicitation: { form: {} } } });
  client.setRequestHandler("elicitation/create", ({ params }) => ({
    action: "accept" as const,
    content: params.message.startsWith("Which") ? { region: "us-east-1" } : { billing: "monthly" },
  }));
  const http = transport(port);
  await client.connect(http);
  const result = await client.callTool({ name: "provision", arguments: { name: `old-${number}` } });
  // One in two leaves without a word, as clients do.
  if (number % 2 === 0) await http.terminateSession();
  await client.close();
  assert.deepEqual((result.structuredContent as { region?: unknown } | undefined)?.region, "us-east-1");
}

function transport(port: number): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), { requestInit: { headers } });
}
