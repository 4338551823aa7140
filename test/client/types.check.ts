// Checked by `tsc -p test`, never run: each line under an expected error must not compile.
import type { ToolResult, Transport, UrlFulfil } from "../../runtime/src/contract-v1/client.js";
import { accept, byHand, cancel, decline, generic, isPending } from "../../runtime/src/contract-v1/client.js";
import type { GreeterClient, GreeterFulfil, GreetOutput } from "./greeter-client.js";
import { connectGreeter } from "./greeter-client.js";

declare const transport: Transport;
declare const client: GreeterClient;

/** Everything that a user may write for a question. */
export const complete: GreeterFulfil = {
  greet: { name: () => ({ name: "Kim" }), colour: async () => decline() },
};
export const markers: GreeterFulfil = { greet: { name: generic, colour: byHand } };
export const cancelled: GreeterFulfil = { greet: { name: () => cancel(), colour: generic } };

// @ts-expect-error: a question without a function
export const missing: GreeterFulfil = { greet: { name: () => ({ name: "Kim" }) } };

// @ts-expect-error: a function for a question that does not exist
export const surplus: GreeterFulfil = { greet: { name: generic, colour: generic, size: generic } };

// @ts-expect-error: content of the wrong type
export const wrongContent: GreeterFulfil = { greet: { name: () => ({ name: 5 }), colour: generic } };

// @ts-expect-error: content that lacks a required field
export const incomplete: GreeterFulfil = { greet: { name: () => ({}), colour: generic } };

// @ts-expect-error: a form with fields needs content, not bare consent
export const bareConsent: GreeterFulfil = { greet: { name: () => accept(), colour: generic } };

// @ts-expect-error: no answer at all
export const nothing: GreeterFulfil = { greet: { name: () => {}, colour: generic } };

// @ts-expect-error: an action spelled out is no answer
export const spelledOut: GreeterFulfil = { greet: { name: () => ({ action: "decline" }), colour: generic } };

// @ts-expect-error: consent to a URL has to be explicit
export const implied: UrlFulfil<object> = () => true;
export const explicit: UrlFulfil<object> = ({ url }) => (url.insecure ? decline() : accept());

// @ts-expect-error: the functions are not optional
void connectGreeter(transport, {});
void connectGreeter(transport, { fulfil: byHand });

export async function typedCalls(): Promise<string> {
  // @ts-expect-error: arguments of the wrong type
  await client.greet({ who: 5 });
  // @ts-expect-error: arguments left out
  await client.greet({});
  const result: ToolResult<GreetOutput> = await client.greet({ who: "world" });
  // @ts-expect-error: a failure has no typed content
  void result.structuredContent.greeting;
  return result.isError ? "failed" : result.structuredContent.greeting;
}

export async function typedSteps(): Promise<void> {
  const step = await client.greet.begin({ who: "world" });
  // @ts-expect-error: it may be the result
  void step.questions;
  if (!isPending(step)) return;
  const message: string | undefined = step.questions.name?.message;
  // @ts-expect-error: an answer of the wrong type
  await step.answer({ name: { name: 5 } });
  // @ts-expect-error: an answer to a question that does not exist
  await step.answer({ size: { size: 5 } });
  await step.answer({ name: { name: message ?? "Kim" } });
  await step.answer({ colour: decline() });
}

/** The functions of a question see the arguments of its tool. */
export const typedArguments: GreeterFulfil = {
  greet: {
    name: ({ arguments: { who } }) => ({ name: who }),
    // @ts-expect-error: an argument that the tool does not have
    colour: ({ arguments: { size } }) => ({ colour: String(size) }),
  },
};

/** Functions and markers that were written down before they are given. */
const written = { greet: { name: byHand, colour: generic } };
export const later: GreeterFulfil = written;
const options = { fulfil: byHand, elicitation: { form: () => decline() } };
void connectGreeter(transport, options);
