import { isSpecType } from "@modelcontextprotocol/server";
import type { RootsInput } from "../input.js";
import { checked, wrongKind } from "../judge.js";
import type { QuestionKind } from "./kind.js";

/** Asks the client for its roots. */
export const roots: QuestionKind = {
  ability: () => "roots",
  render: () => ({ method: "roots/list", params: undefined }),
  judge: <Args, Inputs>(input: RootsInput<Args, Inputs>, args: Args, inputs: Inputs, answer: object) =>
    isSpecType.ListRootsResult(answer) ? checked(input.checks, args, inputs, answer.roots) : wrongKind,
  answerOf: (value) => ({ roots: value }),
};
