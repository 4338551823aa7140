import { expect, it } from "vitest";
import type {
  AskedForm,
  ClientContract,
  ConnectOptions,
  FormSchema,
  GenericHandlers,
  Question,
  QuestionDeclaration,
  ToolMethod,
} from "../../runtime/src/contract-v1/client.js";
import {
  accept,
  byHand,
  connect,
  decline,
  generic,
  isPending,
  toolMethod,
} from "../../runtime/src/contract-v1/client.js";
import { readQuestion } from "../../runtime/src/client/read-question.js";
import type { Requests, Wire } from "./scripted-server.js";
import { ask, form, legsOf, said, scriptedServer, serveModern, textForm } from "./scripted-server.js";

type AnyMethod = ToolMethod<object, undefined, Record<string, never>, Readonly<Record<string, AskedForm>>>;

/** A tool that asks one round of questions, and a client that declares some of them. */
async function asking(
  requests: Requests,
  declared: Readonly<Record<string, QuestionDeclaration>>,
  fulfil: ConnectOptions["fulfil"],
  options: GenericHandlers & Partial<ConnectOptions> = {},
): Promise<{ readonly call: AnyMethod; readonly wire: Wire }> {
  const wire = serveModern(() =>
    scriptedServer(({ state }) => (state === undefined ? ask(requests, "s") : said("done"))),
  );
  const contract: ClientContract = {
    version: 1,
    server: "asking",
    methods: [{ kind: "tool", name: "t", fulfil: "t", inputSchema: { type: "object" }, questions: declared }],
  };
  const connection = await connect(wire.transport, contract, { ...options, fulfil });
  const [declaration] = contract.methods;
  if (declaration?.kind !== "tool") throw new Error("no tool");
  return { call: toolMethod(connection, declaration), wire };
}

function answersOf(wire: Wire): unknown {
  return legsOf(wire)[1]?.["inputResponses"];
}

interface Fields {
  properties: Record<string, Record<string, unknown>>;
  required: string[];
  [keyword: string]: unknown;
}

/** A form with a choice and a number, after the given change. */
function regionSchema(change: (schema: Fields) => void = () => {}): Fields & { type: "object" } {
  const schema = {
    type: "object" as const,
    properties: {
      region: { type: "string", title: "Region", oneOf: [{ const: "eu", title: "Europe" }] },
      count: { type: "integer", minimum: 1 },
    },
    required: ["region"],
  };
  change(schema);
  return schema;
}

const regionForm = (change?: (schema: Fields) => void): unknown => form(regionSchema(change), "Where?");

const regionFormSchema: FormSchema = {
  type: "object",
  properties: {
    region: { type: "string", title: "Region", oneOf: [{ const: "eu", title: "Europe" }] },
    count: { type: "integer", minimum: 1 },
  },
  required: ["region"],
};
const region: QuestionDeclaration = { kind: "form", schema: regionFormSchema };

it.each([
  ["a value that is not among the choices", { region: "mars" }, '/region must be one of "eu"'],
  ["a missing field", {}, "/region is required"],
  ["a field that the form does not have", { region: "eu", extra: 1 }, "/extra is not a field of the form"],
  ["a number below the minimum", { region: "eu", count: 0 }, "/count must be at least 1"],
  ["text in place of a number", { region: "eu", count: "5" }, "/count must be a whole number"],
  ["no object at all", undefined, "needs an object"],
  ["a bare true", true, "needs an object"],
])("does not send an answer with %s", async (_what, answer, message) => {
  const { call, wire } = await asking({ region: regionForm() }, { region }, { t: { region: () => answer } });
  const failure: unknown = await call({}).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: "invalid-answer", input: "region" });
  expect(String(failure)).toContain(message);
  expect(String(failure)).toContain('"region"');
  expect(legsOf(wire)).toHaveLength(1);
});

it("sends a good answer, without the members that are undefined", async () => {
  const fulfil = { t: { region: () => ({ region: "eu", count: undefined }) } };
  const { call, wire } = await asking({ region: regionForm() }, { region }, fulfil);
  await call({});
  expect(answersOf(wire)).toEqual({ region: { action: "accept", content: { region: "eu" } } });
});

