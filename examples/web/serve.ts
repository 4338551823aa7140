import { createServer } from "node:http";
import { httpHandler } from "@mcp-parley/runtime/http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createProvisionerServer } from "provisioner/server";
import { handlers } from "../provisioner/handlers.js";
import { bundlePage } from "./bundle-page.js";

// A page that calls the provisioner. `npm run example:web`, then open the address it prints.

/** Page and MCP endpoint have one origin: the browser needs no CORS, and the endpoint lets no other page in. */
const files = await bundlePage();
const mcp = httpHandler(createProvisionerServer(handlers));

const headers = {
  // Nothing from elsewhere, and no code made of text: the page needs neither.
  "content-security-policy": "default-src 'self'; img-src data:; frame-ancestors 'none'; base-uri 'none'",
  "x-content-type-options": "nosniff",
};

const listener = toNodeHandler({
  fetch: async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/mcp") return mcp.fetch(request);
    const file = request.method === "GET" ? files.get(pathname) : undefined;
    return file === undefined
      ? new Response("Not found", { status: 404, headers })
      : new Response(file.body, { headers: { ...headers, "content-type": file.type } });
  },
});

// Node's type of a request is looser about members that may be missing than the adapter's.
type Incoming = Parameters<typeof listener>[0];
const server = createServer((request, response) => void listener(request as Incoming, response));
const port = Number(process.env["PORT"] ?? 0);
server.once("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EADDRINUSE") throw error;
  console.error(`Port ${port} is taken. Stop what listens there, or choose another with PORT.`);
  process.exit(2);
});
server.listen(port, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address !== null)
    console.log(`Open http://127.0.0.1:${address.port}/ in a browser. Ctrl-C ends it.`);
});

process.on("SIGTERM", () => {
  void mcp.close();
  server.close();
  server.closeAllConnections();
});
