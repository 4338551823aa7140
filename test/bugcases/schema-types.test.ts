import { expect, it } from "vitest";
import { compileErrors, generated, spec } from "./checked.js";

const everyCase = spec(`
tools:
  find_files:                                                       # 01
    title: "Find */ export const stray = 1; /*"
    description: "A glob such as '**/*.ts', or a timetable '*/5 * * * *'. */ export const stray = 2; /*"
    inputSchema:
      type: object
      properties:
        glob: { type: string, title: "a star at the end *", description: "one line *\\n/ and the next" }
        byName: { type: object, patternProperties: { "^a*/ export const stray = 3": { type: string } } }
        kind: { oneOf: [{ const: file, title: "*/ export const stray = 4" }] }
      required: [glob]
  describe:                                                         # 02
    inputSchema:
      type: object
      additionalProperties: false
      properties:
        description: { type: string }
        $ref: { type: string }
        properties: { type: object, properties: { type: { type: string } } }
        required: { type: boolean }
        type: { type: string }
        enum: { type: array, items: { type: string } }
        $defs: { type: string }
        items: { type: integer }
      required: [description]
  folder_tree:                                                      # 03
    inputSchema: { type: object }
    outputSchema:
      $ref: "#/$defs/Folder"
      $defs:
        Folder:
          type: object
          additionalProperties: false
          properties: { name: { type: string }, folders: { type: array, items: { $ref: "#/$defs/Folder" } } }
          required: [name]
  two_kinds:
    inputSchema: { type: object }
    outputSchema:
      $schema: "http://json-schema.org/draft-07/schema#"
      $ref: "#/definitions/Even"
      definitions:
        Even: { type: object, additionalProperties: false, properties: { odd: { $ref: "#/definitions/Odd" } } }
        Odd: { type: object, additionalProperties: false, properties: { even: { $ref: "#/definitions/Even" } }, required: [even] }
  list_orders:                                                      # 05
    inputSchema: { type: object, properties: { filter: { title: Filter, type: object, additionalProperties: false, properties: { status: { enum: [open, paid] } } } } }
  list_people:
    inputSchema: { type: object, properties: { filter: { title: Filter, type: object, additionalProperties: false, properties: { status: { type: integer } } } } }
  convert:                                                          # 07
    inputSchema: { type: object }
    outputSchema: { type: object, properties: { currency: { type: string } }, required: [currency], additionalProperties: { type: number } }
  grid:                                                             # 08
    inputSchema:
      type: object
      properties:
        cells: { type: array, minItems: 1, maxItems: 20, items: { type: array, minItems: 1, maxItems: 20, items: { type: array, minItems: 1, maxItems: 20, items: { type: string } } } }
        ids: { type: array, maxItems: 1000, items: { type: integer } }
  search_docs:                                                      # 10
    inputSchema:
      type: object
      additionalProperties: false
      properties:
        sources: { type: array, items: { type: string, enum: [web, news, images] } }
        tags: { type: array, items: { const: stable } }
        levels: { type: array, items: { type: integer } }
      required: [sources]
  query:                                                            # 11
    inputSchema:
      type: object
      additionalProperties: false
      properties:
        query-3: { type: string }
        query3: { type: integer }
        query_3: { type: boolean }
        no-cache: { type: boolean }
        cache: { type: boolean }
        "": { type: string }
        "DateCreated<": { type: string }
  delete:                                                           # 12
    inputSchema:
      type: object
      properties: { delete: { type: boolean }, default: { type: string }, class: { type: string }, arguments: { type: array, items: { type: string } }, package: { type: string } }
      required: [delete]
  new: {}
  import: {}
  default: {}
  store:                                                            # 13
    inputSchema:
      type: object
      additionalProperties: false
      properties: { __proto__: { type: number }, constructor: { type: string }, toString: { type: string } }
      required: [__proto__, constructor, toString]
  pair:                                                             # 16
    inputSchema:
      $schema: "http://json-schema.org/draft-07/schema#"
      type: object
      additionalProperties: false
      properties: { p: { type: array, items: [{ type: string }, { type: number }], additionalItems: false, minItems: 2 } }
      required: [p]
  pair_of_today:
    inputSchema:
      type: object
      additionalProperties: false
      properties: { p: { type: array, prefixItems: [{ type: string }, { type: number }], items: false, minItems: 2 } }
      required: [p]
  fetch:                                                            # 18
    inputSchema: { type: object, additionalProperties: false, properties: { "uids[]": { type: array, items: { type: string } }, Parameter1.Name: { type: string }, "{{userName}}": { type: string } } }
  nothing: { inputSchema: { type: object, properties: {}, additionalProperties: false } }  # 19
`);

