const loopback: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * An address that is known only at run time, held to the hosts that the specification names: `github.com`, `*.example.com` for
 * every host below it, or `*` for any.
 *
 * @throws {RangeError} for anything but https (or http on this machine), for a user name or password in front of the host, which
 * makes an address look like another one, and for another host (MCP 2026-07-28, elicitation, url mode).
 */
export function addressOn(address: string, hosts: readonly string[]): string {
  if (!URL.canParse(address)) throw new RangeError("The address of a question is not an absolute URL");
  const { protocol, hostname, host, username, password } = new URL(address);
  const secure = protocol === "https:" || (protocol === "http:" && loopback.has(hostname));
  if (!secure) throw new RangeError("The address of a question must use https");
  if (username !== "" || password !== "") throw new RangeError("The address of a question must not name a user");
  if (!hosts.some((allowed) => isOn(host, allowed))) {
    throw new RangeError("The address of a question leads to a host that the specification does not name");
  }
  return address;
}

function isOn(host: string, allowed: string): boolean {
  if (allowed === "*") return true;
  return allowed.startsWith("*.") ? host.endsWith(allowed.slice(1)) : host === allowed;
}
