/** What people write who know other languages, and the words of this one. The first that is known at a place is meant. */
const words: ReadonlyMap<string, readonly string[]> = new Map([
  ["if", ["when"]],
  ["condition", ["when"]],
  ["unless", ["when"]],
  ["ask", ["elicit"]],
  ["question", ["elicit", "message"]],
  ["form", ["elicit", "schema"]],
  ["prompt", ["message"]],
  ["text", ["message"]],
  ["label", ["title"]],
  ["args", ["inputSchema", "arguments", "variables"]],
  ["arguments", ["inputSchema", "variables"]],
  ["params", ["inputSchema", "arguments", "variables"]],
  ["parameters", ["inputSchema", "arguments", "variables"]],
  ["input", ["inputSchema", "requires"]],
  ["inputs", ["requires"]],
  ["output", ["outputSchema"]],
  ["returns", ["outputSchema"]],
  ["dependsOn", ["needs"]],
  ["depends_on", ["needs"]],
  ["after", ["needs"]],
  ["retries", ["attempts"]],
  ["validate", ["check"]],
  ["rules", ["check"]],
]);

/** The key of this language that another language's word stands for, among those known at a place. */
export function synonymOf(word: string, known: ReadonlySet<string>): string | undefined {
  return words.get(word)?.find((key) => known.has(key));
}
