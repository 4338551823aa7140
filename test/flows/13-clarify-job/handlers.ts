import type { ClarifyJobHandlers, ResearchInputs } from "./generated/src/server.js";
import type { World } from "./world.js";

export function handlers(world: World): ClarifyJobHandlers {
  return {
    "research.survey": async ({ args, context }) => {
      world.surveyed.push(args.topic);
      await context.progress(1, 4, "collecting");
      await context.progress(2, 4, "reading");
      return { sources: 3, interpretations: [...(world.meanings.get(args.topic) ?? [])] };
    },

    research: async ({ args, inputs, context }) => {
      const meaning = meaningOf(inputs);
      await context.progress(3, 4, "sorting");
      await context.progress(4, 4, "writing");
      const report = `${args.topic} (${meaning}), from ${inputs.survey.sources} sources.`;
      return { structuredContent: { report, stages: ["collecting", "reading", "sorting", "writing"] } };
    },

    everyField: ({ inputs: { form } }) => ({
      content: [{ type: "text", text: form.action === "accept" ? JSON.stringify(form.content) : form.action }],
    }),

    visitPage: ({ inputs: { page } }) => ({ content: [{ type: "text", text: page.action }] }),
  };
}

function meaningOf({ survey, interpretation }: ResearchInputs): string {
  if (interpretation?.action === "accept") return interpretation.content.interpretation;
  return survey.interpretations.length > 1 ? "in every sense" : (survey.interpretations[0] ?? "as it says");
}
