import type * as z from "zod";
import { isObject } from "../load/values.js";
import type { Json } from "../model/model.js";
import { keysOf, passes, requiredKeys, takesAnyMapping, type Schema } from "./zod-walk.js";

type Test = (value: Json | undefined) => boolean;

/**
 * Makes a test of whether a value has the shape of a declaration. It looks at the keys that are there, a few of all that
 * there could be, and not into mappings of anything, where zod asks for each key and builds the value anew. What is wrong
 * with a value that fails, zod says.
 */
export function shapeTest(schema: z.ZodObject): Test {
  const tests = new Map([...(keysOf(schema, []) ?? [])].map(([key, part]) => [key, partTest(part)]));
  const required = requiredKeys(schema);
  return (value) => {
    if (!isObject(value)) return false;
    for (const key of Object.keys(value)) {
      const test = tests.get(key);
      if (test === undefined || !test(value[key])) return false;
    }
    return required.every((key) => Object.hasOwn(value, key));
  };
}

function partTest(part: Schema): Test {
  return takesAnyMapping(part) ? (value) => isObject(value) || passes(part, value) : (value) => passes(part, value);
}
