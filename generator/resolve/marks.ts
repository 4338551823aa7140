import { isObject } from "../load/values.js";
import type { JsonSchema } from "../model/model.js";
import type { Scope } from "./scope.js";

/**
 * What a schema has, found by the one walk that checks it, in one number. A keyword has marks, a schema those of its keywords and
 * of the schemas inside it: later steps look for what is rare only where it is.
 */
export const mark = {
  /** A `$ref`. */
  reference: 1,
  /** A `default`. */
  fallback: 2,
  /** An `x-mcp-header`. */
  header: 4,
  /** A property whose name some model APIs refuse. */
  oddName: 8,
  /** A keyword without which no others contradict each other. */
  narrowing: 16,
  /** A keyword that holds schemas. */
  schemas: 32,
} as const;

/** Of a schema that nobody has looked at: there may be everything in it. */
export const everyMark: number = Object.values(mark).reduce((all, each) => all | each, 0);

/** Whether a schema has one of these marks. One that was not checked may have any. */
export const hasMark = (scope: Scope, schema: JsonSchema, marks: number): boolean =>
  isObject(schema) && ((scope.marks.get(schema) ?? everyMark) & marks) !== 0;

/** What model APIs accept as the name of an argument. */
export const acceptedName: RegExp = /^[A-Za-z0-9_.-]{1,64}$/;
