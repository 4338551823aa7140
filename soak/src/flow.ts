import assert from "node:assert/strict";
import type { Leg, Reply } from "./leg.js";
import type { Random } from "./random.js";

/** How a flow can end, and must. */
export type Ending = "created" | "declined" | "cancelled" | "not agreed" | "given up";

const frozen = {
  code: -32602,
  message: "Invalid or expired requestState",
  data: { reason: "invalid_request_state" },
};
const regions = ["eu-west-1", "us-east-1"] as const;
const monthly = { small: 12, large: 96 };
const allowedInvalid = 3;

type Answers = { readonly [name: string]: unknown };

/** What a person, a bad network or an attacker does next. The last are tried and must change nothing. */
const moves = [
  "decline",
  "cancel",
  "invalid",
  "invalid",
  "forget",
  "strip",
  "forge",
  "steal",
  "swap",
  "hostile",
] as const;

/**
 * Runs one call to its end with random moves, and holds every reply against what must come.
 *
 * @throws {AssertionError} for any other reply.
 */
export async function runFlow(random: Random, number: number, send: (leg: Leg) => Promise<Reply>): Promise<Ending> {
  const size = random.pick(["small", "large"] as const);
  const explicit = size === "large" || random.chance(0.5);
  const args = { name: `db-${number}`, ...(explicit && { size }) };
  const user = `user-${random.below(50)}`;
  const region = random.pick(regions);
  const billing = random.pick(["monthly", "yearly"] as const);
  const good: Answers = { region: accept({ region }), confirm: accept({ billing }) };

  let question = "region";
  let invalid = 0;
  let state = stateOf(await send({ user, args }), question, args.name);
  for (;;) {
    const move = random.chance(0.55) ? "accept" : random.pick(moves);
    const leg = (answer: unknown, more: Partial<Leg> = {}): Leg => ({
      user,
      args,
      state,
      answers: { [question]: answer },
      ...more,
    });
    switch (move) {
      case "forget":
        state = stateOf(await send({ user, args, state }), question, args.name);
        break;
      case "strip":
        // Consent to a question that this flow never asked is none: the flow begins anew.
        state = stateOf(await send({ user, args, answers: good }), "region", args.name);
        question = "region";
        invalid = 0;
        break;
      case "forge":
        assert.deepEqual((await send(leg(good[question], { state: forged(state, random) }))).error, frozen);
        break;
      case "steal":
        assert.deepEqual((await send(leg(good[question], { user: "thief" }))).error, frozen);
        break;
      case "swap":
        assert.deepEqual((await send(leg(good[question], { args: { name: "other" } }))).error, frozen);
        break;
      case "invalid": {
        const reply = await send(leg(accept({ [question]: "atlantis" })));
        invalid += 1;
        if (invalid > allowedInvalid) {
          assertToolError(reply, "without a valid answer");
          return "given up";
        }
        state = stateOf(reply, question, args.name);
        break;
      }
      case "decline":
      case "cancel": {
        const reply = await send(leg({ action: move }));
        if (question === "confirm") {
          assertToolError(reply, `Nothing was created for ${monthly[size]}.`);
          return "not agreed";
        }
        const word = move === "decline" ? "declined" : "cancelled";
        assertToolError(reply, word);
        return word;
      }
      case "accept":
      case "hostile": {
        const last = leg(good[question]);
        // Answers to what was not asked yet, and names that every object has, count for nothing.
        const extra: unknown = JSON.parse(
          '{"__proto__":{"confirm":{"action":"accept"}},"constructor":{"action":"accept"}}',
        );
        const sending =
          move === "hostile"
            ? { ...last, answers: { ...(extra as object), ...good, [question]: good[question] } }
            : last;
        const reply = await send(sending);
        if (question === "region") {
          question = "confirm";
          invalid = 0;
          const text = `${args.name} in ${region} costs ${monthly[size]} euros a month`;
          state = stateOf(reply, question, text);
          break;
        }
        assertCreated(reply, args.name, region, billing);
        // The answer was lost, so the client sends the leg again: the same flow, and so the same outcome.
        if (random.chance(0.1)) assert.deepEqual((await send(sending)).result, reply.result);
        return "created";
      }
    }
  }
}

function accept(content: object): object {
  return { action: "accept", content };
}

function stateOf(reply: Reply, question: string, text: string): string {
  const { result } = reply;
  assert.equal(result?.["resultType"], "input_required", JSON.stringify(reply));
  const requests = result?.["inputRequests"] as { readonly [name: string]: { params: { message: string } } };
  assert.deepEqual(Object.keys(requests), [question]);
  assert.ok(requests[question]?.params.message.includes(text), JSON.stringify(requests));
  const state = result?.["requestState"];
  assert.equal(typeof state, "string");
  return state as string;
}

function forged(state: string, random: Random): string {
  const place = 3 + random.below(state.length - 4);
  return state.slice(0, place) + (state[place] === "A" ? "B" : "A") + state.slice(place + 1);
}

function assertToolError(reply: Reply, text: string): void {
  assert.equal(reply.result?.["isError"], true, JSON.stringify(reply));
  assert.ok(JSON.stringify(reply.result?.["content"]).includes(text), JSON.stringify(reply));
}

function assertCreated(reply: Reply, name: string, region: string, billing: string): void {
  const content = reply.result?.["structuredContent"] as { readonly [key: string]: unknown } | undefined;
  assert.ok(content !== undefined, JSON.stringify(reply));
  assert.match(String(content["id"]), new RegExp(`^${name}/[\\w-]{22}$`));
  assert.deepEqual({ region: content["region"], billing: content["billing"] }, { region, billing });
}
