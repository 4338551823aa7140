/** Where a server is. */
export type ServerAddress =
  | { readonly kind: "http"; readonly url: URL; readonly headers: readonly (readonly [string, string])[] }
  /** A program to start, which speaks over its stdin and stdout. */
  | { readonly kind: "command"; readonly command: string; readonly args: readonly string[] };

/** An address as a person would write it after `parley call`; headers, which may be secret, are left out. */
export function addressText(address: ServerAddress): string {
  return address.kind === "http" ? address.url.href : `-- ${[address.command, ...address.args].map(quoted).join(" ")}`;
}

/** Characters of a command that name it in a question. */
const longestName = 60;

/** Where an address leads, in a word or two. */
export function hostText(address: ServerAddress): string {
  if (address.kind === "http") return address.url.host;
  const text = [address.command, ...address.args].map(quoted).join(" ");
  return text.length <= longestName ? text : `${text.slice(0, longestName)}...`;
}

/** @returns the URL when the text is one that a server can be reached at. */
export function httpUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return (url.protocol === "http:" || url.protocol === "https:") && !hasUser(url) ? url : undefined;
}

/** No request is made of such a URL (WHATWG Fetch), and the password would be shown and saved with it. */
function hasUser({ username, password }: URL): boolean {
  return username !== "" || password !== "";
}

/** A word as a shell takes it for one. */
export function quoted(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** What may have been meant by something that is no address. */
export function addressProblem(word: string): string {
  if (URL.canParse(word) && hasUser(new URL(word)))
    return 'An address cannot name a user: give the authorization with --header "Authorization: ..." instead.';
  const shown = JSON.stringify(word);
  const [, port] = /^https?:\/\/[^/]*:(\d+)(?:\/|$)/.exec(word) ?? [];
  if (port !== undefined && Number(port) > 65_535) return `${port} is no port: they go up to 65535.`;
  // A host with a port or a dotted name, and no scheme.
  if (/^[\w.-]+:\d{1,5}(?:\/|$)|^[\w-]+(?:\.[\w-]+)+(?:\/|$)/.test(word) && httpUrl(`http://${word}`) !== undefined)
    return `${shown} is no address. Did you mean http://${word}?`;
  if (/^[\w-]+(?:=.*)?$/s.test(word))
    return `Which server? Give its URL before ${shown}, or the command that starts it after --.`;
  return `${shown} is no http or https address. A command goes after --.`;
}
