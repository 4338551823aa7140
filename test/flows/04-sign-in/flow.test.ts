import { accept, byHand, cancel, decline } from "@mcp-parley/runtime/client";
import type { UrlAnswer, UrlQuestion } from "@mcp-parley/runtime/client";
import { expect, it } from "vitest";
import { everything, inMemory, plainClient, questionIn, stateOf, textIn, untilTheEnd } from "../harness.js";
import { SignInClient } from "./generated/src/client.js";
import { createSignInServer } from "./generated/src/server.js";
import { handlers } from "./handlers.js";
import { createWorld, enterCode, type World } from "./world.js";

const serve = (world: World) => createSignInServer(handlers(world), { log: () => {} });

const codeIn = (message: string): string => /code (\S+-\d+)/.exec(message)?.[1] ?? "";

async function connect(world: World, login: (question: UrlQuestion) => UrlAnswer): Promise<SignInClient> {
  const answers = { login, loginForm: byHand } as const;
  const fulfil = { getMe: answers, listRepositories: answers };
  return untilTheEnd(await SignInClient.connect(inMemory(serve(world)), { fulfil }));
}

it("signs in on whatever is called first, and asks nobody after that", async () => {
  const world = createWorld();
  let asked = 0;
  const client = await connect(world, (question) => {
    asked += 1;
    expect(question.url.href).toBe("https://github.com/login/device");
    enterCode(world, codeIn(question.message));
    return accept();
  });
  expect(textIn(await client.listRepositories({}))).toBe("10 repositories of octocat");
  expect((await client.getMe({})).structuredContent).toEqual({ login: "octocat" });
  expect(asked).toBe(1);
  expect(world.codes.size).toBe(1);
  expect(world.signInsFor).toEqual(["list_repositories"]);
});

it("waits for the browser when the answer comes first, with one and the same code", async () => {
  const world = createWorld();
  const codes: string[] = [];
  const client = await connect(world, ({ message }) => {
    codes.push(codeIn(message));
    if (codes.length === 2) enterCode(world, codeIn(message));
    return accept();
  });
  expect((await client.getMe({})).structuredContent).toEqual({ login: "octocat" });
  expect(codes).toEqual(["ABCD-1000", "ABCD-1000"]);
});

it("sends people where the service says, as far as the spec allows", async () => {
  const world = createWorld();
  world.page = "https://acme.ghe.com/login/device";
  const client = await connect(world, ({ url }) => {
    expect(url.href).toBe("https://acme.ghe.com/login/device");
    return decline();
  });
  await client.getMe({});
  for (const page of ["https://evil.example/device", "http://github.com/login", "https://github.com@evil.example/"]) {
    world.page = page;
    const refused = await (await plainClient(serve(world), everything)).call("get_me", {});
    expect(refused).toMatchObject({ isError: true, content: [{ text: 'The tool "get_me" failed.' }] });
  }
});

it("says that the code has expired", async () => {
  const world = createWorld();
  const client = await connect(world, () => {
    world.expired = true;
    return accept();
  });
  expect(textIn(await client.getMe({}))).toBe("The code has expired. Call again to get a new one.");
});

it("goes on when the user has signed in elsewhere meanwhile", async () => {
  const world = createWorld();
  const client = await connect(world, () => {
    world.user = "hubot";
    return accept();
  });
  expect((await client.getMe({})).structuredContent).toEqual({ login: "hubot" });
});

it("ends on decline and on cancel", async () => {
  const world = createWorld();
  const declined = await (await connect(world, () => decline())).getMe({});
  expect(textIn(declined)).toContain('"login" was declined');
  const cancelled = await (await connect(world, () => cancel())).getMe({});
  expect(textIn(cancelled)).toContain('"login" was cancelled');
});

it("shows the code in a form to a client without URL mode", async () => {
  const world = createWorld();
  const client = await plainClient(serve(world), { elicitation: { form: {} } });
  const asked = await client.call("get_me", {});
  expect(questionIn(asked, "login")).toBeUndefined();
  expect(questionIn(asked, "loginForm")).toMatchObject({
    message: "Open https://github.com/login/device, enter the code ABCD-1000, and accept when you are signed in.",
    requestedSchema: { properties: {} },
  });
  const inputResponses = { loginForm: { action: "accept" } };
  const early = await client.call("get_me", {}, { inputResponses, requestState: stateOf(asked) });
  expect(questionIn(early, "loginForm")).toMatchObject({
    message: expect.stringContaining("Nobody has entered the code yet.") as string,
  });
  enterCode(world, "ABCD-1000");
  const done = await client.call("get_me", {}, { inputResponses, requestState: stateOf(early) });
  expect(done).toMatchObject({ structuredContent: { login: "octocat" } });
});

it("takes a refused form for a refusal", async () => {
  const client = await plainClient(serve(createWorld()), { elicitation: { form: {} } });
  for (const action of ["decline", "cancel"] satisfies ConfirmAction[]) {
    const asked = await client.call("get_me", {});
    const ended = await client.call(
      "get_me",
      {},
      { inputResponses: { loginForm: { action } }, requestState: stateOf(asked) },
    );
    expect(ended).toMatchObject({ isError: true });
    expect(textIn(ended)).toContain(action === "decline" ? "declined" : "cancelled");
  }
});

it("tells a client that cannot ask at all in the result", async () => {
  const world = createWorld();
  const client = await plainClient(serve(world));
  const told = await client.call("list_repositories", {});
  expect(told).toMatchObject({ isError: true });
  expect(textIn(told)).toContain("enter the code ABCD-1000");
  enterCode(world, "ABCD-1000");
  expect(await client.call("get_me", {})).toMatchObject({ structuredContent: { login: "octocat" } });
});

it("leaves a tool alone that does not inherit the sign-in", async () => {
  const client = await plainClient(serve(createWorld()), everything);
  expect(textIn(await client.call("get_version", {}))).toBe("1.0.0");
});

type ConfirmAction = "decline" | "cancel";
