import { isObject, own } from "../json/plain-object.js";

/** The own member of what came from elsewhere; nothing when it is no object. */
export function ownValue(holder: unknown, name: string): unknown {
  return isObject(holder) ? own(holder, name) : undefined;
}
