import { cancel, decline } from "@mcp-parley/runtime/client";
import type { FormAnswer, FormQuestion } from "@mcp-parley/runtime/client";
import { expect, it } from "vitest";
import { everything, inMemory, plainClient, refusedState, stateOf, textIn, untilTheEnd } from "../harness.js";
import { RepositoriesClient } from "./generated/src/client.js";
import { createRepositoriesServer } from "./generated/src/server.js";
import { handlers } from "./handlers.js";
import { create, createWorld, type World } from "./world.js";

const hello = { owner: "octocat", repo: "hello" };

const serve = (world: World) => createRepositoriesServer(handlers(world), { log: () => {} });

async function connect(
  world: World,
  typed: (question: FormQuestion) => FormAnswer<{ fullName: string }>,
): Promise<RepositoriesClient> {
  const fulfil = { deleteRepository: { typed } };
  return untilTheEnd(await RepositoriesClient.connect(inMemory(serve(world)), { fulfil }));
}

it("deletes when the full name was typed", async () => {
  const world = createWorld("octocat/hello", "octocat/other");
  const client = await connect(world, (question) => {
    expect(question.message).toBe("This cannot be undone. Type octocat/hello to delete the repository.");
    return { fullName: "octocat/hello" };
  });
  expect((await client.deleteRepository(hello)).structuredContent).toEqual({ deleted: 1 });
  expect([...world.repositories.keys()]).toEqual(["octocat/other"]);
});

it("ends at a wrong name, without a second chance", async () => {
  const world = createWorld("octocat/hello");
  let asked = 0;
  const client = await connect(world, () => {
    asked += 1;
    return { fullName: "hello" };
  });
  expect(textIn(await client.deleteRepository(hello))).toContain("That was not octocat/hello. Nothing was deleted.");
  expect(asked).toBe(1);
});

it("says after every failure that nothing was deleted", async () => {
  const world = createWorld("octocat/hello");
  const wrong = await (await connect(world, () => ({ fullName: "hello" }))).deleteRepository(hello);
  const declined = await (await connect(world, () => decline())).deleteRepository(hello);
  const cancelled = await (await connect(world, () => cancel())).deleteRepository(hello);
  const missing = await (await connect(world, () => decline())).deleteRepository({ owner: "octocat", repo: "nothing" });
  for (const result of [wrong, declined, cancelled, missing]) {
    expect(result.isError).toBe(true);
    expect(textIn(result)).toContain("Nothing was deleted");
  }
  expect(new Set([wrong, declined, cancelled, missing].map(textIn)).size).toBe(4);
  expect(world.repositories.size).toBe(1);
});

it("asks again when the repository was deleted and created anew under its name", async () => {
  const world = createWorld("octocat/hello");
  let asked = 0;
  const client = await connect(world, () => {
    asked += 1;
    if (asked === 2) return decline();
    create(world, "octocat/hello");
    return { fullName: "octocat/hello" };
  });
  const result = await client.deleteRepository(hello);
  expect(textIn(result)).toBe("The user refused. Nothing was deleted.");
  expect(asked).toBe(2);
  expect(world.repositories.get("octocat/hello")).toBe(2);
});

it("ends when the repository is gone meanwhile", async () => {
  const world = createWorld("octocat/hello");
  const client = await connect(world, () => {
    world.repositories.clear();
    return { fullName: "octocat/hello" };
  });
  expect(textIn(await client.deleteRepository(hello))).toBe("There is no octocat/hello. Nothing was deleted.");
});

it("does not take the name that was typed for one repository for another", async () => {
  const world = createWorld("octocat/hello", "octocat/other");
  const client = await plainClient(serve(world), everything);
  const asked = await client.call("delete_repository", hello);
  const inputResponses = { typed: { action: "accept", content: { fullName: "octocat/other" } } };
  const swapped = client.call(
    "delete_repository",
    { owner: "octocat", repo: "other" },
    { inputResponses, requestState: stateOf(asked) },
  );
  await expect(swapped).rejects.toMatchObject(refusedState);
  expect(world.repositories.size).toBe(2);
});

it("deletes nothing for a client that cannot ask", async () => {
  const world = createWorld("octocat/hello");
  const client = await plainClient(serve(world));
  const refused = await client.call("delete_repository", hello);
  expect(refused).toMatchObject({ isError: true });
  expect(textIn(refused)).toBe("Nobody could be asked to type octocat/hello. Nothing was deleted.");
  expect(world.repositories.size).toBe(1);
});
