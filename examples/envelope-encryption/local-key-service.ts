import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { KeyService } from "./envelope-codec.js";

/** Stands in for a key management service: AES-256-GCM under a master key of 32 bytes that stays in here. */
export function localKeyService(masterKey: Uint8Array): KeyService {
  const key = Buffer.from(masterKey);
  return {
    wrap: async (dataKey) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, nonce);
      return Buffer.concat([nonce, cipher.update(dataKey), cipher.final(), cipher.getAuthTag()]);
    },
    unwrap: async (wrapped) => {
      const decipher = createDecipheriv("aes-256-gcm", key, wrapped.subarray(0, 12), { authTagLength: 16 });
      decipher.setAuthTag(wrapped.subarray(-16));
      return Buffer.concat([decipher.update(wrapped.subarray(12, -16)), decipher.final()]);
    },
  };
}
