import type { Browser, Page, Route } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { browserPath, openBrowser, type ServedExample, serveExample } from "./browser.js";

// The example page in Chromium, against the example server: what a person does, by what a person reads.
let server: ServedExample;
let browser: Browser;
let page: Page;
let troubles: string[];

beforeAll(async () => {
  if (browserPath === "") return;
  [server, browser] = await Promise.all([serveExample(), openBrowser()]);
}, 120_000);
afterAll(async () => {
  await Promise.all([browser?.close(), server?.close()]);
});
beforeEach(async ({ skip }) => {
  skip(browserPath === "", "there is no Chromium");
  // A context of its own for each test: nothing is stored yet.
  page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(20_000);
  troubles = [];
  page.on("pageerror", (error) => troubles.push(error.message));
  await page.addInitScript(`document.addEventListener("securitypolicyviolation", ({ violatedDirective }) => {
    throw new Error("against " + violatedDirective);
  })`);
  await page.goto(server.url);
});
afterEach(async () => {
  if (browserPath === "") return;
  await page.context().close();
  if (troubles.length > 0) throw new Error(`The page failed: ${troubles.join("; ")}`);
});

const press = (name: string): Promise<void> => page.getByRole("button", { name, exact: true }).click();
const headed = (name: string | RegExp): Promise<void> => page.getByRole("heading", { name, level: 2 }).waitFor();

async function order(name = "orders"): Promise<void> {
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("radio", { name: "Large" }).check();
  await press("Continue");
}

async function choose(region = "Ireland"): Promise<void> {
  await headed("Which region should orders live in?");
  await page.getByRole("radio", { name: region }).check();
  await press("Send answer");
  await headed(
    "orders in " +
      (region === "Ireland" ? "eu-west-1" : "us-east-1") +
      " costs 96 euros a month. Create it, and bill it how?",
  );
}

/** What is written of the result, by its names. */
async function facts(): Promise<Record<string, string>> {
  const [names, values] = await Promise.all([
    page.getByRole("term").allTextContents(),
    page.getByRole("definition").allTextContents(),
  ]);
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""]));
}

it("asks what the server asks, and shows the result", async () => {
  await order();
  await choose();
  await page.getByRole("radio", { name: "yearly" }).check();
  await press("Send answer");
  await headed("Your database is ready");
  expect(await facts()).toEqual({
    Id: expect.stringMatching(/^db-orders-/),
    Region: "Ireland (eu-west-1)",
    Billing: "yearly",
  });
});

it("goes on after a reload where it was, at every question", async () => {
  await order();
  await headed("Which region should orders live in?");
  await page.reload();
  await page.getByText("You are back at this question. What you had not sent is not kept.").waitFor();
  await choose("N. Virginia");
  await page.reload();
  await headed("orders in us-east-1 costs 96 euros a month. Create it, and bill it how?");
  // The server's default is there again.
  expect(await page.getByRole("radio", { name: "monthly" }).isChecked()).toBe(true);
  await press("Send answer");
  await headed("Your database is ready");
  expect(await facts()).toMatchObject({ Region: "N. Virginia (us-east-1)", Billing: "monthly" });
  await page.reload();
  await headed("Which database do you need?");
});

it("finishes the same flow when the tab is reloaded while the result is on its way", async () => {
  await order();
  await choose();
  // The server gets the answer, and the page never hears of it.
  const lost = new Promise<string>((resolve, reject) => {
    const swallow = async (route: Route): Promise<void> => resolve(await (await route.fetch()).text());
    page.route("**/mcp", swallow, { times: 1 }).catch(reject);
  });
  await press("Send answer");
  const first = await lost;
  await page.reload();
  await headed("orders in eu-west-1 costs 96 euros a month. Create it, and bill it how?");
  await press("Send answer");
  await headed("Your database is ready");
  // The id is made of flow.id, so that a server that keeps to it creates one database.
  expect(first).toContain(String((await facts())["Id"]));
});

/** What the form of the arguments holds. */
async function held(): Promise<[name: string, large: boolean]> {
  await headed("Which database do you need?");
  const large = page.getByRole("radio", { name: "Large" });
  return Promise.all([page.getByRole("textbox", { name: "Name" }).inputValue(), large.isChecked()]);
}

it("tells the person who declined what they declined, and keeps the arguments", async () => {
  await order();
  await choose();
  await press("Decline");
  await headed("Nothing was created");
  expect(await page.locator("#step p").textContent()).toBe(
    "You declined: “orders in eu-west-1 costs 96 euros a month. Create it, and bill it how?”",
  );
  await press("Start again");
  expect(await held()).toEqual(["orders", true]);
  expect(await page.evaluate("sessionStorage.length")).toBe(0);
});

it("cancels a question that the tool cannot do without", async () => {
  await order();
  await headed("Which region should orders live in?");
  await press("Cancel");
  await headed("Nothing was created");
  expect(await page.locator("#step p").textContent()).toBe("You cancelled: “Which region should orders live in?”");
});

it("keeps the arguments of a call that is given up, also after a reload, and not those of one that is done", async () => {
  await order();
  await headed("Which region should orders live in?");
  await page.reload();
  await page.getByText("You are back at this question.").waitFor();
  await press("Give up and start over");
  expect(await held()).toEqual(["orders", true]);
  await press("Continue");
  await choose();
  await press("Send answer");
  await press("Provision another");
  expect(await held()).toEqual(["", false]);
});