it.each([
  ["another title", (schema: Fields) => Object.assign(schema, { title: "Where to" })],
  ["a dialect", (schema: Fields) => Object.assign(schema, { $schema: "https://json-schema.org/draft/2020-12/schema" })],
  [
    "a field titled otherwise",
    (schema: Fields) => Object.assign(schema.properties["region"] ?? {}, { title: "Place" }),
  ],
])("gives the declared function a question with %s, since the same answers fit", async (_what, change) => {
  const fulfil = { t: { region: () => ({ region: "eu" }) } };
  const { call } = await asking({ region: regionForm(change) }, { region }, fulfil);
  await expect(call({})).resolves.toMatchObject({ isError: false });
});

const changes: readonly (readonly [string, (schema: Fields) => void])[] = [
  [
    "another choice",
    ({ properties }) => Object.assign(properties["region"] ?? {}, { oneOf: [{ const: "us", title: "US" }] }),
  ],
  ["another property", ({ properties }) => Object.assign(properties, { card: { type: "string" } })],
  ["another required property", ({ required }) => required.push("count")],
  ["another type", ({ properties }) => Object.assign(properties["count"] ?? {}, { type: "number" })],
];

it.each(changes)("never shows the declared function a question with %s", async (_what, change) => {
  let called = false;
  const fulfil = {
    t: {
      region: () => {
        called = true;
        return { region: "eu" };
      },
    },
  };
  const { call, wire } = await asking({ region: regionForm(change) }, { region }, fulfil);
  await expect(call({})).rejects.toMatchObject({ code: "changed-question", input: "region" });
  expect(called).toBe(false);
  expect(legsOf(wire)).toHaveLength(1);
});

it.each(changes)("gives the generic handler a question with %s", async (_what, change) => {
  const { call, wire } = await asking(
    { region: regionForm(change) },
    { region },
    { t: { region: () => ({ region: "eu" }) } },
    { elicitation: () => decline() },
  );
  await call({});
  expect(answersOf(wire)).toEqual({ region: { action: "decline" } });
});

it("compares everything but the choices of a property whose choices are made at run time", async () => {
  const dynamic: QuestionDeclaration = { kind: "form", schema: regionFormSchema, choices: ["region"] };
  const fulfil = { t: { region: () => ({ region: "us" }) } };
  const { call, wire } = await asking({ region: regionForm(changes[0]?.[1]) }, { region: dynamic }, fulfil);
  await call({});
  expect(answersOf(wire)).toEqual({ region: { action: "accept", content: { region: "us" } } });
});

it("gives a question that the spec does not know to the generic handler, with its kind and schema", async () => {
  let seen: Question | undefined;
  const { call, wire } = await asking(
    { news: textForm("text", "News?") },
    {},
    {},
    {
      elicitation: (question) => {
        seen = question;
        return { text: "none" };
      },
    },
  );
  await call({});
  expect(seen).toMatchObject({ key: "news", kind: "form", message: "News?", schema: { required: ["text"] } });
  expect(answersOf(wire)).toEqual({ news: { action: "accept", content: { text: "none" } } });
});

it("fails when nothing answers a question, before any other question of the round is put", async () => {
  let called = false;
  const name: QuestionDeclaration = {
    kind: "form",
    schema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  };
  const fulfil = {
    t: {
      name: () => {
        called = true;
        return { name: "Kim" };
      },
    },
  };
  const { call, wire } = await asking({ name: textForm("name"), news: textForm("news") }, { name }, fulfil);
  await expect(call({})).rejects.toMatchObject({ code: "unanswered-question", input: "news" });
  expect(called).toBe(false);
  expect(legsOf(wire)).toHaveLength(1);
});

it.each(["__proto__", "constructor", "toString"])("takes %s for an ordinary name", async (key) => {
  const requests = Object.fromEntries([[key, textForm("text")]]);
  const schema: FormSchema = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };
  const declared: Readonly<Record<string, QuestionDeclaration>> = Object.fromEntries([[key, { kind: "form", schema }]]);
  const { call, wire } = await asking(requests, declared, {
    t: Object.fromEntries([[key, () => ({ text: "hello" })]]),
  });
  await call({});
  expect(Object.entries(Object(answersOf(wire)))).toEqual([[key, { action: "accept", content: { text: "hello" } }]]);
});

it.each(["constructor", "toString"])(
  "finds no function for the undeclared question %s in the prototype",
  async (key) => {
    const { call } = await asking(
      Object.fromEntries([[key, textForm("text")]]),
      // Only so that the server may ask at all.
      { other: { kind: "confirm" } },
      { t: { other: () => accept() } },
    );
    await expect(call({})).rejects.toMatchObject({ code: "unanswered-question", input: key });
  },
);

