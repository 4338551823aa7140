import { UriTemplate } from "@modelcontextprotocol/server";
import fc from "fast-check";
import { expect, it } from "vitest";
import { templateVariables } from "../../generator/model/uri-template.js";
import { resourceTable } from "../../runtime/src/server/resource-table.js";
import { longestUri, uriMatcher } from "../../runtime/src/validation/uri-template.js";

const found = (template: string, uri: string): unknown => {
  const variables = uriMatcher(template)(uri);
  return variables === undefined ? null : Object.fromEntries(variables);
};

it.each([
  ["report://{id}", "report://7", { id: "7" }],
  ["report://{id}", "report://", null],
  ["report://{id}", "report://7/8", null],
  ["report://{id}", "reports://7", null],
  ["day://{year}-{month}-{day}", "day://2020-01-02", { year: "2020", month: "01", day: "02" }],
  ["day://{year}-{month}-{day}", "day://2-0-2-0-1-2", { year: "2-0-2-0", month: "1", day: "2" }],
  ["file:///{+path}", "file:///a/b,c", { path: "a/b,c" }],
  ["file:///{+path}", "file:///a\nb", null],
  ["tag://{tags*}", "tag://a,b", { tags: ["a", "b"] }],
  ["tag://{tags*}", "tag://a,,b", null],
  ["tag://{tags*}-{more}", "tag://a,b-,c-d", { tags: ["a", "b-", "c"], more: "d" }],
  ["docs://a{/section}{.format}", "docs://a/b.c.md", { section: "b.c", format: "md" }],
  ["find://x{?q,page}{&more}", "find://x?q=a/b&page=2&more=3", { q: "a/b", page: "2", more: "3" }],
  ["find://x{?q,page}", "find://x?page=2&q=a", null],
])("%s: of %s it reads %o, as the SDK does", (template, uri, variables) => {
  expect(found(template, uri)).toEqual(variables);
  expect(new UriTemplate(template).match(uri)).toEqual(variables);
});

it("reads what the SDK reads, of any template and URI", () => {
  const text = fc.constantFrom("a", "-", "a:", ".", "/", ",", "?a=", "&b=", "#", "-a", "aa", "é");
  const variable = fc
    .tuple(fc.constantFrom("a", "b", "c"), fc.constantFrom("", "", "*", ":3"))
    .map(([name, modifier]) => `${name}${modifier}`);
  const expression = fc
    .tuple(
      fc.constantFrom("", "", "+", "#", ".", "/", ";", "?", "&"),
      fc.array(variable, { minLength: 1, maxLength: 3 }),
    )
    .map(([operator, variables]) => `{${operator}${variables.join(",")}}`);
  const template = fc.array(fc.oneof(text, expression), { minLength: 1, maxLength: 7 }).map((parts) => parts.join(""));
  const noise = fc.array(fc.constantFrom("a", "aa", "-", ".", "/", ",", "&", "=", "\n", "é"), { maxLength: 6 });
  const values = fc.array(noise, { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(template, values, (written, noises) => {
      expect(templateVariables(written)).toHaveProperty("variables");
      // A URI that is near to fitting: the text of the template with something in place of each expression.
      let next = 0;
      const uri = written.replaceAll(/\{([^}]*)\}/g, (_, inner: string) => {
        const value = noises[next++ % noises.length]?.join("") ?? "";
        const [operator = "", ...names] = inner.split(/(?<=^[?&])|,/);
        if (operator !== "?" && operator !== "&") return `${/^[./]/.test(inner) ? inner[0] : ""}${value}`;
        return `${operator}${names.map((name) => `${name.replace("*", "")}=${value}`).join("&")}`;
      });
      expect(found(written, uri)).toEqual(new UriTemplate(written).match(uri));
    }),
    { numRuns: 2000 },
  );
});

it("fits no URI that is longer than any should be", () => {
  const fits = (length: number) => found("report://{id}", "report://".padEnd(length, "7")) !== null;
  expect(fits(longestUri)).toBe(true);
  expect(fits(longestUri + 1)).toBe(false);
});

it("looks at a URI once, however many variables the template has", () => {
  const uri = `day://${"-".repeat(8000)}/`;
  expect(found("day://{year}-{month}-{day}-{hour}-{minute}", uri)).toBeNull();
  expect(found("list://{a*}{b*}{c*}", `list://${"x,".repeat(4000)}/`)).toBeNull();
});

it("finds a resource by its template, and is not held up by a URI that nearly fits", { timeout: 5000 }, () => {
  const listed = { uriTemplate: "day://{year}-{month}-{day}", name: "day" };
  const read = (): never => {
    throw new Error("unreachable");
  };
  const table = resourceTable<object>([{ declaration: { kind: "resourceTemplate", listed }, read }]);
  expect(table.find("day://2020-01-%32")?.variables).toEqual({ year: "2020", month: "01", day: "2" });
  expect(table.find("day://2020-01-%")).toBeUndefined();
  // The regular expression of the SDK goes back over this for half a minute.
  expect(table.find(`day://${"-".repeat(3500)}/`)).toBeUndefined();
});

it("refuses a template that is none", () => {
  expect(() => uriMatcher("day://{year")).toThrow(TypeError);
});
