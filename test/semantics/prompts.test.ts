import { expect, it } from "vitest";
import {
  completePrompt,
  completeResource,
  createService,
  openPrompt,
  openResource,
  type PromptContent,
  type PromptDeclaration,
  type ResourceDeclaration,
  type ServerFactory,
  serverFactory,
  promptRequests,
  resourceRequests,
  settle,
} from "../../runtime/src/contract-v1/server.js";
import { connectLegacy, post } from "../runtime/connections.js";
import { type AnyInput, asked, decline, filled, form, key, state, type Values } from "../runtime/one-tool.js";
import { everyKind } from "../runtime/every-kind.js";

const prompt: PromptDeclaration = { kind: "prompt", listed: { name: "briefing" } };
const report: ResourceDeclaration = {
  kind: "resourceTemplate",
  listed: { uriTemplate: "report://{id}", name: "report", mimeType: "text/plain" },
  cacheHint: { ttlMs: 60_000, cacheScope: "public" },
};

/** A prompt and a template of resources that ask for `a`. */
function server(inputs: readonly AnyInput[] = [form("a")]): ServerFactory {
  const service = createService<object>(1, { audience: "x" }, {}, { keys: [key], log: () => {} });
  const say = (values: Values): PromptContent => ({
    messages: [{ role: "user", content: { type: "text", text: JSON.stringify(values["a"]) } }],
  });
  return serverFactory(service, {
    info: { name: "x", version: "1" },
    capabilities: { prompts: {}, resources: {} },
    serves: [
      promptRequests([
        {
          declaration: prompt,
          get: async (service, request, exchange) => {
            const call = await openPrompt<Values>(service, prompt, request, exchange);
            const settled = await settle(call, inputs, everyKind, service.handlers);
            return settled.done ? settled.result : completePrompt(call, () => say(settled.inputs));
          },
        },
      ]),
      resourceRequests([
        {
          declaration: report,
          read: async (service, request, exchange, variables) => {
            const call = await openResource<Values>(service, report, request, exchange, variables);
            const settled = await settle(call, inputs, everyKind, service.handlers);
            return settled.done
              ? settled.result
              : completeResource(call, () => JSON.stringify(settled.inputs["a"] ?? null));
          },
        },
      ]),
    ],
  });
}

it("asks a 2025-era client the questions of prompts and resources, and takes its refusal", async () => {
  const answers = [filled, filled, decline, decline];
  const client = await connectLegacy(server(), () => answers.shift() ?? decline);
  expect(await client.getPrompt({ name: "briefing" })).toMatchObject({
    messages: [{ content: { text: '{"value":"good"}' } }],
  });
  expect(await client.readResource({ uri: "report://7" })).toMatchObject({ contents: [{ text: '{"value":"good"}' }] });
  await expect(client.getPrompt({ name: "briefing" })).rejects.toThrow('"a" was declined');
  await expect(client.readResource({ uri: "report://7" })).rejects.toThrow('"a" was declined');
  await client.close();
});

it("lets no question be cached, nor what its answer led to, and what nobody was asked for is", async () => {
  const factory = server();
  const params = { uri: "report://7" };
  const first = await post(factory, "resources/read", params);
  expect(asked(first)).toEqual(["a"]);
  expect(first.result).not.toHaveProperty("ttlMs");
  expect(first.result).not.toHaveProperty("cacheScope");
  const last = await post(factory, "resources/read", {
    ...params,
    requestState: state(first),
    inputResponses: { a: filled },
  });
  expect(last.result).toMatchObject({
    contents: [{ text: '{"value":"good"}' }],
    ttlMs: 0,
    cacheScope: "private",
  });
  const unasked = await post(server([]), "resources/read", params);
  expect(unasked.result).toMatchObject({ ttlMs: 60_000, cacheScope: "public" });
});
