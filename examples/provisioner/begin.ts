import { writeFileSync } from "node:fs";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { byHand, isPending } from "@mcp-parley/runtime/client";
import { ProvisionerClient } from "provisioner/client";
import { tracedFetch } from "./trace.js";

// The first of two processes: it begins a call, writes down where it stands, and ends.
const [address = "http://127.0.0.1:3000/mcp", file = "flow.json"] = process.argv.slice(2);

const transport = new StreamableHTTPClientTransport(new URL(address), { fetch: tracedFetch });
const provisioner = await ProvisionerClient.connect(transport, { fulfil: byHand });
const step = await provisioner.provision.begin({ name: "reports" });
if (isPending(step)) {
  console.log(`  ?  ${step.questions.region?.message ?? ""}`);
  writeFileSync(file, JSON.stringify(step.save()));
  console.log("  saved; nobody has answered yet");
}
await provisioner.close();
