import { expect, it } from "vitest";
import { callerOf, tokenHolder } from "../../runtime/src/server/caller.js";

const token = (extra?: unknown) => ({ token: "t", clientId: "app", scopes: [], extra }) as never;

it.each([
  [{ iss: "https://as", sub: "ada" }, '["app","https://as","ada"]'],
  [{ sub: "Ädä" }, '["app",null,"\\u00c4d\\u00e4"]'],
  [{ iss: null, sub: 7 }, '["app",null,"7"]'],
  [{ sub: ["a"] }, '["app",null,"[\\"a\\"]"]'],
  [undefined, '["app",null,null]'],
  ["text", '["app",null,null]'],
])("names the holder of a token with %j as the Python SDK does", (extra, name) => {
  expect(tokenHolder(token(extra))).toBe(name);
});

it("does not take for a claim what every object has", () => {
  const inherited = Object.create({ iss: "https://as", sub: "ada" }) as object;
  expect(tokenHolder(token(inherited))).toBe('["app",null,null]');
});

it("names nobody without a token, nor where nobody is to be named", () => {
  expect(tokenHolder(undefined)).toBeUndefined();
  expect(callerOf({ kind: "none" }, { http: { authInfo: token() } } as never)).toBeUndefined();
  expect(callerOf({ kind: "present" }, { http: { authInfo: token() } } as never)).toBe('["app",null,null]');
});

it("takes a text or nothing from an author's function, and no other value", async () => {
  const named = (name: unknown) => callerOf({ kind: "custom", of: () => name as never }, {} as never);
  expect(named("ada")).toBe("ada");
  expect(named(undefined)).toBeUndefined();
  expect(await named(Promise.resolve("ada"))).toBe("ada");
  for (const name of [null, 7, {}]) {
    expect(() => named(name)).toThrow(new TypeError("The principal function must return text or undefined"));
  }
});
