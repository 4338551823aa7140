/** A URL that a server wants a person to visit, taken apart so that the person can be shown where it leads. */
export interface QuestionUrl {
  /** The whole address as it will be requested. Show it, and open it only after explicit consent. */
  readonly href: string;
  readonly parsed: URL;
  /** Host and port, ASCII (an internationalised name in its `xn--` form). */
  readonly host: string;
  /** Not HTTPS: what the person enters there can be read on the way. */
  readonly insecure: boolean;
  /** This machine. */
  readonly loopback: boolean;
  /** Has a user or a password in front of the host, which is how `https://bank.example@evil.example` misleads. */
  readonly userinfo: boolean;
  /** A label of the host is internationalised, and may look like another one. */
  readonly punycode: boolean;
}

/**
 * Takes apart the `url` of an elicitation (MCP 2026-07-28, client/elicitation, URL mode).
 *
 * @returns nothing for anything but an absolute HTTP(S) URL: `javascript:`, `file:` and custom schemes run things on
 *   the person's machine.
 */
export function readQuestionUrl(text: string): QuestionUrl | undefined {
  if (!URL.canParse(text)) return undefined;
  const parsed = new URL(text);
  if (parsed.protocol !== "https:" && parsed.protocol !== "http:") return undefined;
  return {
    href: parsed.href,
    parsed,
    host: parsed.host,
    insecure: parsed.protocol === "http:",
    loopback: /^(?:(?:.+\.)?localhost\.?|127(?:\.\d+){3}|0\.0\.0\.0|\[::(?:1|ffff:7f[\da-f]{2}:[\da-f]{1,4})?\])$/.test(
      parsed.hostname,
    ),
    userinfo: parsed.username !== "" || parsed.password !== "",
    punycode: parsed.hostname.split(".").some((label) => label.startsWith("xn--")),
  };
}