it("takes functions from the methods of a class", async () => {
  class Desk {
    readonly answer = "eu";
    region(): { region: string } {
      return { region: this.answer };
    }
  }
  const { call } = await asking({ region: regionForm() }, { region }, { t: new Desk() });
  await expect(call({})).resolves.toMatchObject({ isError: false });
});

it("hands a question marked generic to the generic handler", async () => {
  const { call, wire } = await asking(
    { region: regionForm() },
    { region },
    { t: { region: generic } },
    {
      elicitation: { form: () => ({ region: "eu" }) },
    },
  );
  await call({});
  expect(answersOf(wire)).toEqual({ region: { action: "accept", content: { region: "eu" } } });
});

it("refuses to connect when a question is left to a generic handler that is not there", async () => {
  await expect(asking({}, { region }, { t: { region: generic } })).rejects.toMatchObject({ code: "bad-registration" });
});

it("refuses to connect when a question has no function at all", async () => {
  await expect(asking({}, { region }, { t: {} })).rejects.toMatchObject({ code: "bad-registration", input: "region" });
});

it("does not put a question that is to be answered by hand", async () => {
  const { call } = await asking({ region: regionForm() }, { region }, byHand);
  await expect(call({})).rejects.toMatchObject({ code: "by-hand", input: "region" });
});

const visit: QuestionDeclaration = { kind: "url" };

function urlQuestion(url: string): Requests {
  return {
    login: { method: "elicitation/create", params: { mode: "url", message: "Sign in", url } },
  };
}

it.each([
  ["https://id.example/login?x=1", { host: "id.example", insecure: false, userinfo: false, punycode: false }],
  ["http://id.example:8080/", { host: "id.example:8080", insecure: true, loopback: false }],
  ["http://127.0.0.1:3000/", { insecure: true, loopback: true }],
  ["http://localhost./", { host: "localhost.", loopback: true }],
  ["https://id.localhost/", { loopback: true }],
  ["https://localhost.id.example/", { loopback: false }],
  ["https://0x7f.1/", { host: "127.0.0.1", loopback: true }],
  ["https://0/", { host: "0.0.0.0", loopback: true }],
  ["https://[::]/", { loopback: true }],
  ["https://[::1]/", { loopback: true }],
  ["https://[::ffff:127.8.0.1]/", { host: "[::ffff:7f08:1]", loopback: true }],
  ["https://[::ffff:8.8.8.8]/", { loopback: false }],
  ["https://bank.example@evil.example/", { host: "evil.example", userinfo: true }],
  ["https://bänk.example/", { host: "xn--bnk-qla.example", punycode: true }],
])("shows where %s leads, and sends consent alone", async (url, facts) => {
  let seen: Question | undefined;
  const { call, wire } = await asking(
    urlQuestion(url),
    { login: visit },
    {
      t: {
        login: (question: Question) => {
          seen = question;
          return accept();
        },
      },
    },
  );
  await call({});
  expect(seen).toMatchObject({ kind: "url", message: "Sign in", url: facts });
  expect(answersOf(wire)).toEqual({ login: { action: "accept" } });
});

it.each(["javascript:alert(1)", "file:///etc/passwd", "myapp://open", "not a url"])(
  "shows %s to nobody",
  async (url) => {
    let called = false;
    const { call } = await asking(
      urlQuestion(url),
      { login: visit },
      {
        t: {
          login: () => {
            called = true;
            return accept();
          },
        },
      },
    );
    await expect(call({})).rejects.toMatchObject({ code: "invalid-question", input: "login" });
    expect(called).toBe(false);
  },
);

it.each([undefined, true, {}, { action: "accept" }])("takes %j for no consent", async (answer) => {
  const { call, wire } = await asking(
    urlQuestion("https://id.example/"),
    { login: visit },
    { t: { login: () => answer } },
  );
  await expect(call({})).rejects.toMatchObject({ code: "invalid-answer", input: "login" });
  expect(legsOf(wire)).toHaveLength(1);
});

