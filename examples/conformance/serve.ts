import { serveHttp } from "conformance/http";
import { handlers } from "./handlers.js";

const served = await serveHttp(handlers, { port: Number(process.env["PORT"] ?? 0) });
// The gate reads this line to learn the port.
console.log(served.url);

process.on("SIGTERM", () => void served.close());
