import { createHash } from "node:crypto";
import * as crypto from "node:crypto";

// `crypto.hash` is the cheaper call, and newer than the oldest Node supported on other runtimes.
const hashOnce: typeof crypto.hash | undefined = crypto.hash;

/** SHA-256 of a text's UTF-8 bytes as unpadded base64url, 43 characters. */
export function sha256(text: string): string {
  return hashOnce === undefined
    ? createHash("sha256").update(text).digest("base64url")
    : hashOnce("sha256", text, "base64url");
}