it("answers a form without fields with consent alone", async () => {
  const confirm = {
    ok: {
      method: "elicitation/create",
      params: { mode: "form", message: "Go?", requestedSchema: { type: "object", properties: {} } },
    },
  };
  const { call, wire } = await asking(confirm, { ok: { kind: "confirm" } }, { t: { ok: () => accept() } });
  await call({});
  expect(answersOf(wire)).toEqual({ ok: { action: "accept", content: {} } });
});

it("sends the answer that was checked, not what its toJSON makes of it", async () => {
  const days = form({
    type: "object",
    properties: { days: { type: "array", items: { type: "string", enum: ["mon", "tue"] } } },
    required: ["days"],
  });
  const toJSON = (): unknown => ["tue", "zz"];
  const chosen = Object.assign(["mon"], { toJSON });
  const elicitation = () => ({ days: chosen });
  const { call, wire } = await asking({ days }, {}, {}, { elicitation });
  await call({});
  expect(answersOf(wire)).toEqual({ days: { action: "accept", content: { days: ["mon"] } } });

  const request = { where: { method: "roots/list" } };
  const home = { uri: "file:///home/kim", toJSON: () => ({ uri: "https://example.com" }) };
  const roots = await asking(request, { where: { kind: "roots" } }, { t: { where: () => [home] } });
  await expect(roots.call({})).rejects.toMatchObject({ code: "invalid-answer" });
  expect(legsOf(roots.wire)).toHaveLength(1);
});

it("names the question whose answer JSON cannot carry", async () => {
  const request = { where: { method: "roots/list" } };
  const { call, wire } = await asking(
    request,
    { where: { kind: "roots" } },
    { t: { where: () => [{ uri: "file:///home/kim", size: 1n }] } },
  );
  await expect(call({})).rejects.toMatchObject({ name: "CallError", code: "invalid-answer", input: "where" });
  expect(legsOf(wire)).toHaveLength(1);
});

it("answers for the model, and checks what it says", async () => {
  const request = {
    draft: {
      method: "sampling/createMessage",
      params: { messages: [{ role: "user", content: { type: "text", text: "hi" } }], maxTokens: 10 },
    },
  };
  const good = { role: "assistant", model: "m", content: { type: "text", text: "hello" } };
  const { call, wire } = await asking(request, { draft: { kind: "sampling" } }, { t: { draft: () => good } });
  await call({});
  expect(answersOf(wire)).toEqual({ draft: good });

  const bad = await asking(request, { draft: { kind: "sampling" } }, { t: { draft: () => "hello" } });
  await expect(bad.call({})).rejects.toMatchObject({ code: "invalid-answer", input: "draft" });
});

it.each([
  ["of no role that there is", { role: "system", model: "m", content: { type: "text", text: "hello" } }],
  ["without content", { role: "assistant", model: "m" }],
  ["of a kind of content that MCP does not know", { role: "assistant", model: "m", content: { type: "hologram" } }],
  [
    "of several blocks, where no tools were offered",
    { role: "assistant", model: "m", content: [{ type: "text", text: "hello" }] },
  ],
])("does not send a message %s", async (_what, message) => {
  const params = { messages: [], maxTokens: 10 };
  const { call, wire } = await asking(
    { draft: { method: "sampling/createMessage", params } },
    { draft: { kind: "sampling" } },
    { t: { draft: () => message } },
  );
  await expect(call({})).rejects.toMatchObject({ code: "invalid-answer", input: "draft" });
  expect(legsOf(wire)).toHaveLength(1);
});

it("does not give a request that offers tools to a function that was declared without", async () => {
  const request = {
    draft: {
      method: "sampling/createMessage",
      params: {
        messages: [{ role: "user", content: { type: "text", text: "hi" } }],
        maxTokens: 10,
        tools: [{ name: "x", inputSchema: { type: "object" } }],
      },
    },
  };
  const { call } = await asking(
    request,
    { draft: { kind: "sampling" } },
    { t: { draft: () => "hello" } },
    {
      // Declares sampling.tools, so that the server may ask at all.
      sampling: {
        tools: true,
        answer: () => ({ role: "assistant", model: "m", content: { type: "text", text: "generic" } }),
      },
    },
  );
  await expect(call({})).resolves.toMatchObject({ isError: false });
});

