import type { MessageTemplate } from "../message.js";

export interface CatalogueEntry<Hole extends string> {
  readonly severity: "error" | "warning" | "info";
  readonly message: MessageTemplate<Hole>;
  readonly help: string | undefined;
}

export function error<Hole extends string>(message: MessageTemplate<Hole>, help?: string): CatalogueEntry<Hole> {
  return { severity: "error", message, help };
}

export function warning<Hole extends string>(message: MessageTemplate<Hole>, help?: string): CatalogueEntry<Hole> {
  return { severity: "warning", message, help };
}

export function info<Hole extends string>(message: MessageTemplate<Hole>, help?: string): CatalogueEntry<Hole> {
  return { severity: "info", message, help };
}
