import { createCipheriv, createHash, hkdfSync } from "node:crypto";
import { expect, it } from "vitest";
import type { AskedQuestion, Entry } from "../../runtime/src/sealing/progress.js";
import { pythonFormat } from "../../runtime/src/sealing/python-format.js";
import { runOnce } from "../../runtime/src/server/once.js";
import { halfSha256, pythonProgress } from "../../runtime/src/sealing/python-progress.js";
import { connectLegacy } from "../runtime/connections.js";
import { type AnyInput, asked, decline, filled, form, frozen, key, oneTool, state, text } from "../runtime/one-tool.js";

const elicitation = (message: string, requestedSchema: object): AskedQuestion => ({
  method: "elicitation/create",
  params: { mode: "form", message, requestedSchema },
});

// What `mcp` 2.3.0 gives the questions of test/interop/python/kitchen.py.
const size = elicitation("Which size of Soup – or “menu”?", {
  title: "Size",
  type: "object",
  properties: {
    size: { title: "Size", type: "string", enum: ["small", "large"] },
    note: { title: "Note", description: "For the cook", type: "string", default: "", maxLength: 80 },
  },
  required: ["size"],
});
const drink: AskedQuestion = {
  method: "sampling/createMessage",
  params: {
    maxTokens: 20,
    temperature: 1,
    systemPrompt: "You are a waiter.",
    messages: [{ content: { text: "Which drink goes with Soup?", type: "text" }, role: "user" }],
  },
};
const roots: AskedQuestion = { method: "roots/list", params: undefined };

it.each([
  ["a form", size, "mn8ru0sf6WWIK5uIQ8rhtA"],
  ["sampling, whose temperature is a float", drink, "cLbsv4h387xstvcr3LuEqQ"],
  ["roots", roots, "dCNOmK_nSY-12vHzasLXig"],
  [
    "a form with a whole number",
    elicitation("How hot is a large one?", {
      title: "Spice",
      type: "object",
      properties: { level: { title: "Level", type: "integer", minimum: 0, maximum: 5 } },
      required: ["level"],
    }),
    "QbWyrNQVFgvrenTApgrofg",
  ],
  [
    "consent",
    elicitation("Shall a large Soup be cooked?", { type: "object", properties: {} }),
    "hiRbD2mfaGYTEGxtwXEaqg",
  ],
] as const)("gives a question the digest that Python gives it: %s", (_, question, digest) => {
  expect(pythonProgress.digest(question, undefined)).toBe(digest);
  expect(pythonProgress.digest(question, [])).toBe(digest);
});

// The texts are Pydantic's, with the members of the SDK's models in their order; Python's hashlib gives their digests.
it.each([
  [
    "content in parts",
    {
      messages: [
        {
          content: [
            { text: "Look", type: "text" },
            { mimeType: "image/png", data: "AA==", type: "image" },
          ],
          role: "user",
        },
      ],
      maxTokens: 5,
    },
    '{"messages":[{"role":"user","content":[{"type":"text","text":"Look"},{"type":"image","data":"AA==","mimeType":"image/png"}]}],"maxTokens":5}',
  ],
  [
    "several messages, and preferences that are floats",
    {
      maxTokens: 5,
      modelPreferences: { speedPriority: 1, costPriority: 0, intelligencePriority: 0.5, hints: [{ name: "a" }] },
      messages: [
        { role: "user", content: { type: "text", text: "a" } },
        { role: "assistant", content: { type: "text", text: "b" } },
      ],
    },
    '{"messages":[{"role":"user","content":{"type":"text","text":"a"}},{"role":"assistant","content":{"type":"text","text":"b"}}],"modelPreferences":{"hints":[{"name":"a"}],"costPriority":0.0,"speedPriority":1.0,"intelligencePriority":0.5},"maxTokens":5}',
  ],
  [
    "tools, and members of another order or without a value",
    {
      toolChoice: { mode: "auto" },
      temperature: undefined,
      tools: [
        { inputSchema: { type: "object" }, description: "Adds", name: "add" },
        { name: "mul", inputSchema: { type: "object" } },
      ],
      stopSequences: ["."],
      messages: [],
    },
    '{"messages":[],"stopSequences":["."],"tools":[{"name":"add","description":"Adds","inputSchema":{"type":"object"}},{"name":"mul","inputSchema":{"type":"object"}}],"toolChoice":{"mode":"auto"}}',
  ],
  [
    "what no model has",
    { messages: "none", tools: 7, metadata: { b: 1, a: [2] }, more: true },
    '{"messages":"none","metadata":{"b":1,"a":[2]},"tools":7,"more":true}',
  ],
  [
    "content that is a text",
    { messages: [{ role: "user", content: "plain" }, "bare"] },
    '{"messages":[{"role":"user","content":"plain"},"bare"]}',
  ],
])("digests a request for sampling in the order of the SDK's models: %s", (_, params, rendered) => {
  expect(pythonProgress.digest({ method: "sampling/createMessage", params }, undefined)).toBe(halfSha256(rendered));
});