it("answers with roots, and refuses roots that are no files", async () => {
  const request = { where: { method: "roots/list" } };
  const roots = [{ uri: "file:///home/kim", name: "home" }];
  const { call, wire } = await asking(request, { where: { kind: "roots" } }, { t: { where: () => roots } });
  await call({});
  expect(answersOf(wire)).toEqual({ where: { roots } });

  const bad = await asking(
    request,
    { where: { kind: "roots" } },
    { t: { where: () => [{ uri: "https://example.com" }] } },
  );
  await expect(bad.call({})).rejects.toMatchObject({ code: "invalid-answer", input: "where" });
});

it.each<[string, (schema: Fields) => void]>([
  [
    "its choices written as an enum",
    ({ properties }) => Object.assign(properties, { region: { type: "string", enum: ["eu"] } }),
  ],
  ["additional properties refused", (schema) => Object.assign(schema, { additionalProperties: false })],
])("gives the declared function a question with %s, since the same answers fit", async (_what, change) => {
  const fulfil = { t: { region: () => ({ region: "eu" }) } };
  const { call } = await asking({ region: regionForm(change) }, { region }, fulfil);
  await expect(call({})).resolves.toMatchObject({ isError: false });
});

it("gives the declared function no question of another kind", async () => {
  const fulfil = { t: { region: () => ({ region: "eu" }) } };
  const options: GenericHandlers = { elicitation: { url: () => decline() } };
  const { call, wire } = await asking(
    { region: urlQuestion("https://id.example/")["login"] },
    { region },
    fulfil,
    options,
  );
  await call({});
  expect(answersOf(wire)).toEqual({ region: { action: "decline" } });
});

it("declares for those who answer any server by hand, and puts nothing to anyone", async () => {
  const { call, wire } = await asking({ news: textForm("text") }, {}, {}, { elicitation: byHand, roots: byHand });
  await expect(call({})).rejects.toMatchObject({ code: "by-hand", input: "news" });
  const step = await call.begin({});
  if (!isPending(step)) throw new Error("The server asked nothing");
  await step.answerAny({ news: { text: "none" } });
  expect(legsOf(wire).at(-1)?.["inputResponses"]).toEqual({ news: { action: "accept", content: { text: "none" } } });
});

it.each<[string, unknown]>([
  ["no object", "question"],
  ["of no known kind", { method: "tools/call", params: {} }],
  [
    "without a message",
    { method: "elicitation/create", params: { requestedSchema: { type: "object", properties: {} } } },
  ],
  ["of no known mode", { method: "elicitation/create", params: { mode: "voice", message: "?" } }],
  ["without a schema", { method: "elicitation/create", params: { message: "?" } }],
  ["with a nested object", form({ type: "object", properties: { a: { type: "object", properties: {} } } })],
  [
    "with a list of free text",
    form({ type: "object", properties: { a: { type: "array", items: { type: "string" } } } }),
  ],
  ["with choices that are no list", form({ type: "object", properties: { a: { type: "string", enum: "a" } } })],
  ["with choices of numbers", form({ type: "object", properties: { a: { type: "string", enum: [1] } } })],
  ["with a bound that is null", form({ type: "object", properties: { a: { type: "number", maximum: null } } })],
  ["with a bound in words", form({ type: "object", properties: { a: { type: "string", minLength: "3" } } })],
  [
    "with a bound that cannot be compared",
    form({ type: "object", properties: { a: { type: "integer", minimum: { toString: {}, valueOf: 1 } } } }),
  ],
  ["that requires what it does not have", form({ type: "object", properties: {}, required: ["a"] })],
  ["that requires no list", form({ type: "object", properties: {}, required: 5 })],
  ["for the model without messages", { method: "sampling/createMessage", params: { maxTokens: 5 } }],
  [
    "for the model with a message of no known kind",
    {
      method: "sampling/createMessage",
      params: { messages: [{ role: "user", content: { type: "hologram" } }], maxTokens: 5 },
    },
  ],
])("takes no question %s for one", (_what, request) => {
  expect(() => readQuestion("odd", request)).toThrow(
    expect.objectContaining({ code: "invalid-question", input: "odd" }),
  );
});

it("puts a form that no client can show to nobody", async () => {
  let called = false;
  const odd = form({ type: "object", properties: { a: { type: "object", properties: {} } } });
  const { call, wire } = await asking(
    { odd },
    {},
    {},
    {
      elicitation: () => {
        called = true;
        return decline();
      },
    },
  );
  await expect(call({})).rejects.toMatchObject({ code: "invalid-question", input: "odd" });
  expect(called).toBe(false);
  expect(legsOf(wire)).toHaveLength(1);
});
