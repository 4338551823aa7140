/**
 * Names the question in a request that a 2025-era server pushes, where nothing else does. A hint for clients that Parley generated,
 * never part of what is digested; other servers leave it out.
 */
export const inputMetaKey = "mcp-parley/input";

/** Where a result says to programs why there is none; an error says it in its `data`. */
export const refusalMetaKey = "mcp-parley/refusal";
