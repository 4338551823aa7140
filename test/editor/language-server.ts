import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";

/** The server that VS Code's YAML extension runs, as a child process that speaks LSP over stdio. */
export interface LanguageServer {
  /** What is offered at the `|` of a document; it is taken out first. */
  complete(text: string): Promise<readonly CompletionItem[]>;
  /** What is shown over the `|` of a document, as Markdown. */
  hover(text: string): Promise<string>;
  /** The red lines of a document: `line:column message`, counted from 1. */
  problems(text: string): Promise<readonly string[]>;
  /** The same for a document that has an address of its own, by which its `$schema` comment is resolved. */
  problemsAt(uri: string, text: string): Promise<readonly string[]>;
  close(): void;
}

export interface CompletionItem {
  readonly label: string;
  readonly insertText?: string;
  readonly documentation?: string | { readonly value: string };
}

interface Position {
  readonly line: number;
  readonly character: number;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface PublishedDiagnostics {
  readonly uri: string;
  readonly diagnostics: readonly { readonly range: { readonly start: Position }; readonly message: string }[];
}

const schemaUri = pathToFileURL(path.resolve("schemas/parley.schema.json")).href;

/** Documents without an address of their own lie in a folder whose files get the schema by a setting. */
const folder = "file:///project/";

const settings = {
  validate: true,
  hover: true,
  completion: true,
  // Nothing is looked up anywhere.
  schemaStore: { enable: false },
  kubernetesCRDStore: { enable: false },
  schemas: { [schemaUri]: ["/project/*.yaml"] },
};

export async function startLanguageServer(): Promise<LanguageServer> {
  const bin = createRequire(import.meta.url).resolve("yaml-language-server/bin/yaml-language-server");
  const child = spawn(process.execPath, [bin, "--stdio"], { stdio: ["pipe", "pipe", "ignore"] });
  const waiting = new Map<number, (message: Message) => void>();
  const validated = new Map<string, (problems: readonly string[]) => void>();
  let lastId = 0;
  let documents = 0;

  const send = (message: Message): void => {
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    child.stdin.write(Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]));
  };
  const request = (method: string, params: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, ({ error, result }) =>
        error === undefined ? resolve(result) : reject(new Error(error.message)),
      );
      send({ id: lastId, method, params });
    });
  const receive = (message: Message): void => {
    const { id, method, params } = message;
    if (method === undefined) {
      if (id !== undefined) waiting.get(id)?.(message);
    } else if (method === "textDocument/publishDiagnostics") {
      const { uri, diagnostics } = params as PublishedDiagnostics;
      validated.get(uri)?.(diagnostics.map(({ range, message }) => `${place(range.start)} ${message}`));
    } else if (id !== undefined) {
      send({ id, result: method === "workspace/configuration" ? configuration(params) : null });
    }
  };
  child.stdout.on("data", framed(receive));

  const open = (uri: string, text: string): Promise<readonly string[]> => {
    const problems = new Promise<readonly string[]>((resolve) => validated.set(uri, resolve));
    send({
      method: "textDocument/didOpen",
      params: { textDocument: { uri, languageId: "yaml", version: 1, text } },
    });
    return problems;
  };
  const openNew = async (text: string): Promise<{ uri: string; problems: readonly string[] }> => {
    documents += 1;
    const uri = `${folder}document-${documents}.yaml`;
    return { uri, problems: await open(uri, text) };
  };
  const ask = async (method: string, marked: string): Promise<unknown> => {
    const { text, position } = cursor(marked);
    const { uri } = await openNew(text);
    return request(method, { textDocument: { uri }, position });
  };

  await request("initialize", {
    processId: process.pid,
    rootUri: pathToFileURL(path.resolve(".")).href,
    capabilities: {
      workspace: { configuration: true },
      textDocument: {
        completion: { completionItem: { snippetSupport: true, documentationFormat: ["markdown"] } },
        hover: { contentFormat: ["markdown"] },
      },
    },
  });
  send({ method: "initialized", params: {} });
  send({ method: "workspace/didChangeConfiguration", params: { settings: { yaml: settings } } });

  return {
    complete: async (text) => {
      const found = await ask("textDocument/completion", text);
      const { items } = found as { readonly items: readonly CompletionItem[] };
      return items;
    },
    hover: async (text) => {
      const found = await ask("textDocument/hover", text);
      return found === null ? "" : (found as { readonly contents: { readonly value: string } }).contents.value;
    },
    problems: async (text) => (await openNew(text)).problems,
    problemsAt: open,
    close: () => {
      child.kill();
    },
  };
}

function configuration(params: unknown): readonly unknown[] {
  const { items } = params as { readonly items: readonly { readonly section?: string }[] };
  return items.map(({ section }) => (section === "yaml" ? settings : null));
}

function place({ line, character }: Position): string {
  return `${line + 1}:${character + 1}`;
}

function cursor(marked: string): { readonly text: string; readonly position: Position } {
  const before = marked.slice(0, marked.indexOf("|")).split("\n");
  return {
    text: marked.replace("|", ""),
    position: { line: before.length - 1, character: before.at(-1)?.length ?? 0 },
  };
}

/** Cuts a byte stream into messages by their `Content-Length`. */
function framed(receive: (message: Message) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const headerEnd = rest.indexOf("\r\n\r\n");
      const length = /Content-Length: (\d+)/i.exec(rest.subarray(0, headerEnd).toString("latin1"))?.[1];
      if (headerEnd < 0 || length === undefined) return;
      const end = headerEnd + 4 + Number(length);
      if (rest.length < end) return;
      const message = JSON.parse(rest.subarray(headerEnd + 4, end).toString("utf8")) as Message;
      rest = rest.subarray(end);
      receive(message);
    }
  };
}
