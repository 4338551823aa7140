/** Words of a name on the wire: split at everything that is neither a letter nor a digit, and where the case changes. */
function words(name: string): readonly string[] {
  return inAscii(name).match(/[A-Z]+(?=[A-Z][a-z])|[A-Z]*[a-z\d]+|[A-Z]+/g) ?? [];
}

function inAscii(name: string): string {
  if (!/[\u{80}-\u{10ffff}]/u.test(name)) return name;
  return (
    name
      .normalize("NFKD")
      .replaceAll(/\p{M}/gu, "")
      // A script that identifiers of other tools cannot hold stays distinguishable by its code points.
      .replaceAll(/[\u{80}-\u{10ffff}]/gu, (character) => ` u${(character.codePointAt(0) ?? 0).toString(16)} `)
  );
}

const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();

/**
 * PascalCase, ASCII. Capitals in a row become one word (`getURL` is `GetUrl`), as the naming of types wants it.
 *
 * @param prefix - what a name that starts with a digit, or has no letter at all, is put after.
 */
export function pascalCase(name: string, prefix = "Type"): string {
  const joined = words(name).map(capitalise).join("");
  return /^[A-Z]/.test(joined) ? joined : prefix + joined;
}

/** camelCase, ASCII. */
export function camelCase(name: string, prefix = "value"): string {
  const pascal = words(name).map(capitalise).join("");
  return /^[A-Z]/.test(pascal) ? pascal.charAt(0).toLowerCase() + pascal.slice(1) : prefix + pascal;
}

export const codeNamePattern: RegExp = /^[a-z][A-Za-z\d]*$/;

const reservedNames: ReadonlyMap<string, string> = new Map([
  ["constructor", "a class has this member already"],
  ["prototype", "a class has this member already"],
  ["everyTool", "the functions of `everyTool` are called so"],
  ["then", "an object with this member is taken for a promise"],
  ["close", "the generated client has this member already"],
  ["connection", "the generated client has this member already"],
  ...["toString", "valueOf", "toJSON", "toLocaleString", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable"].map(
    (name) => [name, "every object has this member already"] as const,
  ),
]);

/** Why a camelCase name cannot be a property of the client or of the handlers; undefined when it can. */
export const reservedName = (name: string): string | undefined => reservedNames.get(name);

const globalTypes: ReadonlySet<string> = new Set(
  "Any Unknown Never String Number Boolean Object Symbol Function Array Record Promise Partial Readonly Pick Omit Date Error Map Set Undefined Null Void Bigint BigInt P0".split(
    " ",
  ),
);

/** True for names that would shadow what generated types are written with. */
export const isGlobalType = (name: string): boolean => globalTypes.has(name);

/** npm name made from a server's name (validate-npm-package-name). */
export function packageNameOf(name: string): string {
  const made = words(name)
    .map((word) => word.toLowerCase())
    .join("-");
  return made === "" ? "mcp-server" : made.slice(0, 200);
}

export const packageNamePattern: RegExp = /^(?:@[a-z\d~-][a-z\d._~-]*\/)?[a-z\d~-][a-z\d._~-]*$/;
