import type { Model, RequestStateModel } from "../generator/model/model.js";
import { code, doc, json, lines, type Code } from "../generator/render/code.js";
import { server } from "../generator/render/runtime-symbols.js";
import type { SourcePrinter } from "../generator/render/source-printer.js";

const principalComments: Readonly<Record<NonNullable<RequestStateModel["principal"]>, string>> = {
  oauth: "Whose the state is: the holder of the verified access token. Another caller's state is refused.",
  none: "Whose the state is: nobody's. Whoever has it may go on with it.",
  custom: "Whose the state is: the option `principal` says who calls. Another caller's state is refused.",
};

/** `sealing.ts`: the configuration made from `requestState`. It holds no key, only where keys come from. */
export function printSealing(model: Model, printer: SourcePrinter): void {
  const { requestState } = model;
  const members: Code[] = [];
  if (requestState.keys === undefined) {
    members.push(
      code`// No \`keys\`: a random key for each process, so a flow cannot outlive it or change to another.`,
    );
  } else {
    members.push(code`${doc(keysComment(requestState.keys))}\nkeys: ${json(requestState.keys)},`);
  }
  if (requestState.codec === "custom") members.push(code`codec: "custom",`);
  if (requestState.codec === "python-v1") {
    members.push(code`${doc("That of the Python SDK.")}\nformat: ${server.value("pythonFormat")},`);
  }
  if (requestState.keyPrefix !== undefined) {
    members.push(
      code`${doc("Before the names of inputs on the wire and in states: the module of the Python functions.")}\nkeyPrefix: ${json(requestState.keyPrefix)},`,
    );
  }
  members.push(
    code`${doc("Seconds a client may think before the state of one round expires.")}\nttl: ${json(requestState.ttlSeconds)},`,
    code`${doc("Seconds a flow may live, from its first round.")}\nmaxAge: ${json(requestState.maxAgeSeconds)},`,
    code`${doc("Who the state is for: a state of another server is refused.")}\naudience: ${json(requestState.audience)},`,
  );
  if (requestState.principal !== undefined) {
    members.push(code`${doc(principalComments[requestState.principal])}\nprincipal: ${json(requestState.principal)},`);
  }
  members.push(code`${doc("Bytes a sealed state may have.")}\nmaxStateBytes: ${json(requestState.maxStateBytes)},`);
  printer.declare("requestState");
  printer.print`${doc("How the state that a client carries between rounds is sealed: `requestState` of the spec.")}
export const requestState: ${server.type("RequestStateConfig")} = {
  ${lines(members)}
};`;
}

function keysComment(keys: NonNullable<RequestStateModel["keys"]>): string {
  const apart = "env" in keys ? "commas" : "commas or line ends";
  return `Secrets of at least 32 bytes, with ${apart} between them; the first mints, all open.`;
}
