import { cancel, decline, formModel } from "@mcp-parley/runtime/client";
import { expect, it } from "vitest";
import { everything, inMemory, plainClient, questionIn, stateOf, textIn, untilTheEnd } from "../harness.js";
import type { ProjectThenTeamFulfil } from "./generated/src/client.js";
import { ProjectThenTeamClient } from "./generated/src/client.js";
import { createProjectThenTeamServer } from "./generated/src/server.js";
import { handlers } from "./handlers.js";
import { createWorld, type World } from "./world.js";

const serve = (world: World) => createProjectThenTeamServer(handlers(world), { log: () => {} });

async function connect(
  world: World,
  fulfil: Partial<ProjectThenTeamFulfil["listIterations"]>,
): Promise<ProjectThenTeamClient> {
  const nobody = () => {
    throw new Error("nobody is to be asked this");
  };
  const listIterations = { project: nobody, team: nobody, ...fulfil };
  return untilTheEnd(await ProjectThenTeamClient.connect(inMemory(serve(world)), { fulfil: { listIterations } }));
}

it("asks for the project, then for a team of that project", async () => {
  const world = createWorld();
  const client = await connect(world, {
    project: ({ schema }) => {
      expect(formModel(schema)[0].fields).toMatchObject([
        {
          control: "select",
          label: "Project",
          choices: [
            { value: "p-1", label: "Shop" },
            { value: "p-2", label: "Search" },
          ],
        },
      ]);
      return { project: "p-2" };
    },
    team: ({ schema, round }) => {
      expect(round).toBe(2);
      expect(formModel(schema)[0].fields).toMatchObject([
        {
          choices: [
            { value: "t-2", label: "Ranking" },
            { value: "t-3", label: "Crawling" },
          ],
        },
      ]);
      return { team: "t-3" };
    },
  });
  expect((await client.listIterations({})).structuredContent).toEqual({
    project: "p-2",
    team: "t-3",
    iterations: ["p-2/t-3/1"],
  });
});

it("asks only for what is missing", async () => {
  const world = createWorld();
  const team = await connect(world, { team: () => ({ team: "t-1" }) });
  expect((await team.listIterations({ project: "p-1" })).structuredContent).toMatchObject({ team: "t-1" });
  const project = await connect(world, { project: () => ({ project: "p-1" }) });
  expect((await project.listIterations({ team: "t-1" })).structuredContent).toMatchObject({ project: "p-1" });
  const nothing = await connect(world, {});
  expect((await nothing.listIterations({ project: "p-1", team: "t-1" })).isError).toBe(false);
});

it("ends at anything but a choice", async () => {
  const world = createWorld();
  const declined = await (await connect(world, { project: () => decline() })).listIterations({});
  expect(textIn(declined)).toBe("The selection was cancelled.");
  const cancelled = await (
    await connect(world, { project: () => ({ project: "p-1" }), team: () => cancel() })
  ).listIterations({});
  expect(textIn(cancelled)).toBe("The selection was cancelled.");
});

it("reports an organization without projects instead of asking", async () => {
  const world = createWorld();
  world.projects.length = 0;
  const client = await plainClient(serve(world), everything);
  expect(textIn(await client.call("list_iterations", {}))).toBe("The organization has no projects.");
});

it("shows the choices as they were when the flow began, and notices that one is gone", async () => {
  const world = createWorld();
  const client = await connect(world, {
    project: () => {
      world.teams.delete("p-1");
      world.projects.shift();
      return { project: "p-1" };
    },
  });
  expect(textIn(await client.listIterations({}))).toBe("The project p-1 has no teams.");
});

it("takes no choice that was not shown", async () => {
  const world = createWorld();
  const careful = await connect(world, { project: () => ({ project: "p-9" }) });
  await expect(careful.listIterations({})).rejects.toMatchObject({ code: "invalid-answer", input: "project" });
  const client = await plainClient(serve(world), everything);
  const asked = await client.call("list_iterations", {});
  const answer = { project: { action: "accept", content: { project: "p-9" } } };
  const again = await client.call("list_iterations", {}, { inputResponses: answer, requestState: stateOf(asked) });
  expect(questionIn(again, "project")).toMatchObject({ message: expect.stringContaining("not accepted") as string });
  expect(questionIn(again, "team")).toBeUndefined();
});

it("needs nobody when everything is given, and says what is needed when it is not", async () => {
  const client = await plainClient(serve(createWorld()));
  const given = await client.call("list_iterations", { project: "p-1", team: "t-1" });
  expect(given).toMatchObject({ structuredContent: { iterations: ["p-1/t-1/1"] } });
  await expect(client.call("list_iterations", {})).rejects.toMatchObject({ code: -32021 });
});
