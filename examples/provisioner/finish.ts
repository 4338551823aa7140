import { readFileSync } from "node:fs";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { SavedCall } from "@mcp-parley/runtime/client";
import { byHand, isPending } from "@mcp-parley/runtime/client";
import { ProvisionerClient } from "provisioner/client";
import { tracedFetch } from "./trace.js";

// The second process: it restores the call, answers, and gets the result. `resume` checks what it is given.
const [address = "http://127.0.0.1:3000/mcp", file = "flow.json"] = process.argv.slice(2);

const transport = new StreamableHTTPClientTransport(new URL(address), { fetch: tracedFetch });
const provisioner = await ProvisionerClient.connect(transport, { fulfil: byHand });
const saved = provisioner.provision.resume(JSON.parse(readFileSync(file, "utf8")) as SavedCall);
console.log(`  ?  ${saved.questions.region?.message ?? ""}\n  !  { region: "us-east-1" }`);
let step = await saved.answer({ region: { region: "us-east-1" } });
while (isPending(step)) {
  console.log(`  ?  ${step.questions.confirm?.message ?? ""}\n  !  { billing: "monthly" }`);
  step = await step.answer({ confirm: { billing: "monthly" } });
}
console.log(`  result: ${JSON.stringify(step.isError ? step.content : step.structuredContent)}`);
await provisioner.close();