it("tells questions apart by everything that is in them, and by their pins", () => {
  const fields = { properties: { a: { type: "string" }, b: { type: "string" } }, type: "object" };
  const digests = [
    elicitation("Which?", fields),
    elicitation("Which one?", fields),
    // Python keeps the order of fields, and so does a person who reads them.
    elicitation("Which?", { ...fields, properties: { b: { type: "string" }, a: { type: "string" } } }),
    elicitation("Which?", { ...fields, title: "Form" }),
    { method: "elicitation/create", params: { mode: "form", message: "Which?", requestedSchema: fields, more: 1 } },
    { method: "elicitation/create", params: { mode: "url", message: "Which?", url: "https://a.example" } },
    drink,
  ].map((question) => pythonProgress.digest(question, undefined));
  expect(new Set(digests).size).toBe(digests.length);
  expect(pythonProgress.digest(drink, [1])).not.toBe(pythonProgress.digest(drink, [2]));
  expect(pythonProgress.digest(drink, [1])).not.toBe(pythonProgress.digest(drink, undefined));
});

const rootsDigest = "dCNOmK_nSY-12vHzasLXig";
const entries = new Map<string, Entry>([
  ["m:who", { kind: "accepted", digest: "qq", value: { username: "octocat" } }],
  ["m:d", { kind: "declined", digest: "q2" }],
  ["m:c", { kind: "cancelled", digest: "q4" }],
  ["m:roots", { kind: "accepted", digest: rootsDigest, value: [{ uri: "file:///a" }] }],
  ["m:next", { kind: "asked", digest: "q3", invalid: 0 }],
  ["__proto__", { kind: "asked", digest: "q5", invalid: 2 }],
  ["m:price", { kind: "computed", value: 7 }],
  ["m:login", { kind: "consented", digest: "q6" }],
  ["m:folders", { kind: "unanswered", digest: "q7" }],
]);

it("writes what Python's resolvers read, and the rest beside it", () => {
  const written = JSON.parse(JSON.stringify(pythonProgress.write(entries, { step: 1 }))) as Record<string, object>;
  expect(Object.entries(written["outcomes"] ?? {})).toEqual([
    ["m:who", { action: "accept", data: { username: "octocat" }, q: "qq" }],
    ["m:d", { action: "decline", data: null, q: "q2" }],
    ["m:c", { action: "cancel", data: null, q: "q4" }],
    ["m:roots", { action: "accept", data: { roots: [{ uri: "file:///a" }] }, q: rootsDigest }],
  ]);
  expect(Object.entries(written["asked"] ?? {})).toEqual([
    ["m:next", "q3"],
    ["__proto__", "q5"],
  ]);
  expect(written["e"]).toEqual([
    ["__proto__", "?", "q5", 2],
    ["m:price", "c", 7],
    ["m:login", "u", "q6"],
    ["m:folders", "t", "q7"],
  ]);
  const back = pythonProgress.read(written);
  expect(back.manual).toEqual({ step: 1 });
  expect(new Map(back.entries)).toEqual(entries);
});

it("adds nothing of ours where Python's part says it all", () => {
  const declined = new Map<string, Entry>([["a", { kind: "declined", digest: "q" }]]);
  expect(JSON.stringify(pythonProgress.write(declined, undefined))).toBe(
    '{"outcomes":{"a":{"action":"decline","data":null,"q":"q"}},"asked":{}}',
  );
});

it("writes consent as the content of a form without fields", () => {
  const agreed = new Map<string, Entry>([["ok", { kind: "accepted", digest: "q", value: undefined }]]);
  expect(pythonProgress.write(agreed, undefined)).toMatchObject({ outcomes: { ok: { action: "accept", data: {} } } });
});

it.each([
  undefined,
  null,
  "text",
  [],
  {},
  { outcomes: [], asked: "x" },
  { outcomes: { a: null, b: { action: "accept", data: {} }, c: { action: "other", q: "q" } }, asked: { d: 1 } },
])("reads what it does not know as no progress: %o", (junk) => {
  expect(pythonProgress.read(junk)).toEqual({ entries: new Map(), manual: undefined });
});

// A token as a Python server makes it, from the description of the format and not with the code that reads it.
function pythonToken(inner: unknown, overrides: object = {}): string {
  const derived = Buffer.from(hkdfSync("sha256", key, "", "mcp/request-state/v1/aes-256-gcm", 32));
  const id = createHash("sha256").update("mcp/request-state/v1/kid:").update(derived).digest().subarray(0, 4);
  const now = Date.now() / 1000;
  const claims = {
    v: 1,
    iat: now,
    exp: now + 600,
    m: "tools/call",
    t: "act",
    a: "RBNvo1WzZ4oRRq0W9-hkng",
    s: JSON.stringify(inner),
    aud: "tests",
    ...overrides,
  };
  const nonce = Buffer.alloc(12, 3);
  const cipher = createCipheriv("aes-256-gcm", derived, nonce).setAAD(Buffer.concat([Buffer.from("v1."), id]));
  const body = Buffer.concat([id, nonce, cipher.update(JSON.stringify(claims)), cipher.final(), cipher.getAuthTag()]);
  return `v1.${body.toString("base64url")}`;
}

