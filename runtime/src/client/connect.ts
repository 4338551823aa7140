import type { Notification, Transport } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/client";
import { CallError } from "./call-error.js";
import type { Connection } from "./connection.js";
import { contained } from "./contained.js";
import type { ClientContract } from "./declarations.js";
import { defined } from "./defined.js";
import type { ConnectOptions } from "./options.js";
import { answerPushes } from "./pushes.js";
import { capabilitiesOf, genericsOf } from "./registration.js";
import { watchTransport } from "./watch-transport.js";

/** The agreement between generated code and this runtime that this entry keeps. */
const contractVersion = 1;

/**
 * Connects to a server, declares exactly the capabilities that the given functions can answer, and makes the functions
 * answer a 2025-era server's pushes as well.
 *
 * @throws {CallError} `contract-mismatch` or `bad-registration`, before anything is sent.
 */
export async function connect(
  transport: Transport,
  contract: ClientContract,
  options: ConnectOptions,
): Promise<Connection> {
  if (contract.version !== contractVersion) {
    throw new CallError(
      "contract-mismatch",
      `The client of ${contract.server} needs contract ${contract.version} of @mcp-parley/runtime, not ${contractVersion}: generate it anew`,
    );
  }
  const generics = genericsOf(options);
  const capabilities = capabilitiesOf(contract, options.fulfil, generics);
  const client = new Client(options.info ?? { name: `${contract.server}-client`, version: "0.0.0" }, {
    capabilities,
    versionNegotiation: options.versionNegotiation ?? { mode: "auto" },
    // The SDK would answer without knowing tool or question; the loop of this library does it instead.
    inputRequired: { autoFulfill: false },
  });
  const connection: Connection = {
    client,
    contract,
    options,
    generics,
    inFlight: new Set(),
    era: () => client.getProtocolEra() ?? "legacy",
    discovered: () => {
      const discover = client.getDiscoverResult();
      return discover && { kind: "modern", discover };
    },
    close: () => client.close(),
  };
  listen(connection);
  answerPushes(connection, capabilities);
  const { prior, signal, timeout } = options;
  await client.connect(transport, defined({ prior, signal, timeout }));
  watchTransport(transport);
  // On 2026-07-28 every request opts in for itself; before, the level was the connection's.
  const { logLevel } = options;
  if (logLevel !== undefined && connection.era() === "legacy" && client.getServerCapabilities()?.logging) {
    await contained(client, () => client.setLoggingLevel(logLevel));
  }
  return connection;
}

/** Hands log messages, notifications and errors to whoever wants them; what a callback throws is an error too. */
function listen({ client, options, contract }: Connection): void {
  const { onLog, onNotification, onClose } = options;
  const onError =
    options.onError ?? ((error: Error) => console.error(`MCP client of ${contract.server}: ${error.message}`));
  // There is nobody left to tell when that fails.
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK's client is no event target
  client.onerror = (error) => void contained({}, () => onError(error));
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the same
  client.onclose = () => void contained(client, () => onClose?.());
  const onAny = (notification: Notification): Promise<void> => contained(client, () => onNotification?.(notification));
  client.fallbackNotificationHandler = onAny;
  if (onLog !== undefined) {
    client.setNotificationHandler("notifications/message", async (message) => {
      await Promise.all([contained(client, () => onLog(message.params)), onAny(message)]);
    });
  }
}
