import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { Leg } from "./suite.ts";

const text = readFileSync(new URL("expected-failures.yaml", import.meta.url), "utf8");

/** The checks that are known to fail, as `scenario:check-id`. */
export const expectedFailures = parse(text) as Readonly<Record<Leg, readonly string[]>>;
