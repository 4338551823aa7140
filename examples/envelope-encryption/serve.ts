import { Buffer } from "node:buffer";
import process from "node:process";
import { serveHttp } from "provisioner/http";
import { handlers } from "../provisioner/handlers.js";
import { envelopeCodec } from "./envelope-codec.js";
import { localKeyService } from "./local-key-service.js";

// 32 bytes as base64url. With a real service there is no master key here, but a name of one and the right to use it.
const masterKey = Buffer.from(process.env["MASTER_KEY"] ?? "", "base64url");
if (masterKey.length !== 32) throw new Error("MASTER_KEY must hold 32 bytes as base64url");

const served = await serveHttp(handlers, {
  codec: envelopeCodec(localKeyService(masterKey)),
  port: Number(process.env["PORT"] ?? 0),
});
console.log(served.url);

process.on("SIGTERM", () => void served.close());
