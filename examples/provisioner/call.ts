import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { ProvisionerClient } from "provisioner/client";
import { tracedFetch } from "./trace.js";

const url = new URL(process.argv[2] ?? "http://127.0.0.1:3000/mcp");

/** One function per question. Here a script answers; in a real client each would show its question to a person. */
const provisioner = await ProvisionerClient.connect(new StreamableHTTPClientTransport(url, { fetch: tracedFetch }), {
  fulfil: {
    provision: {
      region: (question) => {
        console.log(`  ?  ${question.message}\n  !  { region: "eu-west-1" }`);
        return { region: "eu-west-1" };
      },
      confirm: (question) => {
        console.log(`  ?  ${question.message}\n  !  { billing: "yearly" }`);
        return { billing: "yearly" };
      },
    },
  },
});

const result = await provisioner.provision({ name: "orders", size: "large" });
console.log(
  result.isError
    ? `  refused: ${JSON.stringify(result.content)}`
    : `  result: ${JSON.stringify(result.structuredContent)}`,
);
await provisioner.close();
