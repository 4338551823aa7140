/**
 * What every server of the benchmark does: tools that take four arguments and make a small record of them, and tools that ask
 * for a region first. The generated servers are made from the same schemas as the hand-written ones.
 */
export const inputSchema = {
  type: "object",
  properties: {
    name: { type: "string", minLength: 1, description: "Name of the database" },
    size: { type: "string", enum: ["small", "large"], default: "small" },
    replicas: { type: "integer", minimum: 0, maximum: 9 },
    note: { type: "string", description: "Kept beside it" },
  },
  required: ["name"],
  additionalProperties: false,
} as const;

export const outputSchema = {
  type: "object",
  properties: { id: { type: "string" }, size: { type: "string", enum: ["small", "large"] } },
  required: ["id", "size"],
} as const;

export const regionForm = {
  type: "object",
  properties: {
    region: {
      title: "Region",
      type: "string",
      oneOf: [
        { const: "eu-west-1", title: "Ireland" },
        { const: "us-east-1", title: "N. Virginia" },
      ],
    },
  },
  required: ["region"],
} as const;

/** What calls send. */
export const sent = { name: "orders", size: "large", replicas: 2 } as const;

export const secret = "a secret of the benchmark, forty bytes long";

export const description = "Creates a database for the team that asks for it.";

export function toolName(index: number): string {
  return `create_database_${index}`;
}

/** Every tenth tool of a long list asks; the first never does. */
export function asks(index: number): boolean {
  return index % 10 === 9;
}

export function message(name: string): string {
  return `Which region should ${name} live in?`;
}
