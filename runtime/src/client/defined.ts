/** The members that are not `undefined`, for objects whose optional members are exact. */
export function defined<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const kept: { [K in keyof T]?: Exclude<T[K], undefined> } = {};
  return Object.assign(kept, Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)));
}
