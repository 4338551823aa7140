import { pascalCase } from "../../model/names.js";

/** The sources of a new project: as short as they can be and still do something real. */

/** The name of the server in generated code. */
const typeName = (name: string): string => pascalCase(name, "Server");

export function specSource(name: string, schema: string): string {
  return `# yaml-language-server: $schema=${schema}
parley: "1"

server:
  name: ${JSON.stringify(name)}
  version: "0.1.0"

tools:
  book:
    title: Book a table
    description: Books a table for a number of people. A person chooses the time.
    inputSchema:
      type: object
      properties:
        people: { type: integer, minimum: 1, maximum: 12, description: How many will come }
      required: [people]
      additionalProperties: false
    requires:
      slot:
        elicit:
          message: When should the table for \${{ args.people }} be?
          schema:
            properties:
              time: { type: string, title: Time, enum: ["18:00", "19:30", "21:00"] }
            required: [time]
        onDecline: { fail: No table was booked. }
`;
}

export function handlersSource(name: string): string {
  return `import type { ${typeName(name)}Handlers } from "../generated/src/server.js";

/** What the server does once it knows everything: no protocol, no state, no questions. */
export const handlers: ${typeName(name)}Handlers = {
  book: ({ args, inputs }) => ({
    content: [{ type: "text", text: \`A table for \${args.people} at \${inputs.slot.time} is yours.\` }],
  }),
};
`;
}

export function serveSource(): string {
  return `import { serveHttp } from "../generated/src/http.js";
import { handlers } from "./handlers.js";

const port = Number(process.env["PORT"] ?? 3000);
const served = await serveHttp(handlers, { port }).catch((error: NodeJS.ErrnoException) => {
  if (error.code !== "EADDRINUSE") throw error;
  console.error(\`Port \${port} is taken. Stop what listens there, or choose another for both: PORT=3001 npm start, PORT=3001 npm run call\`);
  process.exit(2);
});
console.log(\`Serving at \${served.url}. Ctrl-C ends it.\`);

process.once("SIGINT", () => void served.close());
`;
}

export function callSource(name: string): string {
  return `import { createInterface } from "node:readline";
import { decline, textOf } from "@mcp-parley/runtime/client";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { ${typeName(name)}Client } from "../generated/src/client.js";

const url = new URL(process.argv[2] ?? \`http://127.0.0.1:\${process.env["PORT"] ?? 3000}/mcp\`);
const times = ["18:00", "19:30", "21:00"] as const;
const terminal = createInterface({ input: process.stdin });
const lines = terminal[Symbol.asyncIterator]();
let asked = Promise.resolve("");

const client = await ${typeName(name)}Client.connect(new StreamableHTTPClientTransport(url), {
  fulfil: {
    book: {
      // Typed by the spec: a question added there is a compile error here.
      slot: async (question) => {
        for (;;) {
          const answer = await ask(\`\${question.message} (\${times.join(", ")}; Enter alone declines) \`);
          if (answer === "") return decline();
          const time = times.find((each) => each === answer);
          if (time !== undefined) return { time };
        }
      },
    },
  },
}).catch(() => {
  console.error(\`No MCP server answers at \${url.href}. Start one in another terminal: npm start\`);
  process.exit(2);
});

const result = await client.book({ people: 4 }).catch((error: Error) => {
  console.error(\`The call broke off (\${error.message}). A server with a made-up key cannot go on after a restart: call again.\`);
  process.exit(2);
});
console.log(textOf(result));
if (result.isError) process.exitCode = 1;

terminal.close();
await client.close();

/** The next line; nothing where the input ends, as with Ctrl-D. Questions may come at once: each waits for the one before. */
function ask(text: string): Promise<string> {
  asked = asked.then(async () => {
    process.stdout.write(text);
    const line = await lines.next();
    return line.done === true ? "" : line.value.trim();
  });
  return asked;
}
`;
}
