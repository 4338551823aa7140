/** MCP `Root`, which both halves of the SDK have. */
interface Root {
  uri: string;
  name?: string;
}

/** Where a root points, or why it points nowhere that a path could name. */
export type RootPath =
  | {
      readonly ok: true;
      /** Absolute, with the separators of its kind. */
      readonly path: string;
      /** `posix`: `/tmp`. `drive`: `c:\temp`. `unc`: `\\server\share\x`, which is another machine. */
      readonly kind: "posix" | "drive" | "unc";
    }
  | { readonly ok: false; readonly reason: string };

/**
 * Reads the path out of a root's URI (RFC 8089), on any platform and without looking at the disk. What is no absolute
 * path comes back with a reason, and never as a relative one.
 */
export function rootPath(root: Pick<Root, "uri">): RootPath {
  if (!URL.canParse(root.uri)) return { ok: false, reason: "is no URI" };
  const url = new URL(root.uri);
  if (url.protocol !== "file:")
    return { ok: false, reason: `has the scheme ${url.protocol.slice(0, -1)} and not file` };
  // Decoded in the path, these would make other paths than the URI says.
  if (/%(?:00|2f)/i.test(url.pathname)) return { ok: false, reason: "hides a separator or an end in an escape" };
  const decoded = decode(url.pathname);
  if (decoded === undefined) return { ok: false, reason: "has an escape that is no UTF-8" };
  const drive = /^\/[a-z]:(?=\/|$)/i.test(decoded);
  if ((drive || url.host !== "") && decoded.includes("\\")) {
    return { ok: false, reason: "hides a separator or an end in an escape" };
  }
  if (url.host === "") {
    if (!drive) return { ok: true, kind: "posix", path: decoded };
    const path = windows(decoded.slice(1));
    return { ok: true, kind: "drive", path: path.length === 2 ? `${path}\\` : path };
  }
  if (!/^\/[^/]/.test(decoded)) return { ok: false, reason: "names a host and no share on it" };
  return { ok: true, kind: "unc", path: `\\\\${url.host}${windows(decoded)}` };
}

/**
 * Makes a root of an absolute path: `/srv/a b`, `c:\temp` or `\\server\share`.
 *
 * @throws {TypeError} for a relative path, since the server would resolve it in a place of its own.
 */
export function rootOf(path: string, name?: string): Root {
  const named = name === undefined ? {} : { name };
  if (path.startsWith("/") && !path.startsWith("//")) return { uri: `file://${encode(path)}`, ...named };
  const slashed = path.replaceAll("\\", "/");
  if (/^[a-z]:\//i.test(slashed)) return { uri: `file:///${slashed.slice(0, 2)}${encode(slashed.slice(2))}`, ...named };
  const share = /^\/\/([^/]+)(\/[^/].*)$/s.exec(slashed);
  if (share?.[1] === undefined || share[2] === undefined) throw new TypeError("A root needs an absolute path");
  return { uri: `file://${share[1]}${encode(share[2])}`, ...named };
}

function windows(path: string): string {
  return path.replaceAll("/", "\\");
}

function encode(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