const config = { audience: "tests", format: pythonFormat, keyPrefix: "shop:" };
const kitchen = (inputs: readonly AnyInput[], more: object = {}) => oneTool(inputs, { config, ...more });
const digestOf = (name: string): string =>
  pythonProgress.digest(
    elicitation(`Which ${name}?`, {
      type: "object",
      properties: { value: { type: "string", minLength: 2 } },
      required: ["value"],
    }),
    undefined,
  );
const python = (outcomes: object, asks: object = {}): unknown => ({ v: 3, outcomes, asked: asks });
const answered = (value: unknown, q: string) => ({ action: "accept", data: { value }, q });

it("names its questions as Python does, and takes answers under these names only", async () => {
  const tool = kitchen([form("a")]);
  const first = await tool.leg({});
  expect(asked(first)).toEqual(["shop:a"]);
  const others = { a: filled, "other:a": filled, "shup:a": filled };
  expect(asked(await tool.leg({}, { state: state(first), answers: others }))).toEqual(["shop:a"]);
  expect(text(await tool.leg({}, { state: state(first), answers: { "shop:a": filled } }))).toBe("done");
});

it("goes on with a flow that a Python server began", async () => {
  const tool = kitchen([form("a"), form("b", { needs: ["a"] }), form("c", { needs: ["b"], onDecline: "continue" })]);
  const begun = pythonToken(python({ "shop:a": answered("from Python", digestOf("a")) }, { "shop:b": digestOf("b") }));
  const second = await tool.leg({}, { state: begun, answers: { "shop:b": filled } });
  expect(asked(second)).toEqual(["shop:c"]);
  await tool.leg({}, { state: state(second), answers: { "shop:c": decline } });
  expect(tool.calls[0]?.inputs).toEqual({
    a: { value: "from Python" },
    b: { value: "good" },
    c: { action: "decline" },
  });
});

it.each([
  ["a question in other words", python({ "shop:a": answered("good", "another digest") })],
  [
    "a question under another name",
    python({
      "shop:other": answered("good", digestOf("a")),
      "shup:a": answered("good", digestOf("a")),
      a: answered("good", digestOf("a")),
    }),
  ],
  // Python takes more for an answer than the schema that was shown.
  ["an answer that does not fit", python({ "shop:a": answered("x", digestOf("a")) })],
  ["an answer of another type", python({ "shop:a": answered(20, digestOf("a")) })],
  ["another version of the state", { v: 4, outcomes: { "shop:a": answered("good", digestOf("a")) }, asked: {} }],
  ["a state of the author's own", "awaiting-confirm"],
])("asks again after a Python server, for %s", async (_, inner) => {
  const tool = kitchen([form("a")]);
  expect(asked(await tool.leg({}, { state: pythonToken(inner) }))).toEqual(["shop:a"]);
  expect(tool.calls).toEqual([]);
});

it("holds the claims of a Python server's state against the call", async () => {
  const tool = kitchen([form("a")]);
  const inner = python({ "shop:a": answered("good", digestOf("a")) });
  for (const wrong of [{ t: "other" }, { aud: "else" }, { exp: 1 }, { p: "x" }, { v: 2 }]) {
    expect((await tool.leg({}, { state: pythonToken(inner, wrong) })).error).toEqual(frozen);
  }
  expect(text(await tool.leg({}, { state: pythonToken(inner) }))).toBe("done");
});

it("runs a flow that ends here once, however often the state of a Python server is sent", async () => {
  const tool = kitchen([form("a")], { declaration: { once: runOnce } });
  const token = pythonToken(python({}, { "shop:a": digestOf("a") }));
  const legs = await Promise.all(
    Array.from({ length: 5 }, () => tool.leg({}, { state: token, answers: { "shop:a": filled } })),
  );
  expect(tool.calls).toHaveLength(1);
  expect(legs.filter((leg) => leg.error === undefined).every((leg) => text(leg) === "done")).toBe(true);
});

it("keeps what is computed, and counts of invalid answers, while no Python server takes a turn", async () => {
  let computed = 0;
  const price: AnyInput = {
    kind: "compute",
    name: "price",
    needs: [],
    schema: { type: "integer" },
    compute: () => (computed += 1),
  };
  const tool = kitchen([price, form("a", { needs: ["price"], attempts: 1 })]);
  const first = await tool.leg({});
  const bad = { "shop:a": { action: "accept", content: { value: "x" } } };
  const second = await tool.leg({}, { state: state(first), answers: bad });
  expect(asked(second)).toEqual(["shop:a"]);
  expect(text(await tool.leg({}, { state: state(second), answers: bad }))).toContain("2 times without a valid answer");
  expect(computed).toBe(1);
});

it("asks a 2025-era client by the same names", async () => {
  const tool = kitchen([form("a"), form("b", { needs: ["a"] })]);
  const client = await connectLegacy(tool.factory, () => filled);
  await client.callTool({ name: "act", arguments: {} });
  expect(tool.calls[0]?.inputs).toEqual({ a: { value: "good" }, b: { value: "good" } });
  await client.close();
});
