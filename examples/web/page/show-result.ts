import { textOf } from "@mcp-parley/runtime/client";
import { formModel } from "@mcp-parley/runtime/form";
import type { ProvisionResult } from "provisioner/client";
import { provisionRegionForm } from "provisioner/schemas";
import { make } from "./dom.js";

/** What a person answered last. */
export interface LastAnswer {
  readonly action: "accept" | "decline" | "cancel";
  readonly message: string;
}

/** The words below the heading of a call that made nothing. The server's are meant for a model: the person knows. */
export function explainFailure(result: ProvisionResult, last: LastAnswer | undefined): string {
  if (last?.action === "decline") return `You declined: \u201c${last.message}\u201d`;
  if (last?.action === "cancel") return `You cancelled: \u201c${last.message}\u201d`;
  return textOf(result);
}

/** What a person reads of the regions, as in the question. */
const titles = new Map(
  formModel(provisionRegionForm)[0].fields.flatMap((field) =>
    field.control === "select" ? field.choices.map(({ value, label }) => [value, label]) : [],
  ),
);

/** What was made, as a table. */
export function showFacts({ id, region, billing }: Readonly<Record<"id" | "region" | "billing", string>>): HTMLElement {
  const facts = Object.entries({ Id: id, Region: titles.get(region) ?? region, Billing: billing });
  return make("dl", {}, ...facts.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
}
