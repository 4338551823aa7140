import type { Server, ServerEventBus } from "@modelcontextprotocol/server";
import { followChanges } from "./changes.js";
import type { Logger } from "./log.js";
import type { ServedPart } from "./served-part.js";

/**
 * Tells clients on connections that last what changed; servers of single HTTP requests have nobody to tell, and the HTTP entry
 * looks after its sessions.
 */
export function changeNotices<Handlers>(): ServedPart<Handlers> {
  return {
    declarations: [],
    prepare:
      ({ changes, log }) =>
      (server, context) => {
        if (context?.requestInfo === undefined) {
          followWhileConnected(server, context?.era ?? "legacy", changes, log);
        }
      },
  };
}

/** Follows changes from when a server connects until its connection closes. */
function followWhileConnected(server: Server, era: "legacy" | "modern", changes: ServerEventBus, log: Logger): void {
  const connect = server.connect.bind(server);
  server.connect = async (transport) => {
    await connect(transport);
    const stop = followChanges(server, era, changes, log);
    const { onclose } = server;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK's server is no event target
    server.onclose = () => {
      stop();
      onclose?.();
    };
  };
}
