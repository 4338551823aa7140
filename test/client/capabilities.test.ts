import { CLIENT_CAPABILITIES_META_KEY } from "@modelcontextprotocol/client";
import { expect, it } from "vitest";
import type { ClientContract, ConnectOptions, QuestionDeclaration } from "../../runtime/src/contract-v1/client.js";
import { accept, byHand, cancel, connect, generic } from "../../runtime/src/contract-v1/client.js";
import { said, scriptedServer, serveLegacy, serveModern } from "./scripted-server.js";

function contractOf(questions: Readonly<Record<string, QuestionDeclaration>>, version = 1): ClientContract {
  return {
    version,
    server: "s",
    methods: [{ kind: "tool", name: "t", fulfil: "t", inputSchema: { type: "object" }, questions }],
  };
}

/** The capabilities that a server sees with each request. */
async function declared(
  questions: Readonly<Record<string, QuestionDeclaration>>,
  options: ConnectOptions,
): Promise<unknown> {
  let seen: unknown;
  const wire = serveModern(() =>
    scriptedServer(({ context }) => {
      seen = Object(context.mcpReq.envelope)[CLIENT_CAPABILITIES_META_KEY];
      return said("done");
    }),
  );
  const connection = await connect(wire.transport, contractOf(questions), options);
  await connection.client.callTool({ name: "t" });
  return seen;
}

const form: QuestionDeclaration = { kind: "confirm" };
const url: QuestionDeclaration = { kind: "url" };
const draft = () => ({ role: "assistant" as const, model: "m", content: { type: "text" as const, text: "x" } });

it.each<[string, Readonly<Record<string, QuestionDeclaration>>, ConnectOptions, unknown]>([
  ["nothing for nothing", {}, { fulfil: {} }, {}],
  ["form for a form function", { ok: form }, { fulfil: { t: { ok: accept } } }, { elicitation: { form: {} } }],
  ["url for a url function", { go: url }, { fulfil: { t: { go: accept } } }, { elicitation: { url: {} } }],
  [
    "form and url for one of each",
    { ok: form, go: url },
    { fulfil: { t: { ok: accept, go: accept } } },
    { elicitation: { form: {}, url: {} } },
  ],
  ["sampling", { s: { kind: "sampling" } }, { fulfil: { t: { s: draft } } }, { sampling: {} }],
  [
    "sampling with tools only when declared",
    { s: { kind: "sampling", tools: true } },
    { fulfil: { t: { s: draft } } },
    { sampling: { tools: {} } },
  ],
  ["roots", { r: { kind: "roots" } }, { fulfil: { t: { r: () => [] } } }, { roots: {} }],
  [
    "both modes for one generic function",
    {},
    { fulfil: {}, elicitation: () => cancel() },
    { elicitation: { form: {}, url: {} } },
  ],
  [
    "one mode for a generic function of one mode",
    {},
    { fulfil: {}, elicitation: { form: () => cancel() } },
    { elicitation: { form: {} } },
  ],
  ["sampling for a generic function", {}, { fulfil: {}, sampling: draft }, { sampling: {} }],
  [
    "sampling with tools for a generic function that says so",
    {},
    { fulfil: {}, sampling: { tools: true, answer: draft } },
    { sampling: { tools: {} } },
  ],
  ["roots for a generic function", {}, { fulfil: {}, roots: () => [] }, { roots: {} }],
  ["what can be answered by hand", { ok: form }, { fulfil: byHand }, { elicitation: { form: {} } }],
])("declares %s", async (_what, questions, options, capabilities) => {
  expect(await declared(questions, options)).toEqual(capabilities);
});

it("declares the same to a 2025-era server", async () => {
  const server = scriptedServer(() => said("x"));
  const wire = await serveLegacy(() => server);
  await connect(wire.transport, contractOf({ ok: form, s: { kind: "sampling", tools: true } }), {
    fulfil: { t: { ok: accept, s: draft } },
    elicitation: { url: () => cancel() },
  });
  expect(server.getClientCapabilities()).toEqual({ elicitation: { form: {}, url: {} }, sampling: { tools: {} } });
});

it("refuses a marker whose generic handler answers another mode", async () => {
  const options: ConnectOptions = { fulfil: { t: { go: generic } }, elicitation: { form: () => cancel() } };
  await expect(declared({ go: url }, options)).rejects.toMatchObject({ code: "bad-registration", input: "go" });
});

it("refuses generated code of another contract before anything is sent", async () => {
  const wire = serveModern(() => scriptedServer(() => said("done")));
  await expect(connect(wire.transport, contractOf({}, 2), { fulfil: {} })).rejects.toMatchObject({
    code: "contract-mismatch",
  });
  expect(wire.sent).toEqual([]);
});

it("speaks 2026-07-28 where the server does, and 2025-11-25 where not", async () => {
  const modern = await connect(serveModern(() => scriptedServer(() => said("x"))).transport, contractOf({}), {
    fulfil: {},
  });
  expect([modern.era(), modern.client.getNegotiatedProtocolVersion()]).toEqual(["modern", "2026-07-28"]);
  const wire = await serveLegacy(() => scriptedServer(() => said("x")));
  const legacy = await connect(wire.transport, contractOf({}), { fulfil: {} });
  expect([legacy.era(), legacy.client.getNegotiatedProtocolVersion()]).toEqual(["legacy", "2025-11-25"]);
});

it("connects without a round trip from what an earlier connection discovered", async () => {
  const factory = () => scriptedServer(() => said("x"));
  const first = await connect(serveModern(factory).transport, contractOf({}), { fulfil: {} });
  const prior = JSON.parse(JSON.stringify(first.discovered()));
  const wire = serveModern(factory);
  await connect(wire.transport, contractOf({}), { fulfil: {}, prior });
  expect(wire.sent).toEqual([]);
});
