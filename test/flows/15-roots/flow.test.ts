import { accept, cancel, decline } from "@mcp-parley/runtime/client";
import type { ConfirmAnswer, Root } from "@mcp-parley/runtime/client";
import { expect, it, onTestFinished, vi } from "vitest";
import { everything, inMemory, oldClient, plainClient, questionIn, stateOf, textIn, untilTheEnd } from "../harness.js";
import { RootsClient } from "./generated/src/client.js";
import { createRootsServer } from "./generated/src/server.js";
import { handlers } from "./handlers.js";
import { createWorld, type World } from "./world.js";

const home: readonly Root[] = [{ uri: "file:///home/ada", name: "Home" }];
const notes = { path: "/home/ada/notes.txt", text: "new" };

const serve = (world: World) => createRootsServer(handlers(world), { log: () => {} });

async function connect(
  world: World,
  roots: readonly Root[],
  overwrite: () => ConfirmAnswer = () => {
    throw new Error("nobody is to be asked");
  },
): Promise<RootsClient> {
  const fulfil = { writeFile: { folders: () => roots, overwrite } };
  return untilTheEnd(await RootsClient.connect(inMemory(serve(world)), { fulfil }));
}

it("writes inside the client's folders, whatever the command line allowed", async () => {
  const world = createWorld("file:///srv");
  const client = await connect(world, home);
  expect((await client.writeFile(notes)).structuredContent).toEqual({ path: notes.path, bytes: 3 });
  const outside = await client.writeFile({ path: "/srv/a.txt", text: "x" });
  expect(textIn(outside)).toBe("/srv/a.txt is outside the folders.");
});

it("lets no path climb out", async () => {
  const client = await connect(createWorld(), home);
  for (const path of ["/home/ada/../eve/x", "/home/adam/x", "/home/ada/%2e%2e/eve/x"]) {
    expect(textIn(await client.writeFile({ path, text: "x" }))).toBe(`${path} is outside the folders.`);
  }
});

it("keeps the folders of the command line when the client has none or cannot say", async () => {
  const world = createWorld("file:///srv");
  const empty = await connect(world, []);
  expect((await empty.writeFile({ path: "/srv/a.txt", text: "x" })).isError).toBe(false);
  const mute = await plainClient(serve(world));
  expect(await mute.call("write_file", { path: "/srv/b.txt", text: "x" })).toMatchObject({
    structuredContent: { bytes: 1 },
  });
});

it("waits five seconds for a client of 2025 that says nothing, and no longer", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const client = await oldClient(serve(createWorld("file:///srv")), () => ({ action: "accept" }));
  let asked = 0;
  client.setRequestHandler("roots/list", () => {
    asked += 1;
    return new Promise(() => {});
  });
  const call = client.callTool({ name: "write_file", arguments: { path: "/srv/a.txt", text: "x" } });
  let over = false;
  void call.then(() => (over = true));
  await vi.advanceTimersByTimeAsync(4900);
  expect([asked, over]).toEqual([1, false]);
  await vi.advanceTimersByTimeAsync(200);
  expect(await call).toMatchObject({ structuredContent: { bytes: 1 } });
});

it("takes the folders of a client of 2025 that answers", async () => {
  const client = await oldClient(serve(createWorld("file:///srv")), () => ({ action: "accept" }));
  client.setRequestHandler("roots/list", () => ({ roots: [...home] }));
  const call = (path: string) => client.callTool({ name: "write_file", arguments: { path, text: "x" } });
  expect(await call(notes.path)).toMatchObject({ structuredContent: { bytes: 1 } });
  expect(await call("/srv/a.txt")).toMatchObject({ isError: true });
});

it("refuses to write when nobody names a folder", async () => {
  const mute = await plainClient(serve(createWorld()));
  const refused = await mute.call("write_file", notes);
  expect(refused).toMatchObject({ isError: true });
  expect(textIn(refused)).toContain("No folders");
});

function withNotes(text: string): World {
  const world = createWorld();
  world.files.set("file:///home/ada/notes.txt", text);
  return world;
}

it("overwrites a file when a person agrees, and only then", async () => {
  const world = withNotes("old");
  expect(textIn(await (await connect(world, home, () => decline())).writeFile(notes))).toContain("declined");
  expect(textIn(await (await connect(world, home, () => cancel())).writeFile(notes))).toContain("cancelled");
  expect([...world.files.values()]).toEqual(["old"]);
  expect((await (await connect(world, home, () => accept())).writeFile(notes)).isError).toBe(false);
  expect([...world.files.values()]).toEqual(["new"]);
});

it("asks again when somebody else has written the file meanwhile", async () => {
  const world = withNotes("old");
  let asked = 0;
  const client = await connect(world, home, () => {
    asked += 1;
    world.files.set("file:///home/ada/notes.txt", "theirs");
    return asked === 1 ? accept() : decline();
  });
  expect((await client.writeFile(notes)).isError).toBe(true);
  expect(asked).toBe(2);
  expect([...world.files.values()]).toEqual(["theirs"]);
});

it("just writes when the file is gone meanwhile", async () => {
  const world = withNotes("old");
  const client = await connect(world, home, () => {
    world.files.clear();
    return decline();
  });
  expect((await client.writeFile(notes)).isError).toBe(false);
});

it("keeps the folders that it was told first for the whole call", async () => {
  const world = withNotes("old");
  const client = await plainClient(serve(world), everything);
  const first = await client.call("write_file", notes);
  expect(questionIn(first, "overwrite")).toBeUndefined();
  const second = await client.call("write_file", notes, {
    inputResponses: { folders: { roots: home } },
    requestState: stateOf(first),
  });
  expect(questionIn(second, "overwrite")).toBeDefined();
  const third = await client.call("write_file", notes, {
    inputResponses: { folders: { roots: [{ uri: "file:///elsewhere" }] }, overwrite: { action: "accept" } },
    requestState: stateOf(second),
  });
  expect(third).toMatchObject({ structuredContent: { bytes: 3 } });
});