it("takes a name without the spaces around it, and none that is only spaces", async () => {
  await order("   ");
  await page.getByText("Name is required.").waitFor();
  await order(" orders ");
  await headed("Which region should orders live in?");
  expect(await page.getByRole("alert").textContent()).toBe("");
});

it("says in place what is wrong, and sends nothing until it is mended", async () => {
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") calls.push(request.url());
  });
  await press("Continue");
  const name = page.getByRole("textbox", { name: "Name" });
  const message = page.getByText("Name is required.");
  await message.waitFor();
  expect(await name.getAttribute("aria-invalid")).toBe("true");
  expect(await page.evaluate("document.activeElement.id")).toBe(await name.getAttribute("id"));
  const described = (await name.getAttribute("aria-describedby"))?.split(" ") ?? [];
  expect(described).toContain(await message.getAttribute("id"));
  await name.fill("o");
  expect(await message.count()).toBe(0);
  expect(await name.getAttribute("aria-invalid")).toBe("false");
  expect(calls).toEqual([]);
});

it("can be used with the keyboard alone", async () => {
  const keys = async (...names: readonly string[]): Promise<void> => {
    for (const name of names) await page.keyboard.press(name);
  };
  await page.getByRole("textbox", { name: "Name" }).focus();
  await page.keyboard.type("orders");
  await keys("Tab", "ArrowDown", "Enter");
  await headed("Which region should orders live in?");
  // The focus is on the question; the next stop is its first choice.
  await keys("Tab", "Space", "Tab", "Enter");
  await headed("orders in eu-west-1 costs 96 euros a month. Create it, and bill it how?");
  await keys("Tab", "Tab", "Enter");
  await headed("Your database is ready");
  expect(await facts()).toMatchObject({ Region: "Ireland (eu-west-1)", Billing: "monthly" });
});

it("names every control", async () => {
  const unnamed = `[...document.querySelectorAll("input, select, button")]
    .filter((control) => (control.labels?.[0] ?? control).textContent.trim() === "").length`;
  for (const reach of [() => headed("Which database do you need?"), order, choose]) {
    await reach();
    expect(await page.locator("input, select").count()).toBeGreaterThan(0);
    expect(await page.evaluate(unnamed)).toBe(0);
  }
});

it("keeps the question when the server cannot be reached, and goes on when it can", async () => {
  await order();
  await headed("Which region should orders live in?");
  await page.route("**/mcp", (route) => route.abort());
  await page.getByRole("radio", { name: "Ireland" }).check();
  await press("Send answer");
  await page.getByRole("alert").filter({ hasText: "The server cannot be reached. Nothing is lost" }).waitFor();
  expect(await page.getByRole("radio", { name: "Ireland" }).isChecked()).toBe(true);
  await page.reload();
  await page.getByRole("alert").filter({ hasText: "The server cannot be reached." }).waitFor();
  await page.unroute("**/mcp");
  await press("Try again");
  await choose();
});

it("keeps the question when something goes wrong in the server", async () => {
  await order();
  await headed("Which region should orders live in?");
  await page.route("**/mcp", (route) => route.fulfill({ status: 500, body: "out of memory" }), { times: 1 });
  await page.getByRole("radio", { name: "Ireland" }).check();
  await press("Send answer");
  await page
    .getByRole("alert")
    .filter({ hasText: "The server was reached, but something went wrong there." })
    .waitFor();
  expect(await page.getByRole("radio", { name: "Ireland" }).isChecked()).toBe(true);
  await choose();
});

it("says that questions are no longer good when the server no longer takes its state, and keeps the arguments", async () => {
  await order();
  await headed("Which region should orders live in?");
  await page.evaluate(`{
    const [key] = Object.keys(sessionStorage);
    const saved = JSON.parse(sessionStorage.getItem(key));
    sessionStorage.setItem(key, JSON.stringify({ ...saved, requestState: saved.requestState.slice(0, -2) + "AA" }));
  }`);
  await page.reload();
  await page.getByRole("radio", { name: "Ireland" }).check();
  await press("Send answer");
  await page
    .getByRole("alert")
    .filter({ hasText: "These questions are no longer good: they have expired, or" })
    .waitFor();
  expect(await held()).toEqual(["orders", true]);
  expect(await page.evaluate("sessionStorage.length")).toBe(0);
});

it.each(["not JSON", "[]", '{"parley":1,"method":"tools/call","params":{"name":"drop"}}'])(
  "begins anew when what it kept is %j",
  async (kept) => {
    await page.evaluate(`sessionStorage.setItem("provisioner.flow", ${JSON.stringify(kept)})`);
    await page.reload();
    await headed("Which database do you need?");
    expect(await page.evaluate("sessionStorage.length")).toBe(0);
  },
);

it("shows what the server says as text and never as markup", async () => {
  await order("<img src=x onerror=alert(1)>");
  await headed("Which region should <img src=x onerror=alert(1)> live in?");
  expect(await page.locator("#step img").count()).toBe(0);
});

it("lets no page of another origin call the endpoint", async () => {
  const response = await fetch(new URL("/mcp", server.url), {
    method: "POST",
    headers: { origin: "https://evil.example", "content-type": "application/json" },
    body: "{}",
  });
  expect(response.status).toBe(403);
});
