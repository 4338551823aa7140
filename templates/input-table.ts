import { handlerKey, inputConstantName } from "../generator/model/generated-names.js";
import type {
  AskedInputBase,
  ClientModel,
  ElicitModel,
  Expression,
  InputModel,
  SampleModel,
  TextTemplate,
} from "../generator/model/model.js";
import { isAsked, ownerOf, type Primitive } from "../generator/model/primitive.js";
import { code, joined, json, line, lines, object, verbatim, type Code } from "../generator/render/code.js";
import { memberAccess, propertyKey } from "../generator/render/literals.js";
import { server } from "../generator/render/runtime-symbols.js";
import { schemaRef, typeRef } from "./names.js";
import { content, expression, holes, mentions, text } from "./text.js";

/** One entry of the table of inputs: data, and functions of the arguments and of earlier values. */
export function inputEntry(primitive: Primitive, input: InputModel): Code {
  if (input.kind === "client") return code`${server.value("clientInput")},`;
  const members: Code[] = [
    line`kind: ${json(input.kind)},`,
    line`name: ${json(input.name)},`,
    code`needs: ${json(input.needs)},`,
  ];
  if (input.when !== undefined) members.push(code`when: ${lambda([input.when], expression(input.when))},`);
  members.push(...question(primitive, input));
  if (isAsked(input)) members.push(...policies(input));
  return code`{\n  ${lines(members)}\n},`;
}

function question(primitive: Primitive, input: Exclude<InputModel, ClientModel>): Code[] {
  switch (input.kind) {
    case "elicit":
      return [elicitQuestion(primitive, input)];
    case "confirm":
      return [code`message: ${lambda(holes(input.message), text(input.message))},`];
    case "elicitUrl":
      return [
        code`question: ${lambda(
          [...holes(input.message), ...holes(input.url)],
          code`({\n  message: ${text(input.message)},\n  url: ${text(input.url)},\n})`,
        )},`,
        ...(input.completion ? [handlerCall("completed", primitive, input)] : []),
      ];
    case "sample":
      return [...(input.withTools ? [code`withTools: true,`] : []), sampleRequest(input)];
    case "roots":
      return [];
    case "compute":
      return [
        ...(input.refresh ? [code`refresh: true,`] : []),
        code`schema: ${schemaRef(inputConstantName(primitive, input))},`,
        handlerCall("compute", primitive, input),
      ];
  }
}

function handlerCall(member: string, primitive: Primitive, input: InputModel): Code {
  const handler = verbatim(memberAccess(handlerKey(ownerOf(primitive, input), input.name)));
  const given = input.shared === true ? code`{ ...call, tool: ${json(primitive.name)} }` : verbatim("call");
  return code`${verbatim(member)}: (handlers, call) => handlers${handler}(${given}),`;
}

function elicitQuestion(primitive: Primitive, input: ElicitModel): Code {
  const form = schemaRef(inputConstantName(primitive, input));
  const choices = input.choices.map(({ property, from, value, title }) => {
    const members = [code`from: ${expression(from)}`];
    if (value !== undefined) members.push(code`value: ${json(value)}`);
    if (title !== undefined) members.push(code`title: ${json(title)}`);
    return code`${verbatim(propertyKey(property))}: ${object(members)}`;
  });
  const schema = choices.length === 0 ? form : code`${server.value("withChoices")}(${form}, ${object(choices)})`;
  const used = [...holes(input.message), ...input.choices.map(({ from }) => from)];
  return code`question: ${lambda(used, code`({\n  message: ${text(input.message)},\n  requestedSchema: ${schema},\n})`)},`;
}

function sampleRequest(input: SampleModel): Code {
  const used: Expression[] = [];
  const messages = input.messages.map((message) => {
    if ("from" in message) {
      used.push(message.from);
      return code`...${server.value("messagesFrom")}(${expression(message.from)}),`;
    }
    if (message.content.kind === "text") used.push(...holes(message.content.text));
    return code`${object([code`role: ${json(message.role)}`, code`content: ${content(message.content)}`])},`;
  });
  const members: Code[] = [code`messages: [\n  ${lines(messages)}\n],`];
  if (input.systemPrompt !== undefined) {
    used.push(...holes(input.systemPrompt));
    members.push(code`systemPrompt: ${text(input.systemPrompt)},`);
  }
  for (const [name, value] of Object.entries(input.params)) {
    members.push(code`${verbatim(propertyKey(name))}: ${json(value)},`);
  }
  for (const { name, value } of input.numbers ?? []) {
    used.push(value);
    members.push(code`${verbatim(name)}: ${expression(value)},`);
  }
  return code`request: ${lambda(used, code`({\n  ${lines(members)}\n})`)},`;
}

/** What happens when the answer is no, is wrong, or cannot be given; defaults are left out. */
function policies(input: AskedInputBase & InputModel): Code[] {
  const members: Code[] = [];
  if (input.onDecline === "continue") members.push(code`onDecline: "continue",`);
  const { declineTexts, whenUnavailable } = input;
  if (declineTexts !== undefined) {
    const { fail, cancel } = declineTexts;
    const words = [
      code`fail: ${textLambda(fail)}`,
      ...(cancel === undefined ? [] : [code`cancel: ${textLambda(cancel)}`]),
    ];
    members.push(code`onDecline: ${object(words)},`);
  }
  if (whenUnavailable.kind === "fail" && "text" in whenUnavailable) {
    const { text: words, needs } = whenUnavailable;
    members.push(code`whenUnavailable: ${object([code`fail: ${textLambda(words)}`, code`needs: ${json(needs)}`])},`);
  }
  if (whenUnavailable.kind === "continue") members.push(code`whenUnavailable: "continue",`);
  if (whenUnavailable.kind === "default") {
    members.push(code`whenUnavailable: { default: ${json(whenUnavailable.value)} },`);
  }
  if (input.withinSeconds !== undefined) {
    members.push(code`within: ${server.value("within")}(${json(input.withinSeconds)}),`);
  }
  if (input.attempts !== 3) members.push(code`attempts: ${json(input.attempts)},`);
  if (input.checks.length > 0) {
    const answer = input.kind === "elicit" ? typeRef(input.answerType) : undefined;
    const checks = input.checks.map(({ rule, message }) => {
      const used = [rule, ...holes(message)];
      return code`{
  rule: ${lambda([rule], expression(rule), answer)},
  message: ${lambda(used.slice(1), text(message), answer)},
},`;
    });
    members.push(code`checks: [\n  ${lines(checks)}\n],`);
  }
  if (input.pins.length > 0) {
    const values = input.pins.map(expression);
    members.push(code`pins: ${lambda(input.pins, code`[${joined(values, ", ")}]`)},`);
  }
  return members;
}

function textLambda(template: TextTemplate): Code {
  return lambda(holes(template), text(template));
}

/** An arrow function over as many of `args`, `inputs` and `answer` as its body names. */
function lambda(used: readonly Expression[], body: Code, answer?: Code): Code {
  const named: Code[] = [];
  const withAnswer = mentions(used, "answer");
  const withInputs = mentions(used, "inputs");
  const withArgs = mentions(used, "args");
  if (withArgs || withInputs || withAnswer) named.push(verbatim(withArgs ? "args" : "_args"));
  if (withInputs || withAnswer) named.push(verbatim(withInputs ? "inputs" : "_inputs"));
  if (withAnswer) named.push(answer === undefined ? verbatim("answer") : code`answer: ${answer}`);
  return code`(${joined(named, ", ")}) => ${body}`;
}
