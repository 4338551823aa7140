import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

// docs/running.md names what the runtime does; where the two drift apart, one of them is wrong.

const page = readFileSync("docs/running.md", "utf8");
const sourceOf = (file: string): string => readFileSync(path.join("runtime/src", file), "utf8");

/** First cells of the table below a heading. */
function firstCells(heading: string): readonly string[] {
  const section = page.split(`\n${heading}\n`)[1]?.split(/\n#+ /)[0] ?? "";
  return section
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .flatMap((line) => [...(line.split(" | ")[0] ?? "").matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name));
}

function optionsOf(file: string, name: string): readonly string[] {
  const body = sourceOf(file).split(`export interface ${name} `)[1]?.split("\n}\n")[0] ?? "";
  return [...body.matchAll(/^ {2}readonly (\w+)\?:/gm)].map(([, option = ""]) => option);
}

it("lists every option of the HTTP entry", () => {
  const options = [
    ...optionsOf("http/serve-http.ts", "HttpServerOptions"),
    ...optionsOf("http/http-handler.ts", "HttpHandlerOptions extends InstancesOptions"),
    // The environment is an option of every server.
    ...optionsOf("http/instances.ts", "InstancesOptions").filter((option) => option !== "env"),
  ];
  expect([...firstCells("## Over HTTP")].sort()).toEqual(options.sort());
});

it("lists every option of a server", () => {
  expect([...firstCells("## Options of every server")].sort()).toEqual(
    [...optionsOf("server/service.ts", "ServiceOptions")].sort(),
  );
});

it("lists every option of the store in Redis, with its default", () => {
  const options = [...sourceOf("redis/redis-replay-store.ts").matchAll(/^ {2}readonly (\w+)\??:/gm)];
  const table = page.split("\n## Running once\n")[1]?.split("\n## ")[0] ?? "";
  expect(options).toHaveLength(5);
  for (const [, option = ""] of options) expect(table).toContain(`| \`${option}\` |`);
  for (const [, name = "", value = ""] of sourceOf("redis/redis-replay-store.ts").matchAll(
    /const default(\w+) = ([\d_]+)/g,
  )) {
    expect(table).toContain(`| \`${name.toLowerCase()}\` | ${value.replaceAll("_", "")} |`);
  }
});

it("lists every event of the log", () => {
  const events = [...sourceOf("server/log.ts").matchAll(/readonly event: "(\w+)"/g)].map(([, event = ""]) => event);
  expect([...firstCells("### Events")].sort()).toEqual(events.sort());
});

it("lists every reason why a state is refused", () => {
  const sources = ["sealing", "server"].flatMap((folder) =>
    readdirSync(path.join("runtime/src", folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => sourceOf(path.join(folder, file))),
  );
  const reasons = new Set<string>();
  for (const source of sources) {
    for (const [, reason = ""] of source.matchAll(/new InvalidToken\("([^"]+)"/g)) reasons.add(reason);
  }
  const claims = sourceOf("sealing/request-state.ts").split("function refusalOf")[1]?.split("\n}\n")[0] ?? "";
  for (const [, reason = ""] of claims.matchAll(/(?:return|:) "([^"]+)"/g)) reasons.add(reason);
  for (const [, reason = ""] of sourceOf("server/once.ts").matchAll(/reason: "([^"]+)"/g)) reasons.add(reason);
  reasons.add("check failed");
  expect([...firstCells("### Why a state was refused")].sort()).toEqual([...reasons].sort());
});

it("lists every reason why a call is refused, wherever it lists them", () => {
  const union = sourceOf("server/call.ts").split("export type RefusalReason =")[1]?.split(";")[0] ?? "";
  const reasons = [...union.matchAll(/"(\w+)"/g)].map(([, reason = ""]) => reason);
  const lists = page.split("\n").filter((line) => line.includes("`input_unavailable`"));
  expect(lists).toHaveLength(3);
  for (const list of lists) {
    const named = [...list.matchAll(/`([a-z_]+)`/g)].map(([, name = ""]) => name);
    // Results and errors of calls that became flows have neither scopes nor capabilities for a reason.
    for (const reason of reasons.filter((reason) => /_/.test(reason))) expect(named).toContain(reason);
  }
  expect(lists.at(-1)).toContain("`arguments`, `scopes`, `capability`");
});

it("gives the limits as the runtime has them", () => {
  const number = (file: string, name: string): number =>
    Number(new RegExp(`const ${name} = ([\\d_]+);`).exec(sourceOf(file))?.[1]?.replaceAll("_", ""));
  const minutes = (milliseconds: number): number => milliseconds / 60_000;
  const rows = page.split("\n## Limits\n")[1] ?? "";
  expect(rows).toContain(`| thinking time per round | ${number("server/service.ts", "defaultTtl") / 60} minutes |`);
  expect(rows).toContain(`| life of a flow | ${number("server/service.ts", "defaultMaxAge") / 3600} hours |`);
  expect(rows).toContain(`| state | ${number("server/service.ts", "defaultMaxStateBytes")} characters`);
  expect(rows).toContain(`| request body | ${number("http/http-handler.ts", "defaultMaxBodyBytes")} bytes |`);
  expect(rows).toContain(
    `| repeated questions after invalid answers | ${number("server/visit-asked.ts", "defaultAttempts")} |`,
  );
  expect(rows).toContain(`${number("server/push-rounds.ts", "mostRounds")} for 2025-era clients;`);
  const thinking = minutes(number("server/push-rounds.ts", "thinking"));
  expect(page).toContain(`at most ${thinking} minutes a question`);
  const sessions = number("http/legacy-sessions.ts", "defaultMaxSessions");
  const idle = minutes(number("http/legacy-sessions.ts", "defaultIdle"));
  expect(rows).toContain(`| 2025-era sessions | ${sessions}, closed after ${idle} minutes of silence |`);
  expect(rows).toContain(`name of a member in it | ${number("http/long-names.ts", "longestName")} characters |`);
  expect(rows).toContain(`that lost its stream | ${number("http/event-store.ts", "keptEvents")} |`);
  expect(rows).toContain(`that they have together | ${number("http/event-store.ts", "keptCharacters")} |`);
  expect(rows).toContain(`connection watches | ${number("server/changes.ts", "mostWatched")} |`);
  expect(rows).toContain(
    `URI that a resource template fits | ${number("validation/uri-template.ts", "longestUri")} characters |`,
  );
  expect(rows).toContain(`replay store | ${number("server/replay-store.ts", "defaultMaxFlows")} |`);
  expect(rows).toContain(`that it keeps | ${number("server/replay-store.ts", "defaultMaxOutcomes")} characters |`);
  expect(rows).toContain(`runs once | ${number("server/once.ts", "longestOutcome")} characters |`);
  expect(rows).toContain(`runs elsewhere | ${number("server/once.ts", "longestWait") / 1000} seconds |`);
  expect(rows).toContain(`before it goes out | ${number("server/once.ts", "longestKeeping") / 1000} second |`);
  const skew = /allowedSkew = ([\d_]+)/.exec(sourceOf("sealing/claims.ts"))?.[1]?.replaceAll("_", "");
  expect(rows).toContain(`| clocks of instances | ${Number(skew) / 1000} seconds apart |`);
});

it("links only to what is there", () => {
  for (const file of ["docs/running.md", "docs/spec.md", "docs/diagnostics.md"]) {
    const text = readFileSync(file, "utf8");
    const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(
      ([, heading = ""]) =>
        `#${heading
          .toLowerCase()
          .replaceAll(/[^a-z0-9 /-]/g, "")
          .replaceAll("/", "")
          .replaceAll(" ", "-")}`,
    );
    for (const [, target = ""] of text.matchAll(/\]\((#[^)]*|[^:)#]+)\)/g)) {
      if (target.startsWith("#")) expect(headings).toContain(target);
      else expect(() => readFileSync(path.join("docs", target))).not.toThrow();
    }
  }
});
