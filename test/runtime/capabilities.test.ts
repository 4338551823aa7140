import { expect, it } from "vitest";
import { capabilitiesWith, isAble, isListedFor } from "../../runtime/src/server/capabilities.js";
import { kindOf } from "../../runtime/src/server/kinds/kind.js";
import { everyKind } from "./every-kind.js";
import { type AnyInput, form } from "./one-tool.js";

const asking = { name: "x", needs: [], message: () => "", question: () => ({ message: "", url: "" }) } as const;
const sampling = { kind: "sample", name: "x", needs: [], request: () => ({ messages: [], maxTokens: 1 }) } as const;

it.each<[AnyInput, object]>([
  [form("x"), { elicitation: { form: {} } }],
  [{ ...asking, kind: "confirm" }, { elicitation: { form: {} } }],
  [{ ...asking, kind: "elicitUrl" }, { elicitation: { url: {} } }],
  [sampling, { sampling: {} }],
  [{ ...sampling, withTools: true }, { sampling: { tools: {} } }],
  [{ kind: "roots", name: "x", needs: [] }, { roots: {} }],
])("misses what %j needs where nothing was declared, and nothing where it was", (input, needed) => {
  if (input.kind === "compute") throw new Error("Nobody is asked");
  const ability = kindOf(everyKind, input).ability(input);
  expect(isAble(undefined, ability)).toBe(false);
  expect(isAble({}, ability)).toBe(false);
  expect(isAble(needed, ability)).toBe(true);
  expect(capabilitiesWith([ability])).toStrictEqual(needed);
});

it("settles nothing of a kind that was not passed in", () => {
  expect(() => kindOf({}, form("x"))).toThrow(new TypeError("No kind elicit was passed in"));
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
  [["roots", "sampling"], { roots: {}, sampling: {} }],
  [
    ["elicitation.form", "elicitation.url", "sampling.tools"],
    { elicitation: { form: {}, url: {} }, sampling: { tools: {} } },
  ],
  [["roots", "elicitation.url"], { roots: {}, elicitation: { url: {} } }],
  [["sampling.tools", "sampling"], { sampling: { tools: {} } }],
  [["sampling", "elicitation.url", "sampling"], { sampling: {}, elicitation: { url: {} } }],
] as const)("says in one what is missing: %j", (abilities, capabilities) => {
  expect(capabilitiesWith(abilities)).toStrictEqual(capabilities);
  expect(capabilitiesWith(abilities.toReversed())).toEqual(capabilities);
});
