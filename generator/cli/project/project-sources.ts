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
// In a function of its own: what is wrong with the keys is thrown before there is a promise.
const start = async () => serveHttp(handlers, { port });
const served = await start().catch((error: NodeJS.ErrnoException) => {
  const taken = \`Port \${port} is taken. Stop what listens there, or choose another for both: PORT=3001 npm start, PORT=3001 npm run call\`;
  console.error(error.code === "EADDRINUSE" ? taken : \`Cannot serve: \${error.message}\`);
  process.exit(2);
});
console.log(\`Serving at \${served.url}. Ctrl-C ends it.\`);

process.once("SIGINT", () => void served.close());
`;
}

export function callSource(name: string): string {
  return `import { createInterface } from "node:readline";
import { CallError, decline, refusalOf, textOf } from "@mcp-parley/runtime/client";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { ${typeName(name)}Client } from "../generated/src/client.js";

// npm run call -- 8 http://127.0.0.1:3001/mcp
const [people = "4", address = \`http://127.0.0.1:\${process.env["PORT"] ?? 3000}/mcp\`] = process.argv.slice(2);
const times = ["18:00", "19:30", "21:00"] as const;
const terminal = createInterface({ input: process.stdin });
const lines = terminal[Symbol.asyncIterator]();
let asked = Promise.resolve("");

const client = await ${typeName(name)}Client.connect(new StreamableHTTPClientTransport(new URL(address)), {
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
}).catch((error: Error) => {
  const absent = \`No MCP server answers at \${address} (\${error.message}). Start one in another terminal: npm start\`;
  console.error(error instanceof CallError ? error.message : absent);
  process.exit(2);
});

const result = await client.book({ people: Number(people) }).catch((error: Error) => {
  console.error(\`The call broke off: \${error.message}\`);
  if (refusalOf(error)?.reason === "invalid_request_state")
    console.error("The question has expired, or the server was started anew and has made up another key. Call again.");
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
