// Started by every-way.test.ts as a process of its own.
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { interview } from "./interview.js";

serveStdio(interview().factory);
