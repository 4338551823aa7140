import type { PlanTripCall, PlanTripWeatherCall, SamplingHandlers } from "./generated/src/server.js";
import type { World } from "./world.js";

/** A block of a message, as far as these handlers read it. */
interface Block {
  readonly type: string;
}

export function handlers(world: World): SamplingHandlers {
  return {
    summarize: ({ inputs: { summary } }) => ({
      structuredContent: { summary: textOf(summary.content), model: summary.model },
    }),

    "planTrip.weather": ({ inputs: { draft } }) => {
      const wanted = lookups(draft);
      if (wanted.length === 0) return { lookups: 0, results: [] };
      const content = wanted.map(({ id, city }) => ({
        type: "tool_result" as const,
        toolUseId: id,
        content: [{ type: "text" as const, text: `${city}: ${world.weather.get(city) ?? "unknown"}` }],
      }));
      return { lookups: wanted.length, results: [{ role: "user", content }] };
    },

    planTrip: ({ inputs: { draft, weather, advice } }: PlanTripCall) => ({
      structuredContent: { advice: textOf((advice ?? draft).content), lookups: weather.lookups },
    }),

    "enableWorkflows.groups": () => ({ names: world.groups.join(", ") }),

    enableWorkflows: ({ inputs: { pick } }) => {
      const names = pick.action === "accept" ? textOf(pick.content.content).split(",") : ["simulator"];
      // What a model says is a wish: only groups that there are can be enabled.
      world.enabled = world.groups.filter((group) => names.some((name) => name.trim() === group));
      return { structuredContent: { enabled: [...world.enabled] } };
    },
  };
}

/** The cities whose weather the model wants to know. */
function lookups(
  draft: PlanTripWeatherCall["inputs"]["draft"],
): readonly { readonly id: string; readonly city: string }[] {
  const blocks = Array.isArray(draft.content) ? draft.content : [draft.content];
  return blocks.flatMap((block) => {
    if (block.type !== "tool_use" || block.name !== "forecast") return [];
    const { city } = block.input;
    return typeof city === "string" ? [{ id: block.id, city }] : [];
  });
}

function textOf(content: Block | readonly Block[]): string {
  const blocks: readonly Block[] = Array.isArray(content) ? content : [content];
  return blocks.map((block) => ("text" in block && typeof block.text === "string" ? block.text : "")).join("");
}
