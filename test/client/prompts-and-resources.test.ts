import { Server } from "@modelcontextprotocol/server";
import { expect, it } from "vitest";
import type {
  ClientContract,
  FixedResourceDeclaration,
  PromptDeclaration,
  QuestionDeclaration,
  ResourceDeclaration,
} from "../../runtime/src/contract-v1/client.js";
import {
  connect,
  fixedResourceMethod,
  isPending,
  promptMethod,
  resourceMethod,
} from "../../runtime/src/contract-v1/client.js";
import { ask, legsOf, serveLegacy, serveModern, textForm } from "./scripted-server.js";

const audience: QuestionDeclaration = {
  kind: "form",
  schema: { type: "object", properties: { audience: { type: "string" } }, required: ["audience"] },
};
const briefing: PromptDeclaration = { kind: "prompt", name: "briefing", fulfil: "briefing", questions: { audience } };
const report: ResourceDeclaration = {
  kind: "resource",
  uriTemplate: "report://{id}",
  fulfil: "report",
  questions: { audience },
};
const readme: FixedResourceDeclaration = { kind: "resource", uri: "docs://readme", fulfil: "readme", questions: {} };
const contract: ClientContract = { version: 1, server: "s", methods: [briefing, report, readme] };

function askingServer(): Server {
  const server = new Server({ name: "s", version: "1.0.0" }, { capabilities: { prompts: {}, resources: {} } });
  server.setRequestHandler("prompts/get", (request, { mcpReq }) =>
    mcpReq.requestState() === undefined
      ? ask({ audience: textForm("audience") }, "s")
      : {
          messages: [
            {
              role: "user",
              content: {
                type: "text",
                text: JSON.stringify([request.params.arguments, mcpReq.inputResponses]),
              },
            },
          ],
        },
  );
  server.setRequestHandler("resources/read", ({ params: { uri } }, { mcpReq }) => {
    if (uri !== readme.uri && mcpReq.requestState() === undefined) return ask({ audience: textForm("audience") }, "s");
    return { contents: [{ uri, text: JSON.stringify(mcpReq.inputResponses ?? null) }], ttlMs: 60_000 };
  });
  return server;
}

const fulfil = {
  briefing: { audience: () => ({ audience: "managers" }) },
  report: { audience: () => ({ audience: "managers" }) },
};
const answered = { audience: { action: "accept", content: { audience: "managers" } } };

it("answers the questions of a prompt", async () => {
  const wire = serveModern(askingServer);
  const connection = await connect(wire.transport, contract, { fulfil });
  const get = promptMethod<{ topic: string }, object, object>(connection, briefing);
  const result = await get({ topic: "rounds" });
  expect(result.messages).toEqual([
    { role: "user", content: { type: "text", text: JSON.stringify([{ topic: "rounds" }, answered]) } },
  ]);
  expect(legsOf(wire, "prompts/get")).toEqual([
    { name: "briefing", arguments: { topic: "rounds" } },
    { name: "briefing", arguments: { topic: "rounds" }, inputResponses: answered, requestState: "s" },
  ]);
});

it("answers the questions of a resource template, and puts its variables into the URI", async () => {
  const wire = serveModern(askingServer);
  const connection = await connect(wire.transport, contract, { fulfil });
  const read = resourceMethod<{ id: string }, object, object>(connection, report);
  const result = await read({ id: "a b/c" });
  expect(result.contents).toEqual([{ uri: "report://a%20b%2Fc", text: JSON.stringify(answered) }]);
  expect(legsOf(wire, "resources/read")).toHaveLength(2);
});

it("asks the server again for a resource that was read before, since its answer may have been a question", async () => {
  const wire = serveModern(askingServer);
  const connection = await connect(wire.transport, contract, { fulfil });
  const read = resourceMethod<{ id: string }, object, object>(connection, report);
  await read({ id: "1" });
  await read({ id: "1" });
  expect(legsOf(wire, "resources/read")).toHaveLength(4);
});

it("reads a resource that has one URI", async () => {
  const connection = await connect(serveModern(askingServer).transport, contract, { fulfil });
  const result = await fixedResourceMethod(connection, readme)();
  expect(result.contents).toEqual([{ uri: "docs://readme", text: "null" }]);
});

it("steps through a prompt and a resource by hand, across clients", async () => {
  const first = await connect(serveModern(askingServer).transport, contract, { fulfil });
  const second = await connect(serveModern(askingServer).transport, contract, { fulfil });
  const prompt = await promptMethod<{ topic: string }, object, object>(first, briefing).begin({ topic: "x" });
  const resource = await resourceMethod<{ id: string }, object, object>(first, report).begin({ id: "1" });
  if (!isPending(prompt) || !isPending(resource)) throw new Error("The server asked nothing");
  const resumedPrompt = promptMethod<{ topic: string }, object, object>(second, briefing).resume(prompt.save());
  const resumedResource = resourceMethod<{ id: string }, object, object>(second, report).resume(resource.save());
  expect(await resumedPrompt.answerAny({ audience: { audience: "managers" } })).toHaveProperty("messages");
  expect(await resumedResource.answerAny({ audience: { audience: "managers" } })).toHaveProperty("contents");
});

it("refuses to resume a resource of another template", async () => {
  const connection = await connect(serveModern(askingServer).transport, contract, { fulfil });
  const step = await resourceMethod<{ id: string }, object, object>(connection, report).begin({ id: "1" });
  if (!isPending(step)) throw new Error("The server asked nothing");
  const other = resourceMethod<{ id: string }, object, object>(connection, { ...report, uriTemplate: "other://{id}" });
  expect(() => other.resume(step.save())).toThrow(expect.objectContaining({ code: "bad-saved-call" }));
});

it("answers prompts and resources of a 2025-era server", async () => {
  const wire = await serveLegacy(askingServer);
  const connection = await connect(wire.transport, contract, { fulfil });
  const prompt = await promptMethod<{ topic: string }, object, object>(connection, briefing)({ topic: "x" });
  const resource = await resourceMethod<{ id: string }, object, object>(connection, report)({ id: "1" });
  expect(JSON.stringify([prompt, resource])).toContain("managers");
});
