import type { Json } from "../../generator/model/model.js";

/** A JSON value as a TypeScript expression: `__proto__` is a member like every other. */
export function literal(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).map(([key, item]) => {
      const name = key === "__proto__" ? '["__proto__"]' : JSON.stringify(key);
      return `${name}: ${literal(item)}`;
    });
    return `{ ${members.join(", ")} }`;
  }
  return JSON.stringify(value);
}
