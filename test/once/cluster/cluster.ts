import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { build } from "esbuild";
import { freePorts, type Running, start } from "./processes.js";

const instances = 3;

/** Three servers that know nothing of each other, a balancer in front and a Redis behind them. */
export interface Cluster {
  /** Where clients go. */
  readonly url: string;
  /** The servers, by number; a stopped one can be started again. */
  readonly servers: Running[];
  /** Their ports. */
  readonly ports: readonly number[];
  startServer(number: number): Promise<void>;
  redis: Running;
  startRedis(): Promise<void>;
  /** What a flow has run, a line each. */
  ran(amount: number): readonly string[];
  stop(): Promise<void>;
}

export async function startCluster(): Promise<Cluster> {
  // Below the repository, so that what is bundled finds its packages.
  const cache = path.resolve("node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(path.join(cache, "parley-cluster-"));
  const program = path.join(work, "serve.mjs");
  const ledger = path.join(work, "ledger");
  writeFileSync(ledger, "");
  await build({
    entryPoints: [path.join(import.meta.dirname, "serve.ts")],
    outfile: program,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    logLevel: "error",
  });
  const [redisPort = 0, balancerPort = 0, ...ports] = await freePorts(2 + instances);

  // Everything is on disk before it is acknowledged: a restart forgets nothing.
  const redisArguments = ["--port", String(redisPort), "--bind", "127.0.0.1", "--dir", work, "--save", ""];
  const startRedis = () =>
    start("redis-server", [...redisArguments, "--appendonly", "yes", "--appendfsync", "always"], redisPort);
  const startServer = (port: number) =>
    start(process.execPath, [program], port, {
      LEDGER: ledger,
      PORT: String(port),
      REDIS: `redis://127.0.0.1:${redisPort}`,
      PARLEY_INSTANCES: String(instances),
      TILL_STATE_KEYS: "a key that all three instances of the cluster share",
    });

  const redis = await startRedis();
  const servers = await Promise.all(ports.map((port) => startServer(port)));
  const configuration = path.join(work, "nginx.conf");
  writeFileSync(configuration, nginxConfiguration(work, balancerPort, ports));
  const balancer = await start("nginx", ["-c", configuration, "-e", "stderr"], balancerPort);

  const cluster: Cluster = {
    url: `http://127.0.0.1:${balancerPort}/mcp`,
    servers,
    ports,
    startServer: async (number) => {
      servers[number] = await startServer(ports[number] ?? 0);
    },
    redis,
    startRedis: async () => {
      cluster.redis = await startRedis();
    },
    ran: (amount) =>
      readFileSync(ledger, "utf8")
        .split("\n")
        .filter((line) => line.endsWith(` ${amount}`)),
    stop: async () => {
      await balancer.stop();
      await Promise.all(servers.map((server) => server.stop("SIGKILL")));
      await cluster.redis.stop();
      rmSync(work, { recursive: true, force: true });
    },
  };
  return cluster;
}

function nginxConfiguration(work: string, port: number, upstreams: readonly number[]): string {
  const root = process.getuid?.() === 0 ? "user root;" : "";
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return `
${root}
daemon off;
worker_processes 1;
pid ${work}/nginx.pid;
error_log stderr;
events {}
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${work}/${name};`).join("\n  ")}
  upstream parley {
    ${upstreams.map((upstream) => `server 127.0.0.1:${upstream} max_fails=0;`).join("\n    ")}
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://parley;
      proxy_http_version 1.1;
      proxy_set_header Host $host;
      proxy_buffering off;
      add_header X-Upstream $upstream_addr always;
    }
  }
}
`;
}
