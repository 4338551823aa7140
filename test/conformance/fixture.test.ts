import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { expectedFailures } from "./expected-failures.ts";

const protocol = /input_?(?:required|responses|requests)|request_?state|elicitation\/create|resultType/i;
const read = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");

it("the fixture's handlers hold no word of how rounds travel", () => {
  // Names of the suite's tools say what they are for.
  const written = read("examples/conformance/handlers.ts").replaceAll(/\btestInputRequiredResult\w+/g, "");
  expect(written).not.toMatch(protocol);
  expect(read("examples/conformance/serve.ts")).not.toMatch(protocol);
});

it("what is searched for would be found where it is at home", () => {
  expect(read("runtime/src/server/settle.ts")).toMatch(protocol);
});

it("no failure is expected", () => {
  expect(expectedFailures).toEqual({ server: [], client: [] });
});
