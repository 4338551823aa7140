import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { publishedSchema } from "../../generator/spec/published-schema.js";

const path = new URL("../../schemas/parley.schema.json", import.meta.url);

it("publishes the schema of the language as it is", async () => {
  const published: unknown = JSON.parse(await readFile(path, "utf8"));
  expect(published).toEqual(publishedSchema());
});

it("describes every key that is not named after itself", () => {
  const missing: string[] = [];
  const visit = (node: unknown, where: string): void => {
    if (typeof node !== "object" || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (key === "properties" && typeof value === "object" && value !== null) {
        for (const [name, property] of Object.entries(value)) {
          const described = typeof property === "object" && property !== null && "description" in property;
          if (!described) missing.push(`${where}.${name}`);
          visit(property, `${where}.${name}`);
        }
      } else if (key !== "JsonSchema") visit(value, where);
    }
  };
  visit(publishedSchema(), "");
  expect(missing).toEqual([]);
});
