import { listServer } from "../../terminal/list-server.js";
import { plainJson } from "../../terminal/plain-text.js";
import { surfaceText } from "../../terminal/show-surface.js";
import { exitCodes } from "../exit-codes.js";
import type { ServerInvocation } from "../server-command-line.js";
import type { CliStreams } from "../streams.js";
import { endingOf, withHeaders, withServer } from "./server-session.js";

/** `parley list`: what any server offers. As JSON it is what `parley import` takes. */
export function list(invocation: Extract<ServerInvocation, { command: "list" }>, streams: CliStreams): Promise<number> {
  const { server } = invocation;
  return endingOf(server.json, streams, async () => {
    if (server.address === undefined) return exitCodes.failed;
    const address = await withHeaders(server.address, streams);
    return withServer(server, address, undefined, streams, async ({ connection, signal }) => {
      const surface = await listServer(connection, signal);
      streams.stdout.write(server.json ? `${plainJson(surface)}\n` : surfaceText(surface, streams.stdout.columns));
      return exitCodes.fine;
    });
  });
}
