import { byHand, cancel, decline, isPending, textOf, type Asked, type FormSchema } from "@mcp-parley/runtime/client";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { ProvisionerClient, type ProvisionPending, type ProvisionResult } from "provisioner/client";
import type { ProvisionArgumentsInput } from "provisioner/types";
import { button, existing, make } from "./dom.js";
import { explainError } from "./explain-error.js";
import { forgetFlow, keepFlow, keptFlow } from "./kept-flow.js";
import { showForm } from "./show-form.js";

const step = existing("step");
const status = existing("status");
const trouble = existing("trouble");

/** The page answers by hand, so that a reload between question and answer loses nothing. */
let connecting: Promise<ProvisionerClient> | undefined;
function client(): Promise<ProvisionerClient> {
  connecting ??= ProvisionerClient.connect(new StreamableHTTPClientTransport(new URL("/mcp", location.href)), {
    fulfil: byHand,
    onError: (error) => console.warn(error.message),
  }).catch((error: unknown) => {
    connecting = undefined;
    throw error;
  });
  return connecting;
}

/** Takes one step of the call, and shows where it leads. When it fails, what was on the page stays there. */
async function take(next: () => Promise<ProvisionResult | ProvisionPending>): Promise<void> {
  trouble.replaceChildren();
  status.textContent = "Asking the server …";
  setBusy(true);
  try {
    const reached = await next();
    status.textContent = "";
    if (isPending(reached)) {
      keepFlow(reached.save());
      showQuestions(reached);
    } else {
      forgetFlow();
      showResult(reached);
    }
  } catch (error) {
    status.textContent = "";
    const { text, over } = explainError(error);
    if (over) startOver();
    trouble.replaceChildren(text);
  } finally {
    setBusy(false);
  }
}

function setBusy(busy: boolean): void {
  step.setAttribute("aria-busy", String(busy));
  for (const control of step.querySelectorAll("button")) control.disabled = busy;
}

/** Shows cards, and reads the first heading out: the focus was on a button that is gone. */
function showCards(...cards: readonly HTMLElement[]): void {
  step.replaceChildren(...cards);
  step.querySelector("h2")?.focus();
}

function heading(text: string, className = ""): HTMLElement {
  return make("h2", { tabindex: "-1", class: className }, text);
}

/** The form of the arguments: the server has no say in it. */
const startForm: FormSchema = {
  type: "object",
  properties: {
    name: { type: "string", title: "Name", description: "What the database will be called", minLength: 1 },
    size: {
      type: "string",
      title: "Size",
      oneOf: [
        { const: "small", title: "Small" },
        { const: "large", title: "Large" },
      ],
      default: "small",
    },
  },
  required: ["name", "size"],
};

function showStart(): void {
  const form = showForm(startForm, "start", "Continue", [], ({ name, size }) => {
    const args: ProvisionArgumentsInput = { name: String(name), size: size === "large" ? "large" : "small" };
    void take(async () => (await client()).provision.begin(args));
  });
  showCards(make("section", { class: "card" }, heading("Which database do you need?"), form));
}

function startOver(): void {
  forgetFlow();
  trouble.replaceChildren();
  status.textContent = "";
  showStart();
}

function showQuestions(pending: ProvisionPending): void {
  showCards(
    ...pending.asked.map((asked, index) => questionCard(pending, asked, `question-${index}`)),
    button("Give up and start over", "quiet", startOver),
  );
}

/** One question. It is sent on its own: what is left out of a round, the server asks again. */
function questionCard(pending: ProvisionPending, asked: Asked, id: string): HTMLElement {
  const answer = (given: Parameters<ProvisionPending["answerAny"]>[0][string]): void =>
    void take(() => pending.answerAny({ [asked.key]: given }));
  if (asked.kind !== "form") {
    // Not declared by this client, so no server asks for it; if one does, it is not shown as something else.
    return make("section", { class: "card" }, heading("The server asks for something that this page cannot show."));
  }
  const form = showForm(
    asked.schema,
    id,
    "Send answer",
    [button("Decline", "", () => answer(decline())), button("Cancel", "", () => answer(cancel()))],
    answer,
  );
  return make(
    "section",
    { class: "card" },
    make("p", { class: "over" }, "The server asks:"),
    heading(asked.message),
    form,
    make("p", { class: "hint" }, "Decline tells the server no. Cancel closes the question without an answer."),
  );
}

function showResult(result: ProvisionResult): void {
  const again = make("div", { class: "buttons" }, button("Provision another", "main", startOver));
  if (result.isError) {
    showCards(make("section", { class: "card" }, heading("Nothing was created"), make("p", {}, textOf(result)), again));
    return;
  }
  const { id, region, billing } = result.structuredContent;
  const facts = Object.entries({ Id: id, Region: region, Billing: billing });
  const table = make("dl", {}, ...facts.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
  showCards(make("section", { class: "card" }, heading("Your database is ready", "good"), table, again));
}

/** Goes on with a call that a reload interrupted, or begins with an empty form. */
async function open(): Promise<void> {
  const saved = keptFlow();
  if (saved === undefined) {
    showStart();
    return;
  }
  await take(async () => (await client()).provision.resume(saved));
  if (keptFlow() === undefined) return;
  if (step.childElementCount > 0) {
    status.textContent = "You are back where you left off.";
  } else {
    step.replaceChildren(
      make(
        "div",
        { class: "buttons" },
        button("Try again", "main", () => void open()),
        button("Give up and start over", "quiet", startOver),
      ),
    );
  }
}

void open();
