import { accept, type AskedUrl } from "@mcp-parley/runtime/client";
import { cancelChoice, declineChoice, refused, type PersonAnswer } from "./ask-form.js";
import { askChoice, say, type Option, type Person, type Refusal } from "./prompts.js";

/** What a person should know of an address before going there. */
export function urlWarnings({ url }: AskedUrl): readonly string[] {
  return [
    ...(url.insecure && !url.loopback
      ? ["The address is http, not https: what you enter there can be read on the way."]
      : []),
    ...(url.userinfo
      ? [`The address has a user name before its host. You would go to ${url.host}, whatever stands before the @.`]
      : []),
    ...(url.punycode ? ["The host name has letters from outside ASCII, and may look like that of another site."] : []),
    ...(url.loopback ? ["The address is on this very machine."] : []),
  ];
}

/** The lines that show where an address leads: the host apart from the rest, and the whole. */
export function urlLines(asked: AskedUrl): readonly string[] {
  return [
    `Host:    ${asked.url.host}`,
    `Address: ${asked.url.href}`,
    ...urlWarnings(asked).map((warning) => `Warning: ${warning}`),
  ];
}

/**
 * Asks a person whether to go to an address. It is shown, and never opened.
 *
 * @param again - the server has put the same question before: the step is not done yet.
 * @throws {Interrupted}
 */
export async function askUrl(
  person: Person,
  asked: AskedUrl,
  again: boolean,
  signal: AbortSignal,
): Promise<PersonAnswer> {
  await say(person, urlWarnings(asked).length > 0 ? "warn" : "info", urlLines(asked).join("\n"));
  if (again) await say(person, "info", "The server does not see the step at this address done yet.");
  const choices: readonly Option<"go" | Refusal>[] = [
    declineChoice,
    {
      value: "go",
      label: again ? "Yes, I have done it there" : "Yes, I agree to go there",
      ...(again ? {} : { hint: "you open it in your browser yourself" }),
    },
    cancelChoice,
  ];
  const question = again ? "Have you done what it asks for?" : "Do you want to go to this address?";
  const given = await askChoice(person, question, choices, undefined, signal);
  if ("refusal" in given) return refused(given.refusal);
  if (given.value !== "go") return refused(given.value);
  if (!again) await say(person, "step", `Open it in your browser:\n${asked.url.href}`);
  return accept();
}
