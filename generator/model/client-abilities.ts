/** What a client can declare that questions need (MCP client capabilities), by the names that specs give them. */
export const clientAbilities = ["elicitation.form", "elicitation.url", "sampling", "sampling.tools", "roots"] as const;
