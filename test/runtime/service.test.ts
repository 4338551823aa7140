import { expect, it } from "vitest";
import { createService, type RequestStateConfig, type ServiceOptions } from "../../runtime/src/contract-v1/server.js";
const key = "a key of at least thirty-two bytes for tests";

const codec = { seal: () => "", open: () => new Uint8Array() };

it.each([
  ["another contract", () => createService(2 as 1, {}, {}), "generated for contract 2"],
  ["keys beside a codec", () => createService(1, {}, {}, { keys: [key], codec }), "either keys or a codec"],
  ["a custom codec that is not given", () => createService(1, { codec: "custom" }, {}), "pass the option `codec`"],
  [
    "a custom principal that is not given",
    () => createService(1, { principal: "custom" }, {}),
    "pass the option `principal`",
  ],
  ...(["oauth", "none"] as const).map((principal): [string, () => unknown, string] => [
    `a function that names callers, which ${principal} does not ask`,
    () => createService(1, { principal }, {}, { principal: () => "a tenant" }),
    `requestState.principal is ${principal}: the option \`principal\` has no meaning`,
  ]),
  [
    "a short key",
    () => createService(1, {}, {}, { keys: ["short"] }),
    "The first key in the list of state keys has 5 bytes",
  ],
  [
    "an empty variable",
    () => createService(1, { keys: { env: "K" } }, {}, { env: { K: " , " } }),
    "environment variable K",
  ],
])("refuses at construction: %s", (_, make, message) => {
  expect(make).toThrow(message);
});

it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
  "refuses a lifetime of %s seconds, for rounds and for flows",
  (seconds) => {
    expect(() => createService(1, { ttl: seconds }, {})).toThrow(
      "requestState.ttl must be a positive number of seconds",
    );
    expect(() => createService(1, { maxAge: seconds }, {})).toThrow("requestState.maxAge must be a positive number");
  },
);

it.each([
  ["no keys at all", {}, {}, true],
  ["a variable that is not set", { keys: { env: "K" } }, { env: {} }, true],
  ["a variable that is set", { keys: { env: "K" } }, { env: { K: key } }, false],
  [
    "keys that the author gives in place of the specification's",
    { keys: { env: "K" } },
    { env: {}, keys: [key] },
    false,
  ],
  ["a codec of the author's", { codec: "custom" }, { codec }, false],
] as readonly [string, RequestStateConfig, ServiceOptions, boolean][])(
  "says whether keys are lost with the process: %s",
  (_, config, options, ephemeral) => {
    const service = createService(1, config, {}, options);
    expect(service.sealing.ephemeral).toBe(ephemeral);
    expect(service.ephemeralReason === undefined).toBe(!ephemeral);
  },
);

it("uses the durations of the specification, else ten minutes and a day", () => {
  expect(createService(1, { ttl: 5, maxAge: 7 }, {}).sealing).toMatchObject({ ttl: 5000, maxAge: 7000 });
  expect(createService(1, {}, {}).sealing).toMatchObject({ ttl: 600_000, maxAge: 86_400_000, maxStateBytes: 65_536 });
});

it("reads keys again without a restart", async () => {
  const env: Record<string, string> = { K: key };
  const service = createService(1, { keys: { env: "K" } }, {}, { env });
  const old = await service.sealing.codec.seal(Buffer.from("x"));
  env["K"] = `a new key of at least thirty-two bytes,${key}`;
  await service.reloadKeys();
  expect(Buffer.from(await service.sealing.codec.open(old)).toString()).toBe("x");
  env["K"] = "a new key of at least thirty-two bytes";
  await service.reloadKeys();
  expect(() => service.sealing.codec.open(old)).toThrow("unknown key");
});
