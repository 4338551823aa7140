import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { expect, it } from "vitest";
import { envelopeCodec, type KeyService } from "../../examples/envelope-encryption/envelope-codec.js";
import { localKeyService } from "../../examples/envelope-encryption/local-key-service.js";
import { type Codec, InvalidToken } from "../../runtime/src/sealing/codec.js";
import type { LogEvent } from "../../runtime/src/server/log.js";
import { asked, filled, form, frozen, oneTool, type OneTool, state, text } from "../runtime/one-tool.js";

const inputs = [form("a"), form("b", { needs: ["a"] })];

function served(codec: Codec): { readonly tool: OneTool; readonly events: readonly LogEvent[] } {
  const events: LogEvent[] = [];
  const tool = oneTool(inputs, {
    config: { audience: "tests", codec: "custom" },
    options: { keys: undefined, codec, log: (event: LogEvent) => void events.push(event) } as never,
  });
  return { tool, events };
}

/** Signs without encrypting: what a codec may do at the least. */
function signingCodec(key: string): Codec {
  const sign = (body: string): Buffer => Buffer.from(createHmac("sha256", key).update(body).digest("base64url"));
  return {
    seal: (bytes) => {
      const body = Buffer.from(bytes).toString("base64url");
      return `${body}.${sign(body).toString()}`;
    },
    open: (token) => {
      const [body = "", ...tag] = token.split(".");
      const given = Buffer.from(tag.join("."));
      const expected = sign(body);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new InvalidToken("not signed");
      return Buffer.from(body, "base64url");
    },
  };
}

const master = randomBytes(32);
const codecs: readonly (readonly [string, () => Codec])[] = [
  ["a codec that answers at once", () => signingCodec("secret")],
  ["a codec that has to wait: envelope encryption", () => envelopeCodec(localKeyService(master))],
];

it.each(codecs)("serves a whole flow, over two instances, with %s", async (_, make) => {
  const [one, two] = [served(make()).tool, served(make()).tool];
  const first = await one.leg({});
  const second = await two.leg({}, { state: state(first), answers: { a: filled } });
  expect(asked(second)).toEqual(["b"]);
  expect(text(await one.leg({}, { state: state(second), answers: { b: filled } }))).toBe("done");
});

it.each(codecs)("stamps and checks every claim around %s", async (_, make) => {
  const { tool, events } = served(make());
  const first = await tool.leg({});
  const more = { state: state(first), answers: { a: filled } };
  expect((await tool.leg({ other: 1 }, more)).error).toEqual(frozen);
  expect((await tool.leg({}, { ...more, name: "other" })).error).toEqual(frozen);
  expect(events.map((event) => ("reason" in event ? event.reason : event.event))).toEqual(
    expect.arrayContaining(["other arguments", "other target"]),
  );
  expect(asked(await tool.leg({}, more))).toEqual(["b"]);
});

it.each(codecs)("refuses an altered token with %s", async (_, make) => {
  const { tool } = served(make());
  const token = state(await tool.leg({}));
  for (const other of [`A${token}`, token.slice(0, -2), `${token}=`, "", "envelope1.", "envelope1.AAAA", "junk"]) {
    expect((await tool.leg({}, { state: other, answers: { a: filled } })).error, other).toEqual(frozen);
  }
});

it("wraps a data key of its own for each token, and shows nothing of the state", async () => {
  const wrapped = new Set<string>();
  const service = localKeyService(master);
  const watched: KeyService = {
    ...service,
    wrap: (key) => {
      wrapped.add(Buffer.from(key).toString("hex"));
      return service.wrap(key);
    },
  };
  const codec = envelopeCodec(watched);
  const tokens = await Promise.all(Array.from({ length: 20 }, async () => codec.seal(Buffer.from("a long secret"))));
  expect(wrapped.size).toBe(20);
  expect(new Set(tokens).size).toBe(20);
  for (const token of tokens) {
    expect(Buffer.from(token.slice(10), "base64url").includes("secret")).toBe(false);
    expect(Buffer.from(await codec.open(token)).toString()).toBe("a long secret");
  }
  await expect(envelopeCodec(localKeyService(randomBytes(32))).open(tokens[0] ?? "")).rejects.toThrow();
});

it("takes no data key of another token", async () => {
  const codec = envelopeCodec(localKeyService(master));
  const [mine, other] = await Promise.all([codec.seal(Buffer.from("mine")), codec.seal(Buffer.from("other"))]);
  const [body, foreign] = [mine, other].map((token) => Buffer.from(token.slice(10), "base64url"));
  const headBytes = 2 + (body?.readUInt16BE() ?? 0);
  const mixed = Buffer.concat([
    foreign?.subarray(0, headBytes) ?? Buffer.of(),
    body?.subarray(headBytes) ?? Buffer.of(),
  ]);
  await expect(codec.open(`envelope1.${mixed.toString("base64url")}`)).rejects.toThrow();
  await expect(codec.open(`envelope1.${(body ?? Buffer.of()).toString("base64url")}`)).resolves.toEqual(
    Buffer.from("mine"),
  );
});

it("fails closed when the key service is down, in both directions, and says nothing of it to the client", async () => {
  const service = localKeyService(master);
  let up = true;
  const reach = <T>(use: () => Promise<T>): Promise<T> => (up ? use() : Promise.reject(new Error("host kms.internal")));
  const { tool, events } = served(
    envelopeCodec({ wrap: (key) => reach(() => service.wrap(key)), unwrap: (key) => reach(() => service.unwrap(key)) }),
  );
  const token = state(await tool.leg({}));
  up = false;
  expect((await tool.leg({})).error).toEqual({ code: -32603, message: "Internal error" });
  expect((await tool.leg({}, { state: token, answers: { a: filled } })).error).toEqual(frozen);
  expect(events.filter(({ level }) => level === "error" || level === "warn")).toHaveLength(2);
  up = true;
  expect(asked(await tool.leg({}, { state: token, answers: { a: filled } }))).toEqual(["b"]);
});

it.each(["", new String("text"), 7, undefined])("fails a call whose state a codec makes %o of", async (sealed) => {
  const { tool, events } = served({ ...signingCodec("secret"), seal: () => sealed as string });
  expect((await tool.leg({})).error).toEqual({ code: -32603, message: "Internal error" });
  expect(events).toContainEqual(expect.objectContaining({ event: "failed", where: "seal" }));
});

it("tags callers with keys that a codec has only once it is ready, and with new ones later", async () => {
  let tagKeys: readonly Uint8Array[] | undefined;
  const codec: Codec = {
    ...signingCodec("secret"),
    ready: () => {
      tagKeys ??= [Buffer.from("fetched")];
      return undefined;
    },
    get tagKeys() {
      return tagKeys ?? [];
    },
  };
  const { tool } = served(codec);
  const authInfo = { token: "t", clientId: "ada", scopes: [] };
  const token = state(await tool.leg({}, { authInfo }));
  const retry = { state: token, answers: { a: filled }, authInfo };
  expect(asked(await tool.leg({}, retry))).toEqual(["b"]);
  tagKeys = [Buffer.from("new"), Buffer.from("fetched")];
  expect(asked(await tool.leg({}, retry))).toEqual(["b"]);
  tagKeys = [Buffer.from("new")];
  expect((await tool.leg({}, retry)).error).toEqual(frozen);
});
