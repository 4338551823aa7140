import type { ContentBlock } from "@modelcontextprotocol/server";
import { ToolError } from "@mcp-parley/runtime/server";
import { setTimeout as pause } from "node:timers/promises";
import type { ConformanceHandlers } from "conformance/server";

const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==";
const silence = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA==";

const says = (text: string): { content: ContentBlock[] } => ({ content: [{ type: "text", text }] });

/** What the suite's tools return. Nothing here knows how a question reaches a client, or how its answer comes back. */
export const handlers: ConformanceHandlers = {
  testSimpleText: () => says("This is a simple text response for testing."),
  testImageContent: () => ({ content: [{ type: "image", data: pixel, mimeType: "image/png" }] }),
  testAudioContent: () => ({ content: [{ type: "audio", data: silence, mimeType: "audio/wav" }] }),
  testEmbeddedResource: () => ({
    content: [
      {
        type: "resource",
        resource: {
          uri: "test://embedded-resource",
          mimeType: "text/plain",
          text: "This is an embedded resource content.",
        },
      },
    ],
  }),
  testMultipleContentTypes: () => ({
    content: [
      { type: "text", text: "Multiple content types test:" },
      { type: "image", data: pixel, mimeType: "image/png" },
      {
        type: "resource",
        resource: {
          uri: "test://mixed-content-resource",
          mimeType: "application/json",
          text: JSON.stringify({ test: "data", value: 123 }),
        },
      },
    ],
  }),
  testErrorHandling: () => {
    throw new ToolError("This tool intentionally returns an error for testing");
  },
  testToolWithProgress: async ({ context }) => {
    for (const done of [0, 50, 100]) {
      await context.progress(done, 100, `Completed step ${done} of 100`);
      await pause(50);
    }
    return says("Progress was reported.");
  },
  testToolWithLogging: async ({ context }) => {
    for (const message of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
      await context.log("info", message);
      await pause(50);
    }
    return says("Three messages were logged.");
  },
  testLoggingTool: async ({ context }) => {
    await context.log("info", "This is logged only for those who asked.");
    return says("One message was logged.");
  },
  testReconnection: async ({ context }) => {
    context.closeStream();
    await pause(100);
    return says("Reconnection was tested.");
  },
  testTriggerToolChange: ({ context }) => {
    context.changed("tools");
    return says("The change was announced.");
  },
  testTriggerPromptChange: ({ context }) => {
    context.changed("prompts");
    return says("The change was announced.");
  },
  testCustomHeader: ({ args }) => says(`Region: ${args.region ?? "none"}`),
  jsonSchema202012Tool: ({ args }) => says(JSON.stringify(args)),

  testSampling: ({ inputs }) => says(`LLM response: ${JSON.stringify(inputs.completion.content)}`),
  testElicitation: ({ inputs }) => says(`User response: ${JSON.stringify(inputs.user)}`),
  testElicitationSep1034Defaults: ({ inputs }) => says(`Elicitation completed: ${JSON.stringify(inputs.profile)}`),
  testElicitationSep1330Enums: ({ inputs }) => says(`Elicitation completed: ${JSON.stringify(inputs.choices)}`),
  testStreamingElicitation: () => says("The person agreed."),
  testMissingCapability: ({ inputs }) => says(`The model ${inputs.completion.model} answered.`),

  testInputRequiredResultElicitation: ({ inputs }) => says(`Hello, ${inputs.user_name.name}!`),
  testInputRequiredResultSampling: ({ inputs }) => says(JSON.stringify(inputs.capital_question.content)),
  testInputRequiredResultListRoots: ({ inputs }) => says(inputs.client_roots.map(({ uri }) => uri).join(", ")),
  testInputRequiredResultRequestState: ({ inputs }) => says(`state-ok: ${inputs.confirm.ok}`),
  testInputRequiredResultMultipleInputs: ({ inputs }) =>
    says(`${inputs.user_name.name}, ${inputs.greeting.model}, ${inputs.client_roots.length} roots`),
  testInputRequiredResultMultiRound: ({ inputs }) => says(`${inputs.step1.name} likes ${inputs.step2.color}.`),
  testInputRequiredResultTamperedState: () => says("The state came back untouched."),
  testInputRequiredResultCapabilities: ({ inputs }) =>
    says(`The person: ${inputs.user_name.action}. The model: ${inputs.greeting.action}.`),

  testPromptWithEmbeddedResource: ({ args }) => ({
    messages: [
      {
        role: "user",
        content: {
          type: "resource",
          resource: { uri: args.resourceUri, mimeType: "text/plain", text: "Embedded resource content for testing." },
        },
      },
      { role: "user", content: { type: "text", text: "Please process the embedded resource above." } },
    ],
  }),
  templateData: ({ args }) => JSON.stringify({ id: args.id, templateTest: true, data: `Data for ID: ${args.id}` }),
};
