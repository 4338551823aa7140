import fc from "fast-check";
import { expect, it } from "vitest";
import { rootOf, rootPath } from "../../runtime/src/client/index.js";

it.each([
  ["file:///c%3A/temp", "drive", "c:\\temp"],
  ["file:///C:/My%20Project", "drive", "C:\\My Project"],
  ["file:///c:", "drive", "c:\\"],
  ["file:///c:/", "drive", "c:\\"],
  ["file://server/share/x", "unc", "\\\\server\\share\\x"],
  ["file:///tmp/a%23b", "posix", "/tmp/a#b"],
  ["file:///tmp/a%3Fb", "posix", "/tmp/a?b"],
  ["file:///tmp/a%20b", "posix", "/tmp/a b"],
  ["file:///tmp/100%25", "posix", "/tmp/100%"],
  ["file:///tmp/a%5Cb", "posix", "/tmp/a\\b"],
  ["file:///tmp/%C3%BC", "posix", "/tmp/ü"],
  ["file://localhost/tmp/x", "posix", "/tmp/x"],
  ["file:///", "posix", "/"],
  ["file:///tmp/../etc", "posix", "/etc"],
])("reads %s as a %s path", (uri, kind, path) => {
  expect(rootPath({ uri })).toEqual({ ok: true, kind, path });
});

it.each([
  ["https://example.com/x", "has the scheme https and not file"],
  ["tmp/x", "is no URI"],
  ["", "is no URI"],
  ["file://server", "names a host and no share on it"],
  ["file://server/", "names a host and no share on it"],
  ["file:///tmp/a%2Fb", "hides a separator or an end in an escape"],
  ["file:///tmp/a%00b", "hides a separator or an end in an escape"],
  ["file:///c:/a%5C..%5Cb", "hides a separator or an end in an escape"],
  ["file:///tmp/%FF", "has an escape that is no UTF-8"],
])("makes no path of %s", (uri, reason) => {
  expect(rootPath({ uri })).toEqual({ ok: false, reason });
});

it.each([
  ["/tmp/a#b", "file:///tmp/a%23b"],
  ["/srv/a b?", "file:///srv/a%20b%3F"],
  ["c:\\temp\\x y", "file:///c:/temp/x%20y"],
  ["\\\\server\\share\\x", "file://server/share/x"],
])("makes a root of %s", (path, uri) => {
  expect(rootOf(path)).toEqual({ uri });
  expect(rootOf(path, "work")).toEqual({ uri, name: "work" });
  expect(rootPath({ uri })).toMatchObject({ ok: true, path });
});

it.each(["tmp", "./tmp", "", "c:temp", "\\\\server", "//server"])("makes no root of %j", (path) => {
  expect(() => rootOf(path)).toThrow(TypeError);
});

it("brings back every POSIX path that a root was made of", () => {
  const segment = fc.string({ unit: "binary", minLength: 1, maxLength: 8 }).filter((text) => {
    const plain = !/[/\0]/.test(text) && text !== "." && text !== "..";
    return plain && !/^[a-z]:$/i.test(text);
  });
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), (segments) => {
      const path = `/${segments.join("/")}`;
      expect(rootPath(rootOf(path))).toEqual({ ok: true, kind: "posix", path });
    }),
  );
});
