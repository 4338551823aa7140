import { expect, it } from "vitest";
import { compileErrors, spec } from "../bugcases/checked.js";

it("reads the content of an answer wherever the condition of an input has shown that it was accepted", async () => {
  const text = spec(`tools:
  book:
    inputSchema: { type: object, properties: { tags: { type: array, items: { type: string } } }, required: [tags] }
    requires:
      billing:
        elicit: { message: Whom?, schema: { properties: { company: { type: string, maxLength: 9 } }, required: [company] } }
        onDecline: continue
      sure:
        when: billing.action == "accept"
        confirm: { message: "Bill \${{ billing.content.company }}?" }
      twice:
        when: billing.action == "accept" && args.tags.exists(tag, tag == billing.content.company)
        elicitUrl: { message: m, url: "https://example.com/\${{ billing.content.company }}" }
      third:
        when: billing.action == "accept" && (args.tags[0] == "x" || billing.content.company == "y")
        confirm: { message: m }
`);
  expect(await compileErrors(text, "export {};")).toEqual([]);
});
