import { accept, cancel, decline } from "@mcp-parley/runtime/client";
import type { UrlAnswer, UrlQuestion } from "@mcp-parley/runtime/client";
import { expect, it } from "vitest";
import { lint } from "../lint.js";
import { everything, inMemory, plainClient, questionIn, stateOf, untilTheEnd } from "../harness.js";
import { SiteLoginClient } from "./generated/src/client.js";
import { createSiteLoginServer } from "./generated/src/server.js";
import { handlers } from "./handlers.js";
import { createWorld, fillSlot, type World } from "./world.js";

const site = { site: "https://shop.example/admin?a=1", behindLogin: true };

const serve = (world: World) => createSiteLoginServer(handlers(world), { log: () => {} });

async function connect(world: World, login: (question: UrlQuestion) => UrlAnswer): Promise<SiteLoginClient> {
  const fulfil = { startScan: { login } };
  return untilTheEnd(await SiteLoginClient.connect(inMemory(serve(world)), { fulfil }));
}

it("asks for login data on the vault's page, where the client never sees it", async () => {
  const world = createWorld();
  const client = await connect(world, ({ url }) => {
    expect(url.href).toBe("https://vault.example.com/enter/slot%201?site=https%3A%2F%2Fshop.example%2Fadmin%3Fa%3D1");
    fillSlot(world, "slot 1");
    return accept();
  });
  expect((await client.startScan(site)).structuredContent).toEqual({ scan: "scan-1", signedIn: true });
  expect(world.scans).toEqual([{ site: site.site, credential: "slot 1" }]);
});

it("asks nobody when the site is open or a stored credential is named", async () => {
  const world = createWorld();
  const client = await connect(world, () => {
    throw new Error("nobody is to be asked");
  });
  expect((await client.startScan({ site: "https://shop.example" })).structuredContent).toMatchObject({
    signedIn: false,
  });
  const stored = await client.startScan({ ...site, credential: "staging" });
  expect(stored.structuredContent).toMatchObject({ signedIn: true });
});

it("scans without login on decline, on cancel, and for a client that cannot ask", async () => {
  const world = createWorld();
  for (const answer of [decline(), cancel()]) {
    const client = await connect(world, () => answer);
    expect((await client.startScan(site)).structuredContent).toMatchObject({ signedIn: false });
  }
  const mute = await plainClient(serve(world), { elicitation: { form: {} } });
  expect(await mute.call("start_scan", site)).toMatchObject({ structuredContent: { signedIn: false } });
  expect(world.scans).toHaveLength(3);
});

it("keeps one slot for the whole flow, and asks again while it is empty", async () => {
  const world = createWorld();
  const client = await plainClient(serve(world), everything);
  const first = await client.call("start_scan", site);
  const inputResponses = { login: { action: "accept" } };
  const second = await client.call("start_scan", site, { inputResponses, requestState: stateOf(first) });
  expect(questionIn(second, "login")).toEqual(questionIn(first, "login"));
  fillSlot(world, "slot 1");
  const third = await client.call("start_scan", site, { inputResponses, requestState: stateOf(second) });
  expect(third).toMatchObject({ structuredContent: { signedIn: true } });
  expect(world.slots.size).toBe(1);
});

it("could not have been written as a form: a password in a form does not generate", async () => {
  const problems = await lint(`
parley: "1"
server: { name: site-login, version: 1.0.0 }
tools:
  start_scan:
    requires:
      login:
        elicit:
          message: Login data of the site
          schema:
            properties: { username: { type: string, maxLength: 9 }, password: { type: string, maxLength: 9 } }
            required: [username, password]
`);
  expect(problems).toMatchObject([{ code: "form/secret", severity: "error", line: 11 }]);
});
