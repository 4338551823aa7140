import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { type Codec, InvalidToken } from "@mcp-parley/runtime/server";

/** What a key management service offers: it encrypts small things under a key that never leaves it. */
export interface KeyService {
  wrap(dataKey: Uint8Array): Promise<Uint8Array>;
  /** Rejects for what it did not wrap. */
  unwrap(wrapped: Uint8Array): Promise<Uint8Array>;
}

const prefix = "envelope1.";
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Envelope encryption: each state is encrypted under a data key of its own, and the data key travels with it, wrapped by the key
 * service. Whoever may no longer use the service can open no state.
 *
 * Token: the prefix and, as unpadded base64url, the length of the wrapped key (2 bytes), the wrapped key, nonce (12), ciphertext,
 * tag (16). Everything before the nonce is authenticated with the rest, so that no part can be exchanged.
 */
export function envelopeCodec(service: KeyService): Codec {
  return {
    seal: async (bytes) => {
      const dataKey = randomBytes(32);
      const wrapped = await service.wrap(dataKey);
      const head = Buffer.alloc(2 + wrapped.length);
      head.writeUInt16BE(wrapped.length);
      head.set(wrapped, 2);
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", dataKey, nonce).setAAD(authenticated(head));
      const ciphertext = Buffer.concat([cipher.update(bytes), cipher.final()]);
      dataKey.fill(0);
      return prefix + Buffer.concat([head, nonce, ciphertext, cipher.getAuthTag()]).toString("base64url");
    },
    open: async (token) => {
      const body = bodyOf(token);
      const headBytes = body.length < 2 ? 2 : 2 + body.readUInt16BE();
      if (body.length < headBytes + nonceBytes + tagBytes) throw new InvalidToken("malformed");
      const head = body.subarray(0, headBytes);
      const nonce = body.subarray(headBytes, headBytes + nonceBytes);
      const dataKey = await service.unwrap(head.subarray(2));
      const decipher = createDecipheriv("aes-256-gcm", dataKey, nonce, { authTagLength: tagBytes })
        .setAAD(authenticated(head))
        .setAuthTag(body.subarray(-tagBytes));
      // `final` throws when anything was changed; what throws here is a refused state.
      return Buffer.concat([decipher.update(body.subarray(headBytes + nonceBytes, -tagBytes)), decipher.final()]);
    },
  };
}

function authenticated(head: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(prefix), head]);
}

/** Only the exact text that was made: the decoder forgives padding, white space and stray bits. */
function bodyOf(token: string): Buffer {
  const text = token.slice(prefix.length);
  const body = Buffer.from(text, "base64url");
  if (!token.startsWith(prefix) || body.toString("base64url") !== text) throw new InvalidToken("malformed");
  return body;
}
