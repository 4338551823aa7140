import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { loadText } from "../front/load-text.js";

// README.md is read first, and alone: what it shows has to be whole, and where it leads has to be there.

const readme = readFileSync("README.md", "utf8");
const running = readFileSync("docs/running.md", "utf8");

const anchorsOf = (page: string): readonly string[] =>
  [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^a-z0-9 -]/g, "")
      .replaceAll(" ", "-"),
  );

it("begins with a spec that is whole", async () => {
  const [, spec = ""] = /```yaml\n(.*?)```/s.exec(readme) ?? [];
  const { model, diagnostics } = await loadText(spec);
  expect(diagnostics).toEqual([]);
  expect(model?.tools.map(({ name }) => name)).toEqual(["provision"]);
});

it("leads only to pages and headings that are there", () => {
  const links = [...readme.matchAll(/\]\(([^:)#]*)(?:#([^)]*))?\)/g)];
  expect(links.length).toBeGreaterThan(8);
  for (const [, file = "", anchor] of links) {
    const page = readFileSync(file === "" ? "README.md" : file, "utf8");
    if (anchor !== undefined) expect(anchorsOf(page)).toContain(anchor);
  }
});

it("names for alerts only events and reasons that there are", () => {
  const section = running.split("\n### What to alert on\n")[1]?.split("\n### ")[0] ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("| `"));
  const log = readFileSync("runtime/src/server/log.ts", "utf8");
  const why = running.split("\n### Why a state was refused\n")[1] ?? "";
  expect(rows.length).toBeGreaterThan(8);
  for (const row of rows) {
    const [cell = ""] = row.slice(2).split(" | ");
    const names = [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
    expect(log).toContain(`event: "${names[0] ?? ""}"`);
    if (names[0] === "state_refused") for (const reason of names.slice(1)) expect(why).toContain(`\`${reason}\``);
  }
});
