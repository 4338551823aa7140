// Started by stdio.test.ts as a process of its own.
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { ask, scriptedServer, textForm } from "./scripted-server.js";

serveStdio(() =>
  scriptedServer(({ state, responses }) =>
    state === undefined
      ? ask({ name: textForm("name") }, "s")
      : { content: [], structuredContent: { greeting: JSON.stringify(responses) } },
  ),
);
