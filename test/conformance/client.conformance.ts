import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { expectedFailures } from "./expected-failures.ts";
import { problemsOf } from "./score.ts";
import { judgeClient, scenariosOf } from "./suite.ts";

const program = fileURLToPath(new URL("../../examples/dist/conformance-client/client.js", import.meta.url));
const command = `"${process.execPath}" "${program}"`;

const played = [
  ["2026-07-28", "tools_call"],
  ["2026-07-28", "request-metadata"],
  ["2026-07-28", "sep-2322-client-request-state"],
  ["2026-07-28", "http-standard-headers"],
  ["2026-07-28", "http-custom-headers"],
  ["2026-07-28", "http-invalid-tool-headers"],
  ["2026-07-28", "json-schema-ref-no-deref"],
  ["2026-07-28", "json-schema-2020-12-preservation"],
  ["2025-11-25", "initialize"],
  ["2025-11-25", "tools_call"],
  ["2025-11-25", "elicitation-sep1034-client-defaults"],
  ["2025-11-25", "sse-retry"],
  ["2025-11-25", "json-schema-2020-12-preservation"],
] as const;

it.concurrent.each(played)("a generated client passes %s %s", async (revision, scenario) => {
  const outcome = await judgeClient(command, scenario, revision);
  const expected = expectedFailures.client.filter((key) => key.startsWith(`${scenario}:`));
  expect(problemsOf([outcome], expected)).toEqual([]);
});

// How a client gets its token is up to the SDK and whoever connects it.
it.each(["2026-07-28", "2025-11-25"] as const)(
  "every scenario of %s but for authorization is played",
  async (revision) => {
    const asked = (await scenariosOf("client", revision)).filter((scenario) => !scenario.startsWith("auth/"));
    expect(new Set(asked)).toEqual(new Set(played.flatMap(([of, scenario]) => (of === revision ? [scenario] : []))));
  },
);
