import path from "node:path";
import { Project, ts } from "ts-morph";
import { expect, it } from "vitest";
import { generated, spec } from "../bugcases/checked.js";
import { withProgram } from "../types/program.js";

const document = spec(`
tools:
  open_shop:
    description: Opens a shop.
    inputSchema: { type: object, properties: { name: { type: string }, size: { type: integer, default: 1 } }, required: [name] }
    outputSchema: { type: object, properties: { id: { type: string } }, required: [id] }
    requires:
      price: { compute: { type: object, properties: { monthly: { type: number } }, required: [monthly] } }
      region:
        onDecline: continue
        elicit: { message: Where?, schema: { properties: { region: { type: string, enum: [eu, us] } }, required: [region] } }
      sure: { when: args.size > 3, confirm: { message: "Pay \${{ price.monthly }}?" } }
`);

const author = `
import type { DemoClient } from "./src/client.js";
import type { DemoHandlers } from "./src/server.js";
export const handlers: DemoHandlers = {
  openShop: (call) => ({ structuredContent: { id: call.args.name + call.inputs.region.action + call.inputs.sure?.action } }),
  "openShop.price": (quote) => ({ monthly: quote.args.size }),
};
export async function use(client: DemoClient): Promise<unknown> {
  const result = await client.openShop({ name: "x" });
  return result.isError ? undefined : result.structuredContent.id;
}
`;

it("shows readable types in an editor: names of the spec, and no machinery", async () => {
  const files = new Map([...(await generated(document)), ["author.ts", author]]);
  const hovers = await withProgram(files, ({ folder, errors }) => {
    expect(errors).toEqual([]);
    const project = new Project({ tsConfigFilePath: path.join(folder, "tsconfig.json") });
    const file = project.addSourceFileAtPath(path.join(folder, "author.ts")).getFilePath();
    const service = project.getLanguageService().compilerObject;
    const hover = (marked: string): string => {
      const at = author.indexOf(marked.replace("|", "")) + marked.indexOf("|");
      const info = service.getQuickInfoAtPosition(file, at);
      return ts.displayPartsToString(info?.displayParts);
    };
    return [
      "|openShop: (call)",
      "(|call) => ({ structured",
      "call.|args.name",
      "call.|inputs.region",
      "inputs.|region.action",
      "inputs.|sure?",
      '|"openShop.price"',
      "(|quote)",
      "client.|openShop",
      "const |result",
      "result.|structuredContent.id",
    ].map(hover);
  });
  expect(hovers).toEqual([
    "(property) DemoHandlers.openShop: (call: OpenShopCall) => MaybePromise<ToolSuccess<OpenShopOutput>>",
    "(parameter) call: OpenShopCall",
    "(property) OpenShopCall.args: OpenShopArguments",
    "(property) OpenShopCall.inputs: OpenShopInputs",
    "(property) OpenShopInputs.region: Outcome<OpenShopRegion>",
    "(property) OpenShopInputs.sure: Consent | undefined",
    '(property) DemoHandlers["openShop.price"]: (call: OpenShopPriceCall) => MaybePromise<OpenShopPrice>',
    "(parameter) quote: OpenShopPriceCall",
    "(property) DemoClient.openShop: OpenShopMethod\n(args: OpenShopArgumentsInput, options?: CallOptions) => Promise<OpenShopResult>",
    "const result: OpenShopResult",
    "(property) ToolSuccess<OpenShopOutput>.structuredContent: OpenShopOutput",
  ]);
}, 60_000);
