import { trusted } from "../json/trusted.js";

/** The members that are not `undefined`, for objects whose optional members are exact. */
export function defined<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return trusted(Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)));
}
