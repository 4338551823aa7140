import type { CreateMessageRequestParams, CreateMessageResultWithTools } from "@modelcontextprotocol/server";
import { isSpecType } from "@modelcontextprotocol/server";
import type { SampleInput } from "../input.js";
import { checked, wrongKind } from "../judge.js";
import type { QuestionKind } from "./kind.js";

/** Asks the client's model. */
export const sample: QuestionKind = {
  ability: ({ withTools }: SampleInput<never, never>) => (withTools === true ? "sampling.tools" : "sampling"),
  render: <Args, Inputs>(input: SampleInput<Args, Inputs>, args: Args, inputs: Inputs) => ({
    method: "sampling/createMessage",
    params: input.request(args, inputs),
  }),
  judge: <Args, Inputs>(input: SampleInput<Args, Inputs>, args: Args, inputs: Inputs, answer: object) => {
    const good =
      input.withTools === true
        ? isSpecType.CreateMessageResultWithTools(answer) && callsOffered(answer, input.request(args, inputs))
        : isSpecType.CreateMessageResult(answer);
    return good ? checked(input.checks, args, inputs, answer) : wrongKind;
  },
  // Its value is the answer itself.
  answerOf: (value) => value,
};

/** A model calls tools that it was offered, and the results are not its to give (MCP 2026-07-28, client/sampling). */
function callsOffered(
  { content }: CreateMessageResultWithTools,
  { tools = [], toolChoice }: CreateMessageRequestParams,
): boolean {
  const offered = toolChoice?.mode === "none" ? [] : tools.map(({ name }) => name);
  return [content]
    .flat()
    .every((block) => block.type !== "tool_result" && (block.type !== "tool_use" || offered.includes(block.name)));
}
