import { expect, test } from "vitest";
import { JsonSchemaEngine as NodeEngine } from "../../runtime/src/server/engine.js";
import { JsonSchemaEngine as EdgeEngine } from "../../runtime/src/server/engine-edge.js";
import { schemaCompiler } from "../../runtime/src/validation/schema-validator.js";

const schema = {
  type: "object",
  properties: { size: { enum: ["small", "large"] }, tags: { type: "array", items: { type: "string" } } },
  required: ["size"],
  additionalProperties: false,
};

const engines = { node: schemaCompiler(() => new NodeEngine()), edge: schemaCompiler(() => new EdgeEngine()) };

test.each(Object.entries(engines))(
  "the engine for %s accepts what the schema accepts and refuses the rest",
  (_, compile) => {
    expect(compile(schema)({ size: "small", tags: ["a"] })).toBeUndefined();
    for (const wrong of [{}, { size: "huge" }, { size: "small", tags: [1] }, { size: "small", extra: true }]) {
      expect(compile(schema)(wrong), JSON.stringify(wrong)).not.toEqual([]);
      expect(compile(schema)(wrong), JSON.stringify(wrong)).toBeDefined();
    }
  },
);

test("only the engine for Node says where; the other judges the value as a whole", () => {
  const wrong = { size: "small", tags: [1], extra: true };
  expect(
    engines
      .node(schema)(wrong)
      ?.map(({ path }) => path),
  ).toEqual(["/extra", "/tags/0"]);
  expect(engines.edge(schema)(wrong)).toEqual([{ path: "", message: "does not match its schema" }]);
});
