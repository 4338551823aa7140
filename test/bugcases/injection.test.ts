import { expect, it } from "vitest";
import { listed } from "../import/in-memory.js";
import { compileErrors, generated, reported } from "./checked.js";
import { served } from "./served.js";

const hit = (): unknown => Reflect.get(globalThis, "HIT");

const nasty = {
  description: "path C:\\users\\x and C:\\u0041, `tick`, ${globalThis.HIT=4}, \u2028 end\rof it",
  property: "a');globalThis.HIT=5;('",
  value: "\\`${globalThis.HIT=6}`",
  tool: 't"];globalThis.HIT=3;//',
  uri: "x://{a}');globalThis.HIT=7;//",
};

const document = JSON.stringify({
  parley: "1",
  server: { name: "d'; globalThis.HIT=1; //", version: "`${globalThis.HIT=2}`", title: "*/globalThis.HIT=8;/*" },
  requestState: { keys: { env: "KEYS');globalThis.HIT=9;('" } },
  tools: {
    [nasty.tool]: {
      description: nasty.description,
      inputSchema: {
        type: "object",
        properties: {
          [nasty.property]: {
            type: "string",
            default: nasty.value,
            enum: [nasty.value, "it's", "</script>"],
            pattern: "^[`$\\\\{']",
          },
        },
      },
      requires: {
        ask: {
          elicit: {
            message: "`${globalThis.HIT=10}` ' \" \\",
            schema: { type: "object", properties: { x: { type: "string", title: "`${globalThis.HIT=11}`" } } },
          },
        },
      },
    },
  },
  prompts: { "p`${globalThis.HIT=12}`": { messages: [{ role: "user", text: "`${globalThis.HIT=13}`'\"\\" }] } },
  resources: { r: { uriTemplate: nasty.uri } },
});

const nothing = (): undefined => undefined;

it("27: text of a spec never runs, and arrives exactly as it was written", async () => {
  expect(await compileErrors(document, "export {};")).toEqual([]);
  const { module, factory } = await served(
    document,
    { tGlobalThisHit3: nothing, r: nothing },
    { keys: ["k".repeat(32)] },
  );
  expect(Object.keys(module)).not.toEqual([]);
  const [tool] = await listed(factory, "tools/list");
  expect(tool).toMatchObject({
    name: nasty.tool,
    description: nasty.description,
    inputSchema: {
      properties: { [nasty.property]: { default: nasty.value, enum: [nasty.value, "it's", "</script>"] } },
    },
  });
  const [template] = await listed(factory, "resources/templates/list");
  expect(template).toMatchObject({ uriTemplate: nasty.uri });
  expect(hit()).toBeUndefined();
});

const required = (schema: object): string =>
  JSON.stringify({ parley: "1", server: { name: "demo", version: "1.0.0" }, tools: { t: { inputSchema: schema } } });
const crafted = "id'>;\nexport const hit=(globalThis.HIT=1);\ntype Z=Array<'id";

it("28: an entry of required is a name, and a keyword that holds a type is nothing", async () => {
  const text = required({
    type: "object",
    allOf: [{ type: "object", properties: { id: { type: "string" } } }],
    required: [crafted],
    properties: {
      v: {
        type: "string",
        tsType: "string }\nexport const hit2 = (globalThis.HIT = 2)\ninterface Rest {",
        tsEnumNames: ["x"],
      },
    },
  });
  expect(await compileErrors(text, "export {};")).toEqual([]);
  const types = (await generated(text)).get("src/types.ts") ?? "";
  expect(types).not.toMatch(/^export const/m);
  await served(text, { t: nothing });
  expect(hit()).toBeUndefined();
});

it("28: a required name that is not declared is a warning, and an error where the object is closed", async () => {
  const open = required({ type: "object", required: ["ghost"], properties: { v: {} } });
  const closed = required({ type: "object", required: ["ghost"], properties: { v: {} }, additionalProperties: false });
  expect(await reported(open)).toEqual([expect.stringContaining("warning schema/required-undeclared")]);
  expect(await reported(closed)).toEqual([expect.stringContaining("error schema/required-impossible")]);
});
