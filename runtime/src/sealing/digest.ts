import { hash } from "node:crypto";

/** SHA-256 of a text's UTF-8 bytes as unpadded base64url, 43 characters. */
export function sha256(text: string): string {
  return hash("sha256", text, "base64url");
}
