import { textFormats } from "@mcp-parley/runtime/form";
import type { Json, JsonObject } from "../model/model.js";
import type { Project } from "./project.js";
import type { SchemaHome } from "./schema-home.js";
import { valueProblem } from "./value-problem.js";

/**
 * Why the field of a form certainly refuses a value, as the end of a sentence. In a form a format is a rule, and the
 * runtime's judgement of one is the judgement: an answer that it refuses cannot be sent.
 */
export function fieldProblem(project: Project, field: JsonObject, home: SchemaHome, value: Json): string | undefined {
  return valueProblem(project, field, home, value) ?? formatProblem(field["format"], value);
}

function formatProblem(name: Json | undefined, value: Json): string | undefined {
  if (typeof name !== "string" || typeof value !== "string") return undefined;
  const format = textFormats.get(name);
  return format?.holds(value) === false ? `is not ${format.words}` : undefined;
}
