import { config } from "zod/v4/core";

// zod, in the SDK, compiles its schemas where it may, and finds out by trying: the page's content security policy would
// stop that, and the browser's console report it. So this module comes first, before any schema is made.
config({ jitless: true });
