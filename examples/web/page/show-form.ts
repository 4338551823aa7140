import {
  checkField,
  fieldValue,
  formContent,
  formModel,
  formProblems,
  type FormSchema,
} from "@mcp-parley/runtime/form";
import { make } from "./dom.js";
import { showField } from "./show-field.js";

/**
 * Shows a form that validates in place, a field when the person leaves it and all of them when it is sent.
 *
 * @param id - of its own on the page.
 * @param buttons - beside the one that sends.
 * @param onSend - gets the content once nothing is wrong with it.
 */
export function showForm(
  schema: FormSchema,
  id: string,
  send: string,
  buttons: readonly HTMLButtonElement[],
  onSend: (content: Record<string, unknown>) => void,
): HTMLFormElement {
  const [model] = formModel(schema);
  const shown = model.fields.map((field, index) => showField(field, `${id}-${index}`));
  const form = make(
    "form",
    { novalidate: "" },
    ...shown.map(({ element }) => element),
    make("div", { class: "buttons" }, make("button", { type: "submit", class: "main" }, send), ...buttons),
  );
  for (const { element, field, held, say, wrong } of shown) {
    const check = (): void => say(checkField(schema, field.name, fieldValue(field, held())));
    element.addEventListener("change", check);
    // What is being mended is judged at each key; what is being written for the first time is not.
    element.addEventListener("input", () => wrong() && check());
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const content = formContent(model, (field) => shown.find((candidate) => candidate.field === field)?.held());
    const problems = formProblems(schema, content);
    for (const { field, say } of shown) say(problems.get(field.name));
    if (problems.size === 0) onSend(content);
    else shown.find(({ field }) => problems.has(field.name))?.focus();
  });
  return form;
}
