import { randomFillSync } from "node:crypto";

// One call for many nonces: drawing 12 bytes at a time costs more than the encryption that uses them.
const poolSize = 4096;
const pool = Buffer.allocUnsafeSlow(poolSize);
let taken = poolSize;

/**
 * Draws `size` random bytes from the system's generator. The bytes are a copy and are used for nothing else.
 */
export function randomBytes(size: number): Buffer {
  if (taken + size > poolSize) {
    randomFillSync(pool);
    taken = 0;
  }
  const bytes = Buffer.allocUnsafe(size);
  pool.copy(bytes, 0, taken, taken + size);
  // What has been given away must not stay readable in the pool.
  pool.fill(0, taken, taken + size);
  taken += size;
  return bytes;
}
