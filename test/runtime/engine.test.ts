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
  "the engine for %s accepts what the schema accepts and names what it refuses",
  (_, compile) => {
    expect(compile(schema)({ size: "small", tags: ["a"] })).toBeUndefined();
    expect(compile(schema)({ tags: [1], extra: true })?.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["/tags/0", "/extra"]),
    );
  },
);
