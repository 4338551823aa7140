import { diagnose } from "../diagnostics/diagnostic.js";
import type { Location } from "../diagnostics/source-file.js";
import type { BuildContext } from "./build-context.js";
import type { TextTemplate } from "../model/model.js";

const loopback: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Checks an address that a person is sent to (MCP elicitation, url mode): https, or http on this machine, and never with a user
 * name. Scheme and host are written out, so that no value can choose where a person ends up.
 */
export function checkAddress(
  context: BuildContext,
  source: string,
  url: TextTemplate,
  place: Location | undefined,
): void {
  const problem = addressProblem(url);
  if (problem !== undefined) context.scope.report(diagnose("inputs/url", place, { url: source, problem }));
}

/** Checks one of the hosts that a computed address may lead to. */
export function checkHost(context: BuildContext, host: string, place: Location | undefined): void {
  if (host === "*" || /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/.test(host)) return;
  const problem = "is not a host: write `example.com`, `*.example.com` or `*`, in small letters";
  context.scope.report(diagnose("inputs/url", place, { url: host, problem }));
}

function addressProblem(url: TextTemplate): string | undefined {
  const [start] = url;
  if (typeof start !== "string") return "must begin with a scheme and a host that are written out";
  const head = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/([^/?#]*)([/?#]?)/.exec(start);
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(start)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== "https" && scheme !== "http") return `must not use the scheme "${scheme}:"`;
  if (head === null) return "must begin with https:// and a host";
  if (head[2]?.includes("@") === true) return "must not hold a user name or password";
  if (head[3] === "" && url.length > 1) return "must write the host out before the first value";
  let parsed: URL;
  try {
    parsed = new URL(url.map((part) => (typeof part === "string" ? part : "value")).join(""));
  } catch {
    return "is not a URL";
  }
  if (parsed.protocol === "http:" && !loopback.has(parsed.hostname)) return "must use https";
  return undefined;
}
