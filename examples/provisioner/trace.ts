/** Prints what crosses the wire, one line for each leg; for people who want to see the rounds. */
export async function tracedFetch(url: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  const sent = parse(typeof init?.body === "string" ? init.body : undefined);
  if (sent?.["method"] === "tools/call") {
    console.log(`  -> tools/call ${outline(sent["params"])}`);
    const text = await response.clone().text();
    const received = parse(text.startsWith("{") ? text : text.match(/^data: (\{.*)$/m)?.[1]);
    console.log(`  <- ${outline(received?.["result"] ?? received?.["error"])}`);
  }
  return response;
}

type Members = Record<string, unknown>;

function parse(text: string | undefined): Members | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as Members);
}

/** JSON without the envelope, and with the sealed state cut short: it is opaque and long. */
function outline(value: unknown): string {
  const text = JSON.stringify(value, (key, member: unknown) => {
    if (key === "_meta" || key === "requestedSchema") return undefined;
    return key === "requestState" && typeof member === "string"
      ? `${member.slice(0, 12)}... (${member.length} characters)`
      : member;
  });
  return text.length > 400 ? `${text.slice(0, 400)}...` : text;
}
