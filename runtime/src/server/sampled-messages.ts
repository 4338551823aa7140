import { isSpecType, type SamplingMessage } from "@modelcontextprotocol/server";
import { isObject } from "../json/plain-object.js";

/**
 * Messages of a sampling request that are known only at run time: what a model answered before, or a message or a list of
 * messages that the author computed (tool results, say).
 *
 * @throws {TypeError} for what is no message.
 */
export function messagesFrom(value: unknown): SamplingMessage[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.map((entry) => {
    // A sampled result holds more than its message; only the message is sent back.
    const message = isObject(entry) ? { role: entry["role"], content: entry["content"] } : entry;
    if (!isSpecType.SamplingMessage(message))
      throw new TypeError("A computed message is no message of a model or a user");
    return message;
  });
}
