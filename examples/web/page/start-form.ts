import type { FormSchema } from "@mcp-parley/runtime/client";
import type { ProvisionArgumentsInput } from "provisioner/types";

/** The form of the arguments, filled in with what an earlier call had: the server has no say in it. */
export function startForm(filled: ProvisionArgumentsInput | undefined): FormSchema {
  return {
    type: "object",
    properties: {
      name: {
        type: "string",
        title: "Name",
        description: "What the database will be called",
        ...(filled === undefined ? {} : { default: filled.name }),
      },
      size: {
        type: "string",
        title: "Size",
        oneOf: [
          { const: "small", title: "Small" },
          { const: "large", title: "Large" },
        ],
        default: filled?.size ?? "small",
      },
    },
    required: ["name", "size"],
  };
}

/** The arguments in the content of that form, or in a call that was kept. */
export function readArguments({ name, size }: Readonly<Record<string, unknown>>): ProvisionArgumentsInput {
  return { name: typeof name === "string" ? name : "", size: size === "large" ? "large" : "small" };
}
