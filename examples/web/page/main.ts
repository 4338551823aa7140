import "./no-eval.js";
import { byHand, cancel, decline, isPending, type Asked } from "@mcp-parley/runtime/client";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { ProvisionerClient, type ProvisionPending, type ProvisionResult } from "provisioner/client";
import type { ProvisionArgumentsInput } from "provisioner/types";
import { button, existing, make } from "./dom.js";
import { explainError } from "./explain-error.js";
import { forgetFlow, keepFlow, keptFlow } from "./kept-flow.js";
import { showForm } from "./show-form.js";
import { explainFailure, type LastAnswer, showFacts } from "./show-result.js";
import { readArguments, startForm } from "./start-form.js";

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

/** What the present call is for: whoever has to start again need not write it again. */
let wanted: ProvisionArgumentsInput | undefined;

/** Takes one step of the call, and shows where it leads. When it fails, what was on the page stays there. */
async function take(next: () => Promise<ProvisionResult | ProvisionPending>, last?: LastAnswer): Promise<void> {
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
      showResult(reached, last);
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

function showStart(): void {
  const form = showForm(startForm(wanted), "start", "Continue", [], (content) => {
    const args = readArguments(content);
    wanted = args;
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
  if (asked.kind !== "form") {
    // Not declared by this client, so no server asks for it; if one does, it is not shown as something else.
    return make("section", { class: "card" }, heading("The server asks for something that this page cannot show."));
  }
  const answer = (action: LastAnswer["action"], given: Parameters<ProvisionPending["answerAny"]>[0][string]): void =>
    void take(() => pending.answerAny({ [asked.key]: given }), { action, message: asked.message });
  const form = showForm(
    asked.schema,
    id,
    "Send answer",
    [button("Decline", "", () => answer("decline", decline())), button("Cancel", "", () => answer("cancel", cancel()))],
    (content) => answer("accept", content),
  );
  return make(
    "section",
    { class: "card" },
    make("p", { class: "over" }, "The server asks:"),
    heading(asked.message),
    form,
    make("p", { class: "hint" }, "Decline says no, Cancel dismisses the question: both end this request."),
  );
}

function showResult(result: ProvisionResult, last: LastAnswer | undefined): void {
  const card = (title: HTMLElement, body: HTMLElement, again: HTMLButtonElement): void =>
    showCards(make("section", { class: "card" }, title, body, make("div", { class: "buttons" }, again)));
  if (result.isError) {
    const why = make("p", {}, explainFailure(result, last));
    card(heading("Nothing was created"), why, button("Start again", "main", startOver));
    return;
  }
  const another = (): void => {
    wanted = undefined;
    startOver();
  };
  const facts = showFacts(result.structuredContent);
  card(heading("Your database is ready", "good"), facts, button("Provision another", "main", another));
}

/** Goes on with a call that a reload interrupted, or begins with an empty form. */
async function open(): Promise<void> {
  const saved = keptFlow();
  if (saved === undefined) {
    showStart();
    return;
  }
  // Nothing has checked it yet, and so nothing in it need be what it was.
  wanted = readArguments(Object(Object(Object(saved).params).arguments));
  await take(async () => (await client()).provision.resume(saved));
  if (keptFlow() === undefined) return;
  if (step.childElementCount > 0) {
    status.textContent = "You are back at this question. What you had not sent is not kept.";
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
