/** The parts of a `$ref`: a file (empty: this document) and a pointer or anchor in it. */
export interface Reference {
  readonly file: string;
  readonly fragment: string;
}

export type ReferenceProblem = "remote" | "malformed";

/** Splits a reference. Anything with a scheme or a host is remote, `file:` included: nothing is ever fetched. */
export function parseReference(text: string): Reference | ReferenceProblem {
  if (text === "" || /[\s\\]/.test(text)) return "malformed";
  if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(text) || text.startsWith("//")) return "remote";
  const hash = text.indexOf("#");
  const file = hash === -1 ? text : text.slice(0, hash);
  const fragment = hash === -1 ? "" : text.slice(hash + 1);
  const decodedFile = decode(file);
  const decodedFragment = decode(fragment);
  if (decodedFile === undefined || decodedFragment === undefined || decodedFile.includes("\0")) return "malformed";
  return { file: decodedFile, fragment: decodedFragment };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Steps of a JSON Pointer (RFC 6901), or undefined when it is none. */
export function pointerSteps(pointer: string): readonly string[] | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/") || /~(?![01])/.test(pointer)) return undefined;
  return pointer
    .slice(1)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The fragment of a `$ref` for these steps (RFC 6901 section 6). */
export function pointerFragment(steps: readonly string[]): string {
  return `#${steps.map((step) => `/${encodePointerStep(step)}`).join("")}`;
}

function encodePointerStep(step: string): string {
  const escaped = step.replaceAll("~", "~0").replaceAll("/", "~1");
  return escaped.replaceAll(/[^A-Za-z0-9\-._~!$&'()*+,;=:@]/gu, (character) => encodeURIComponent(character));
}

/** Follows steps through own members only. */
export function followPointer(root: unknown, steps: readonly string[]): unknown {
  let value = root;
  for (const step of steps) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    if (Array.isArray(value) && !/^(?:0|[1-9]\d*)$/.test(step)) return undefined;
    value = Reflect.get(value, step) as unknown;
  }
  return value;
}
