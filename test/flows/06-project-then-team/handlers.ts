import { ToolError } from "@mcp-parley/runtime/server";
import type { ListIterationsCall, ProjectThenTeamHandlers } from "./generated/src/server.js";
import type { World } from "./world.js";

export function handlers(world: World): ProjectThenTeamHandlers {
  return {
    "listIterations.projects": () => {
      if (world.projects.length === 0) throw new ToolError("The organization has no projects.");
      return world.projects;
    },

    "listIterations.teams": (call) => {
      const teams = world.teams.get(projectOf(call)) ?? [];
      if (teams.length === 0) throw new ToolError(`The project ${projectOf(call)} has no teams.`);
      return [...teams];
    },

    listIterations: (call) => {
      const project = projectOf(call);
      const team = call.args.team ?? call.inputs.team?.team ?? "";
      return { structuredContent: { project, team, iterations: [`${project}/${team}/1`] } };
    },
  };
}

/** The project that was given, else the one that was chosen. */
function projectOf({ args, inputs }: Pick<ListIterationsCall, "args"> & ProjectChosen): string {
  return args.project ?? inputs.project?.project ?? "";
}

interface ProjectChosen {
  readonly inputs: Pick<ListIterationsCall["inputs"], "project">;
}
