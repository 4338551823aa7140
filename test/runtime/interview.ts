import { type AnyInput, form } from "./one-tool.js";
import { type ThreeKinds, threeKinds } from "./three-kinds.js";

/** A tool, a prompt and resources that compute, ask twice, and say in their result what they were told. */
export function interview(): ThreeKinds {
  let computed = 0;
  const quote: AnyInput = {
    kind: "compute",
    name: "quote",
    needs: [],
    schema: { type: "integer" },
    compute: () => (computed += 1),
  };
  const inputs: readonly AnyInput[] = [
    quote,
    form("first", { needs: ["quote"] }),
    {
      kind: "confirm",
      name: "second",
      needs: ["first", "quote"],
      message: (_, values) => `${JSON.stringify(values["first"])} for ${String(values["quote"])}?`,
      onDecline: "continue",
    },
  ];
  return threeKinds(inputs, { handler: (values) => JSON.stringify(values) });
}
