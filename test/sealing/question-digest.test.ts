import { expect, it } from "vitest";
import { questionDigest } from "../../runtime/src/sealing/question-digest.js";

const requestedSchema = { type: "object", properties: { size: { type: "string" } }, required: ["size"] };
const form = { method: "elicitation/create", params: { mode: "form", message: "Which size?", requestedSchema } };
const url = {
  method: "elicitation/create",
  params: { mode: "url", message: "Sign in", url: "https://a.example/" },
};
const sampling = {
  method: "sampling/createMessage",
  params: { messages: [{ role: "user", content: { type: "text", text: "Hello" } }], maxTokens: 10 },
};
const roots = { method: "roots/list", params: undefined };

// Computed with Python's json and hashlib from the description: instances of two versions know each other's questions.
it.each([
  ["a form", form, undefined, "QKYaGv6R5DWrK15x3Fq4ggLbijcUE0LCOvS9oC7T1pg"],
  ["a form with pins", form, [1, "b"], "MIlr8QOc7ZrWJiD9UpqQlw0khzDqesXIzdz4HgmmfGE"],
  ["a URL", url, undefined, "nx8MxdYgkJo569JHSDOo-wrOM08BZflHeM25f767eeQ"],
  ["sampling", sampling, undefined, "wyquXBlIfTtziwb1WKRGG76Kbp3oHHFw5iVZrvi829c"],
  ["roots", roots, [], "7FOUVimaC4MONFCKPPKd45lAW-Ib26g0xG3fqi7voQs"],
])("gives %s the digest that it has in every version", (_, question, pins, digest) => {
  expect(questionDigest(question, pins)).toBe(digest);
});

it("does not depend on which object the schema is, nor on the order of its members", () => {
  const { type, properties, required } = requestedSchema;
  const again = { ...form, params: { ...form.params, requestedSchema: { required, properties, type } } };
  expect(questionDigest(again, undefined)).toBe(questionDigest(form, undefined));
});

it("tells questions apart by everything that is in them", () => {
  const questions = [
    form,
    { ...form, params: { ...form.params, message: "Which one?" } },
    { ...form, params: { ...form.params, requestedSchema: { ...requestedSchema, required: [] } } },
    url,
    { ...url, params: { ...url.params, url: "https://b.example/" } },
    sampling,
    { ...sampling, params: { ...sampling.params, maxTokens: 11 } },
    { ...sampling, method: "roots/list" },
    roots,
  ];
  expect(new Set(questions.map((question) => questionDigest(question, undefined))).size).toBe(questions.length);
});
