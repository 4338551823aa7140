import fc from "fast-check";
import type { Json, JsonSchema } from "../../generator/model/model.js";

/**
 * JSON Schemas as servers write them: every keyword of 2020-12 that means something for a value, in combinations that a
 * generator has to keep apart. `draft-07` differs in its tuples and in where definitions stand.
 */
export function schemaArbitrary(dialect: "2020-12" | "draft-07"): fc.Arbitrary<JsonSchema> {
  const definitions = dialect === "draft-07" ? "definitions" : "$defs";
  const names = fc.constantFrom(
    "id",
    "name",
    "kind",
    "type",
    "$ref",
    "properties",
    "uids[]",
    "a b",
    "ünï",
    "x-y",
    "default",
  );
  const scalar = fc.constantFrom<Json>("a", "b", "", "it's", 1, 2.5, -1, true, false, null);

  const notes = fc.constantFrom(
    {},
    {},
    { title: "Title */ x" },
    { description: "Says `${this}`.\nTwice." },
    { description: "*/ export {}", deprecated: true },
  );
  const noted = (body: fc.Arbitrary<object>): fc.Arbitrary<Json> =>
    fc.tuple(notes, body).map(([note, rest]) => ({ ...note, ...rest }));

  return fc
    .letrec<{ schema: Json; member: Json; object: Json; other: Json }>((tie) => {
      const text = fc.record(
        {
          type: fc.constant("string"),
          minLength: fc.constantFrom(0, 1, 2),
          maxLength: fc.constantFrom(5, 20),
          pattern: fc.constantFrom("^[a-z]", "\\d*"),
          format: fc.constantFrom("email", "uuid", "made-up"),
        },
        { requiredKeys: ["type"] },
      );
      const number = fc.record(
        {
          type: fc.constantFrom("number", "integer"),
          minimum: fc.constantFrom(0, 1),
          maximum: fc.constantFrom(10, 100),
          exclusiveMinimum: fc.constant(-1),
          multipleOf: fc.constantFrom(1, 0.5),
        },
        { requiredKeys: ["type"] },
      );
      const choice = fc.uniqueArray(scalar, { minLength: 1, maxLength: 4 }).map((values) => ({ enum: values }));
      const titled = fc.uniqueArray(fc.constantFrom("a", "b", "c"), { minLength: 1 }).map((values) => ({
        oneOf: values.map((value) => ({ const: value, title: `Option ${value}` })),
      }));
      const nullable = fc.constantFrom(
        { type: ["string", "null"] },
        { type: ["integer", "null"], minimum: 1 },
        { type: "string", nullable: true },
        { type: ["string", "number", "boolean"] },
      );
      const list = fc.record(
        {
          type: fc.constant("array"),
          items: tie("schema"),
          minItems: fc.constantFrom(0, 1, 3),
          maxItems: fc.constantFrom(4, 20, 1000),
          uniqueItems: fc.boolean(),
        },
        { requiredKeys: ["type"] },
      );
      const tuple = fc
        .record({
          prefix: fc.array(tie("member"), { minLength: 1, maxLength: 3 }),
          closed: fc.boolean(),
          minItems: fc.constantFrom(0, 1, 2),
        })
        .map(({ prefix, closed, minItems }) =>
          dialect === "draft-07"
            ? {
                type: "array",
                items: prefix,
                minItems: Math.min(minItems, prefix.length),
                ...(closed ? { additionalItems: false } : {}),
              }
            : {
                type: "array",
                prefixItems: prefix,
                minItems: Math.min(minItems, prefix.length),
                ...(closed ? { items: false } : {}),
              },
        );
      const dictionary = fc.record({ type: fc.constant("object"), additionalProperties: tie("member") });
      const patterned = fc.record({
        type: fc.constant("object"),
        patternProperties: fc.record({ "^x-": tie("member") }),
        additionalProperties: fc.constantFrom(false, true),
      });
      const empty = fc.constantFrom<object>(
        {},
        { type: "object" },
        { type: "object", properties: {} },
        { type: "object", properties: {}, additionalProperties: false },
      );
      const reference = fc.constantFrom({ $ref: `#/${definitions}/Node` }, { $ref: `#/${definitions}/Word` });
      const union = fc
        .tuple(fc.constantFrom("anyOf", "oneOf"), fc.array(tie("member"), { minLength: 1, maxLength: 3 }))
        .map(([keyword, members]) => ({ [keyword]: members }));
      const tagged = fc.tuple(tie("member"), tie("member")).map(([first, second]) => ({
        oneOf: [
          {
            type: "object",
            properties: { kind: { const: "first" }, value: first },
            required: ["kind"],
            additionalProperties: false,
          },
          {
            type: "object",
            properties: { kind: { const: "second" }, value: second },
            required: ["kind", "value"],
            additionalProperties: false,
          },
        ],
      }));
      const both = fc.tuple(tie("object"), tie("other")).map((parts) => ({ allOf: parts }));
      const either = fc.constantFrom({
        type: "object",
        properties: { id: { type: "string" }, name: { type: "string" } },
        anyOf: [{ required: ["id"] }, { required: ["name"] }],
      });
      const conditional = tie("object").map((object) => ({
        ...(object as object),
        not: { required: ["never"] },
        if: { required: ["id"] },
        then: { required: ["name"] },
        dependentRequired: { kind: ["name"] },
      }));
      const objectOf = (keys: fc.Arbitrary<string>): fc.Arbitrary<object> =>
        fc
          .record({
            properties: fc.dictionary(keys, tie("schema"), { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
            required: fc.array(keys, { maxLength: 3 }),
            rest: fc.constantFrom<Json>(false, false, true, null, { type: "number" }),
          })
          .map(({ properties, required, rest }) => ({
            type: "object",
            properties,
            required: [...new Set(required.filter((name) => Object.hasOwn(properties, name)))],
            ...(rest === null ? {} : { additionalProperties: rest }),
          }));
      const object = objectOf(names);
      const leaf = fc.oneof(
        noted(text),
        noted(number),
        noted(fc.constant({ type: "boolean" })),
        noted(choice),
        noted(titled),
        noted(nullable),
        noted(empty),
        reference,
      );
      return {
        member: fc.oneof({ maxDepth: 2 }, leaf, tie("object")),
        object: noted(object),
        other: noted(objectOf(fc.constantFrom("first", "second"))),
        schema: fc.oneof(
          { maxDepth: 2 },
          leaf,
          noted(object),
          noted(list),
          noted(tuple),
          noted(dictionary),
          noted(patterned),
          noted(union),
          noted(tagged),
          noted(both),
          either,
          noted(conditional),
        ),
      };
    })
    .object.map((root) => ({
      ...(dialect === "draft-07" ? { $schema: "http://json-schema.org/draft-07/schema#" } : {}),
      ...(root as object),
      [definitions]: {
        Word: { type: "string", enum: ["yes", "no"] },
        Node: {
          type: "object",
          properties: {
            label: { type: "string" },
            children: { type: "array", items: { $ref: `#/${definitions}/Node` } },
          },
          required: ["label"],
          additionalProperties: false,
        },
      },
    }));
}

/** Any JSON value, with the names and literals that the schemas use. */
export const jsonArbitrary: fc.Arbitrary<Json> = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    fc.constantFrom<Json>("a", "b", "yes", 1, 2.5, true, null),
    fc.array(tie("json"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("id", "name", "kind", "label"), tie("json"), { maxKeys: 3, noNullPrototype: true }),
  ),
})).json;