const use = `
import type * as types from "./src/types.js";
import type { DemoHandlers } from "./src/server.js";
import type { DemoClient } from "./src/client.js";

export const c01: types.FindFilesArguments = { glob: "*", kind: "file" };

export const c02: types.DescribeArguments = { description: "", $ref: "", properties: { type: "" }, required: true, type: "", enum: [""], $defs: "", items: 1 };
// @ts-expect-error
export const c02Wrong: types.DescribeArguments = { description: "", enum: "" };

export const c03: types.FolderTreeOutput = { name: "a", folders: [{ name: "b", folders: [{ name: "c" }] }] };
// @ts-expect-error
export const c03Wrong: types.FolderTreeOutput = { name: "a", folders: [{ name: "b", folders: [{ nome: "c" }] }] };
export const c03Both: types.TwoKindsOutput = { odd: { even: { odd: { even: {} } } } };
// @ts-expect-error
export const c03BothWrong: types.TwoKindsOutput = { odd: { even: { odd: {} } } };

export const c05: [types.ListOrdersArguments, types.ListPeopleArguments] = [{ filter: { status: "open" } }, { filter: { status: 1 } }];
// @ts-expect-error
export const c05Wrong: types.ListOrdersArguments = { filter: { status: 1 } };

export function c07(output: types.ConvertOutput): string {
  const other: number | unknown = output["USD"];
  return output.currency + String(other);
}

const cells: string[][][] = [];
export const c08: types.GridArguments = { cells, ids: [1] };

export const c10: types.SearchDocsArguments = { sources: ["web", "news"], tags: ["stable"], levels: [1] };
// @ts-expect-error
export const c10Wrong: types.SearchDocsArguments = { sources: "web" };

export const c11: types.QueryArguments = { "query-3": "", query3: 1, query_3: true, "no-cache": true, cache: false, "": "", "DateCreated<": "" };
// @ts-expect-error
export const c11Wrong: types.QueryArguments = { query_3: 1 };

export const c12: types.DeleteArguments = { delete: true, default: "", class: "", arguments: [""], package: "" };
export type Named = [DemoHandlers["delete"], DemoHandlers["new"], DemoHandlers["import"], DemoHandlers["default"]];
export type Called = [DemoClient["delete"], DemoClient["new"], DemoClient["import"], DemoClient["default"]];

export const c13: types.StoreArguments = { ["__proto__"]: 1, constructor: "", toString: "" };
// @ts-expect-error
export const c13Wrong: types.StoreArguments = { ["__proto__"]: "", constructor: "", toString: "" };

export const c16: [types.PairArguments, types.PairOfTodayArguments] = [{ p: ["", 1] }, { p: ["", 1] }];
// @ts-expect-error
export const c16Wrong: types.PairArguments = { p: [1, ""] };
// @ts-expect-error
export const c16Long: types.PairOfTodayArguments = { p: ["", 1, 2] };

export const c18: types.FetchArguments = { "uids[]": [""], "Parameter1.Name": "", "{{userName}}": "" };

export const c19: types.NothingArguments = {};
// @ts-expect-error
export const c19Wrong: types.NothingArguments = { x: 1 };
`;

it("01 02 03 05 07 08 10 11 12 13 16 18 19: one package holds all of them, and its types say what they mean", async () => {
  expect(await compileErrors(everyCase, use)).toEqual([]);
});

it("01: text of a comment stays readable, and in it", async () => {
  const files = await generated(everyCase);
  const all = [...files.values()].join("\n");
  expect(all).toContain("*\\/ export const stray = 2");
  // The listed text is untouched.
  expect(files.get("src/calls.ts")).toContain("*/5 * * * *'. */ export const stray = 2; /*");
});

it("03: a definition is declared once, by name, and nothing of it is unknown", async () => {
  const types = (await generated(everyCase)).get("src/types.ts") ?? "";
  const declared = types.match(/export (?:interface|type) \w*Folder\w*/g);
  expect(declared?.length).toBeLessThanOrEqual(3);
  expect(types).toMatch(/folders\?: \w+\[\]/);
});

it("08: bounds of lists do not become tuples", async () => {
  const types = (await generated(everyCase)).get("src/types.ts") ?? "";
  expect(types).toContain("cells?: string[][][]");
  expect(types).toContain("ids?: number[]");
  expect(types.length).toBeLessThan(20_000);
});

it("10: a list of choices is a list, in parentheses", async () => {
  const types = (await generated(everyCase)).get("src/types.ts") ?? "";
  expect(types).toContain('sources: ("web" | "news" | "images")[]');
  expect(types).toContain('tags?: "stable"[]');
});

it("12: names of tools stay on the wire", async () => {
  const files = await generated(everyCase);
  const calls = files.get("src/calls.ts") ?? "";
  for (const name of ["delete", "new", "import", "default"]) expect(calls).toContain(`name: "${name}"`);
});
