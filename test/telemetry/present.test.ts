import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
let project: string;

beforeAll(() => {
  project = mkdtempSync(path.join(tmpdir(), "parley-telemetry-"));
  // A copy, so that its imports are looked up where it lies.
  const runtime = path.join(project, "node_modules/@mcp-parley/runtime");
  mkdirSync(runtime, { recursive: true });
  cpSync(path.join(root, "runtime/dist"), path.join(runtime, "dist"), { recursive: true });
  cpSync(path.join(root, "runtime/package.json"), path.join(runtime, "package.json"));
  install("@modelcontextprotocol");
  writeFileSync(path.join(project, "one-call.mjs"), oneCall);
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

function install(name: string): void {
  symlinkSync(path.join(root, "node_modules", name), path.join(project, "node_modules", name));
}

const oneCall = `
import { completeTool, createService, openTool, serverFactory, toolRequests } from "@mcp-parley/runtime/contract-v1/server";
import { createMcpHandler } from "@modelcontextprotocol/server";
const spans = [];
const api = await import("@opentelemetry/api").catch(() => undefined);
const span = (name) => ({
  spanContext: () => ({ traceId: "1".repeat(32), spanId: "2".repeat(16), traceFlags: 1 }),
  setAttribute() {}, setAttributes() {}, addEvent() {}, setStatus() {}, end: () => spans.push(name),
});
api?.trace?.setGlobalTracerProvider({ getTracer: () => ({ startSpan: span }) });
const declaration = { kind: "tool", listed: { name: "act", inputSchema: { type: "object" } } };
const events = [];
const log = (event) => void events.push([event.event, event.error?.message]);
const factory = serverFactory(createService(1, {}, {}, { log }), {
  info: { name: "one", version: "1" },
  capabilities: { tools: {} },
  serves: [toolRequests([{ declaration, call: async (service, request, exchange) =>
    completeTool(await openTool(service, declaration, request, exchange), () => ({ content: [] })) }])],
});
const meta = "io.modelcontextprotocol/";
const response = await createMcpHandler(factory).fetch(new Request("http://localhost/mcp", {
  method: "POST",
  headers: { "content-type": "application/json", accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "act" },
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "act", _meta: {
    [meta + "protocolVersion"]: "2026-07-28", [meta + "clientInfo"]: { name: "c", version: "1" }, [meta + "clientCapabilities"]: {} } } }),
}));
console.log(JSON.stringify({ answered: (await response.text()).includes('"content":[]'), api: api !== undefined, spans,
  failed: events.filter(([event]) => event === "telemetry_failed") }));
`;

function run(): unknown {
  return JSON.parse(execFileSync(process.execPath, ["one-call.mjs"], { cwd: project, encoding: "utf8" }));
}

it("serves without OpenTelemetry, and traces from the first request on, unasked, once it is installed", () => {
  expect(run()).toEqual({ answered: true, api: false, spans: [], failed: [] });
  install("@opentelemetry");
  expect(run()).toEqual({ answered: true, api: true, spans: ["handler", "tools/call act"], failed: [] });
}, 60_000);

it("serves without it and says why when it is installed and cannot be imported", () => {
  const api = path.join(project, "node_modules/@opentelemetry");
  rmSync(api, { force: true });
  mkdirSync(path.join(api, "api"), { recursive: true });
  writeFileSync(path.join(api, "api/package.json"), '{ "name": "@opentelemetry/api", "exports": "./index.mjs" }');
  const served = { answered: true, api: false, spans: [] };
  const real = JSON.stringify(path.join(root, "node_modules/@opentelemetry/api/build/src/index.js"));
  writeFileSync(path.join(api, "api/index.mjs"), `export * from ${real};\nthrow new Error("broken");`);
  expect(run()).toEqual({ ...served, failed: [["telemetry_failed", "broken"]] });
  writeFileSync(path.join(api, "api/index.mjs"), "export const other = 1;");
  expect(run()).toMatchObject({ answered: true, failed: [["telemetry_failed", expect.stringContaining("export")]] });
}, 60_000);
