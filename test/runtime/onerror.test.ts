import { afterEach, expect, it, vi } from "vitest";
import { type HttpServer, serveHttp } from "../../runtime/src/http/serve-http.js";
import { provisioner } from "./provisioner.js";

const open: HttpServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

it.each([
  [
    "throws",
    (): never => {
      throw new Error("secret of the listener");
    },
  ],
  ["returns a promise that is rejected", (): never => Promise.reject(new Error("secret of the listener")) as never],
])("answers bad requests as ever when the listener for errors %s", async (_, onerror) => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  let told = 0;
  const listener = (): void => {
    told += 1;
    return onerror();
  };
  const server = await serveHttp(provisioner().factory, { onerror: listener, maxBodyBytes: 100 });
  open.push(server);
  const statuses: number[] = [];
  for (const body of ["{", "[]", "null", `"${"x".repeat(200)}"`]) {
    const response = await fetch(server.url, { method: "POST", headers: { "content-type": "application/json" }, body });
    statuses.push(response.status);
    expect(await response.text()).not.toContain("secret");
  }
  await new Promise(setImmediate);
  process.off("unhandledRejection", unhandled);
  expect(statuses).toEqual([400, 400, 400, 413]);
  expect(told).toBeGreaterThan(0);
  expect(unhandled).not.toHaveBeenCalled();
});
