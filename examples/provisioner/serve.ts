import { handlers } from "./handlers.js";
import { serveHttp } from "provisioner/http";

const served = await serveHttp(handlers, { port: Number(process.env["PORT"] ?? 0) });
// The parent process reads this line to learn the port.
console.log(served.url);

process.on("SIGTERM", () => void served.close());
