import { afterAll, beforeAll, expect, it } from "vitest";
import { expectedFailures } from "./expected-failures.ts";
import { type FixtureServer, startFixtureServer } from "./fixture-server.ts";
import { problemsOf } from "./score.ts";
import { judgeServer, scenariosOf } from "./suite.ts";

let server: FixtureServer;
beforeAll(async () => {
  server = await startFixtureServer();
});
afterAll(() => server.stop());

// One server for all: what a client of one revision does must not disturb those of another.
it.each([
  ["2026-07-28", 40],
  ["2025-11-25", 33],
  ["2025-06-18", 27],
] as const)("a generated server passes every scenario of %s: %i", async (revision, count) => {
  const outcomes = await judgeServer(server.url, revision);
  expect(problemsOf(outcomes, expectedFailures.server)).toEqual([]);
  const played = outcomes.map(({ scenario }) => scenario);
  expect(new Set(played)).toHaveProperty("size", count);
  expect(played).toEqual(expect.arrayContaining([...(await scenariosOf("server", revision))]));
});

it("a server that is not there passes nothing", async () => {
  const outcomes = await judgeServer("http://127.0.0.1:9/mcp", "2025-06-18");
  const failed = outcomes.filter((outcome) => problemsOf([outcome], []).length > 0);
  expect(failed).toHaveLength(27);
});
