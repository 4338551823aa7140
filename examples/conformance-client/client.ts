import { SdkError, SdkErrorCode, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { decline, formDefaults, formModel, generic } from "@mcp-parley/runtime/client";
import { MocksClient } from "conformance-client/client";
import type { TestCustomHeadersArguments, TestCustomHeadersNullArguments } from "conformance-client/types";

/** The suite starts this program once for each scenario, with the address of its mock server as the last argument. */
const address = process.argv.at(-1) ?? "";
const scenario = process.env["MCP_CONFORMANCE_SCENARIO"] ?? "";
const context: unknown = JSON.parse(process.env["MCP_CONFORMANCE_CONTEXT"] ?? "{}");

const confirmed = () => ({ confirmed: true });

const mocks = await MocksClient.connect(new StreamableHTTPClientTransport(new URL(address)), {
  info: { name: "parley-conformance-client", version: "1.0.0" },
  fulfil: {
    testMrtrEchoState: { confirm: confirmed },
    testMrtrNoState: { confirm: confirmed },
    testClientElicitationDefaults: { profile: generic },
  },
  // Somebody who accepts every form as it stands.
  elicitation: { form: ({ schema }) => formDefaults(formModel(schema)[0]), url: () => decline() },
  sampling: () => ({ role: "assistant", model: "none", content: { type: "text", text: "Paris" } }),
  roots: () => [{ uri: "file:///conformance" }],
});
const { client } = mocks.connection;

/** What each scenario wants to see. */
const scenarios: ReadonlyMap<string, () => Promise<void>> = new Map([
  ["initialize", list],
  ["request-metadata", list],
  ["json-schema-ref-no-deref", list],
  ["tools_call", addNumbers],
  ["sep-2322-client-request-state", answerInRounds],
  ["http-standard-headers", touchEverything],
  ["http-custom-headers", repeatArguments],
  ["http-invalid-tool-headers", callWhatIsLeft],
  ["json-schema-2020-12-preservation", echoSchema],
  ["elicitation-sep1034-client-defaults", takeDefaults],
  ["sse-retry", reconnect],
]);

const play = scenarios.get(scenario);
if (play === undefined) throw new Error(`There is no scenario ${JSON.stringify(scenario)}`);
await play();
await mocks.close();

async function list(): Promise<void> {
  await client.listTools();
}

async function addNumbers(): Promise<void> {
  await list();
  await mocks.addNumbers({ a: 5, b: 3 });
}

async function answerInRounds(): Promise<void> {
  await list();
  await mocks.testMrtrEchoState();
  await mocks.testMrtrUnrelated();
  await mocks.testMrtrNoState();
  // A server of this revision has to say `resultType`; the SDK refuses the result, and no answer is sent after it.
  await mocks.testMrtrNoResultType().catch((error: unknown) => {
    if (!(error instanceof SdkError && error.code === SdkErrorCode.InvalidResult)) throw error;
  });
}

async function touchEverything(): Promise<void> {
  await list();
  await mocks.testHeaders();
  await mocks.myHyphenatedTool();
  await client.listResources();
  await mocks.fileWithSpaces();
  await mocks.withQuery();
  await client.listPrompts();
  await mocks.testPrompt();
}

async function repeatArguments(): Promise<void> {
  await list();
  await mocks.testCustomHeaders(argumentsOf("test_custom_headers") as unknown as TestCustomHeadersArguments);
  // The type of an optional argument has no `null`, and means the same.
  const { verbose: _, ...given } = argumentsOf("test_custom_headers_null");
  await mocks.testCustomHeadersNull(given as unknown as TestCustomHeadersNullArguments);
}

/** Tools whose headers are malformed are not in the list that a client gets to see. */
async function callWhatIsLeft(): Promise<void> {
  const { tools } = await client.listTools();
  for (const { name } of tools) {
    if (name === "valid_tool") await mocks.validTool({ region: "us-east1" });
    else await client.callTool({ name, arguments: {} });
  }
}

async function echoSchema(): Promise<void> {
  const { tools } = await client.listTools();
  const schema = tools.find(({ name }) => name === "json_schema_2020_12_tool")?.inputSchema ?? {};
  await mocks.jsonSchemaEcho({ schema });
}

async function takeDefaults(): Promise<void> {
  await list();
  await mocks.testClientElicitationDefaults();
}

async function reconnect(): Promise<void> {
  await list();
  await mocks.testReconnection();
}

/** The arguments that the suite chose for a tool. */
function argumentsOf(tool: string): Record<string, unknown> {
  const { toolCalls = [] } = context as { toolCalls?: { name: string; arguments: Record<string, unknown> }[] };
  return toolCalls.find(({ name }) => name === tool)?.arguments ?? {};
}
