import { expect, it } from "vitest";
import { isListedFor, mergedCapabilities, missingCapability } from "../../runtime/src/server/capabilities.js";

it.each([
  [{ kind: "elicit" }, { elicitation: { form: {} } }],
  [{ kind: "confirm" }, { elicitation: { form: {} } }],
  [{ kind: "elicitUrl" }, { elicitation: { url: {} } }],
  [{ kind: "sample" }, { sampling: {} }],
  [{ kind: "sample", withTools: true }, { sampling: { tools: {} } }],
  [{ kind: "roots" }, { roots: {} }],
] as const)("misses what %j needs where nothing was declared, and nothing where it was", (input, needed) => {
  expect(missingCapability(input, undefined)).toEqual(needed);
  expect(missingCapability(input, {})).toEqual(needed);
  expect(missingCapability(input, needed)).toBeUndefined();
});

it.each([
  [{}, true],
  [{ can: ["sampling", "roots"] }, true],
  [{ can: ["sampling", "elicitation.url"] }, false],
  [{ cannot: ["elicitation.form", "sampling.tools"] }, true],
  [{ cannot: ["elicitation.form", "roots"] }, false],
  [{ can: ["roots"], cannot: ["elicitation.url"] }, true],
  [{ can: ["elicitation.url"], cannot: ["elicitation.form"] }, false],
] as const)("lists for %j: %s", (listFor, listed) => {
  expect(isListedFor(listFor, { sampling: {}, roots: {} })).toBe(listed);
});

it.each([
  [{ roots: {} }, { sampling: {} }, { roots: {}, sampling: {} }],
  [
    { elicitation: { form: {} } },
    { elicitation: { url: {} }, sampling: { tools: {} } },
    { elicitation: { form: {}, url: {} }, sampling: { tools: {} } },
  ],
  [{ roots: {} }, { elicitation: { url: {} } }, { roots: {}, elicitation: { url: {} } }],
  [{ sampling: { tools: {} } }, { sampling: {} }, { sampling: { tools: {} } }],
  [{ sampling: {} }, { elicitation: { url: {} } }, { sampling: {}, elicitation: { url: {} } }],
])("says in one what is missing: %j and %j", (left, right, both) => {
  expect(mergedCapabilities(left, right)).toStrictEqual(both);
  expect(mergedCapabilities(right, left)).toEqual(both);
});
