import type { Primitive } from "../generator/model/primitive.js";
import { createHash } from "node:crypto";

/** Enough that no two versions of a specification share one by chance; it travels in every state. */
const digestBytes = 12;

/**
 * Digest of what a primitive requires. A flow that was begun under another one, before a deployment, has its recorded
 * answers and values judged again.
 */
export function specDigest(primitive: Primitive): string {
  const required = JSON.stringify([primitive.inputs, primitive.flow]);
  return createHash("sha256").update(required).digest().subarray(0, digestBytes).toString("base64url");
}
