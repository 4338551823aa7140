import { expect, it } from "vitest";
import { addressOn } from "../../runtime/src/server/address.js";

it.each([
  ["https://github.com/login/device?code=1", ["github.com"]],
  ["https://acme.ghe.com/login", ["github.com", "*.ghe.com"]],
  ["https://a.b.ghe.com/", ["*.ghe.com"]],
  ["https://example.com:8443/x", ["example.com:8443"]],
  ["http://localhost:3000/x", ["localhost:3000"]],
  ["http://[::1]/x", ["*"]],
  ["http://127.0.0.1:8080/x", ["*"]],
  ["https://anywhere.example/", ["*"]],
])("lets %s through to %j, as it is", (address, hosts) => {
  expect(addressOn(address, hosts)).toBe(address);
});

it.each([
  ["login", ["*"]],
  ["", ["*"]],
  ["http://github.com/", ["*"]],
  ["javascript:alert(1)", ["*"]],
  ["https://github.com@evil.example/", ["*"]],
  ["https://:secret@github.com/", ["github.com"]],
  ["https://evil.example/github.com", ["github.com"]],
  ["https://github.com.evil.example/", ["github.com"]],
  ["https://evilghe.com/", ["*.ghe.com"]],
  ["https://evilgithub.com/", ["github.com"]],
  ["https://ghe.com/", ["*.ghe.com"]],
  ["https://github.com:444/", ["github.com"]],
  ["https://github.com\\@evil.example/", ["github.com@evil.example"]],
])("sends nobody to %s when it may be %j", (address, hosts) => {
  expect(() => addressOn(address, hosts)).toThrow(RangeError);
});

it.each([
  ["login", ["*"], "is not an absolute URL"],
  ["http://github.com/", ["*"], "must use https"],
  ["ftp://localhost/", ["*"], "must use https"],
  ["https://ada@github.com/", ["*"], "must not name a user"],
  ["https://evil.example/", ["github.com"], "leads to a host that the specification does not name"],
  ["https://ghe.com/", ["*.ghe.com"], "leads to a host that the specification does not name"],
])("says why nobody is sent to %s", (address, hosts, why) => {
  expect(() => addressOn(address, hosts)).toThrow(`The address of a question ${why}`);
});
