import path from "node:path";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { browserPath, openBrowser } from "./browser.js";

// Every kind of field, as the example page shows it, in Chromium.
const folder = path.join(import.meta.dirname, "..", "..", "examples", "web", "page");

const schema = {
  type: "object",
  properties: {
    name: { type: "string", title: "Your name", minLength: 2 },
    mail: { type: "string", title: "E-mail", format: "email" },
    page: { type: "string", title: "Page", format: "uri" },
    day: { type: "string", title: "Day", format: "date" },
    time: { type: "string", title: "Time", format: "date-time", default: "2026-07-28T09:30:00Z" },
    seats: { type: "integer", title: "Seats", minimum: 1, maximum: 9 },
    news: { type: "boolean", title: "News", default: true },
    size: { type: "string", title: "Size", enum: ["s", "l"] },
    month: { type: "string", title: "Month", enum: ["jan", "feb", "mar", "apr", "may", "jun"] },
    tags: { type: "array", title: "Tags", items: { enum: ["a", "b", "c"] }, minItems: 2, default: ["b"] },
  },
  required: ["name", "seats", "month", "tags"],
};

let browser: Browser;
let page: Page;

beforeAll(async () => {
  if (browserPath === "") return;
  const built = await build({
    stdin: {
      contents: `import { showForm } from "./show-form.ts";
        document.body.append(showForm(${JSON.stringify(schema)}, "f", "Send", [], (content) => { globalThis.sent = content; }));`,
      resolveDir: folder,
      loader: "ts",
    },
    bundle: true,
    write: false,
    platform: "browser",
    format: "iife",
  });
  browser = await openBrowser();
  page = await browser.newPage({ timezoneId: "Asia/Tokyo" });
  await page.setContent("<body></body>");
  // Without it the lines for messages have no height, and the button moves away when one of them appears.
  await page.addStyleTag({ path: path.join(folder, "main.css") });
  await page.addScriptTag({ content: built.outputFiles.map(({ text }) => text).join("") });
}, 120_000);
afterAll(() => browser?.close());
beforeEach(({ skip }) => {
  skip(browserPath === "", "there is no Chromium");
});

it("says of every field what is wrong, and goes to the first", async () => {
  await page.getByRole("textbox", { name: "Your name" }).fill("K");
  await page.getByRole("textbox", { name: "E-mail (optional)" }).fill("kim");
  await page.getByRole("textbox", { name: "Seats" }).fill("twelve");
  await page.getByRole("button", { name: "Send" }).click();
  const said = await page.locator(".message").allTextContents();
  expect(said.filter((text) => text !== "")).toEqual([
    "Your name must have at least 2 characters.",
    "E-mail must be an e-mail address.",
    "Seats must be a whole number.",
    "Month is required.",
    "Tags must have at least 2 chosen.",
  ]);
  expect(await page.evaluate("document.activeElement.labels[0].textContent")).toBe("Your name");
  expect(await page.evaluate("typeof sent")).toBe("undefined");
});

it("makes typed content of what the controls hold", async () => {
  await page.getByRole("textbox", { name: "Your name" }).fill("Kim");
  await page.getByRole("textbox", { name: "E-mail (optional)" }).fill("kim@example.com");
  await page.getByLabel("Day (optional)").fill("2026-07-28");
  await page.getByRole("textbox", { name: "Seats" }).fill("3");
  await page.getByRole("combobox", { name: "Month" }).selectOption("feb");
  await page.getByRole("group", { name: "Tags" }).getByRole("checkbox", { name: "c" }).check();
  await page.getByRole("group", { name: "News (optional)" }).getByRole("checkbox", { name: "Yes" }).uncheck();
  expect(await page.getByLabel("Time (optional)").inputValue()).toBe("2026-07-28T18:30");
  await page.getByRole("button", { name: "Send" }).click();
  expect(await page.locator(".message").allTextContents()).toEqual(Array.from({ length: 10 }, () => ""));
  expect(await page.evaluate("sent")).toEqual({
    name: "Kim",
    mail: "kim@example.com",
    day: "2026-07-28",
    time: "2026-07-28T09:30:00.000Z",
    seats: 3,
    news: false,
    month: "feb",
    tags: ["b", "c"],
  });
});
