import { expect, it } from "vitest";
import { type Entry, parleyProgress } from "../../runtime/src/sealing/progress.js";

const entries = new Map<string, Entry>([
  ["price", { kind: "computed", value: null }],
  ["size", { kind: "asked", digest: "q1", invalid: 2 }],
  ["folder", { kind: "unanswered", digest: "q2" }],
  ["login", { kind: "consented", digest: "q3" }],
  ["who", { kind: "accepted", digest: "q4", value: { name: "ada" } }],
  ["ok", { kind: "accepted", digest: "q5", value: undefined }],
  ["__proto__", { kind: "declined", digest: "q6" }],
  ["constructor", { kind: "cancelled", digest: "q7" }],
]);

it("writes a flow's progress as tuples, and reads it back", () => {
  const written: unknown = JSON.parse(JSON.stringify(parleyProgress.write(entries, { step: 1 })));
  // Instances of two versions go on with each other's flows.
  expect(written).toEqual({
    e: [
      ["price", "c", null],
      ["size", "?", "q1", 2],
      ["folder", "t", "q2"],
      ["login", "u", "q3"],
      ["who", "a", "q4", { name: "ada" }],
      ["ok", "a", "q5"],
      ["__proto__", "d", "q6"],
      ["constructor", "x", "q7"],
    ],
    u: { step: 1 },
  });
  const read = parleyProgress.read(written);
  expect([...read.entries]).toEqual([...entries]);
  expect(read.manual).toEqual({ step: 1 });
});

it("writes no state by hand where there is none", () => {
  expect(JSON.stringify(parleyProgress.write(new Map(), undefined))).toBe('{"e":[]}');
});

it.each([
  ["no object", "text"],
  ["a list", [["a", "d", "q"]]],
  ["nothing", {}],
  ["no list of tuples", { e: { a: ["d", "q"] } }],
  ["no tuples", { e: [7, null, "add", { 0: "a", 1: "d", 2: "q" }] }],
  ["a name that is no text", { e: [[1, "d", "q"]] }],
  ["a kind that is not known", { e: [["a", "z", "q"]] }],
  [
    "a digest that is no text",
    {
      e: [
        ["a", "d", 7],
        ["b", "?", null, 1],
        ["c", "a"],
      ],
    },
  ],
])("reads what it does not know as no progress: %s", (_, junk) => {
  expect(parleyProgress.read(junk)).toEqual({ entries: new Map(), manual: undefined });
});

it("counts no invalid answers where the count is no number", () => {
  const { entries: read } = parleyProgress.read({ e: [["a", "?", "q", "many"]] });
  expect(read.get("a")).toEqual({ kind: "asked", digest: "q", invalid: 0 });
});
