import { type Choice, type Field, fieldHint, type Held, type SelectField } from "@mcp-parley/runtime/form";
import { make } from "./dom.js";

/** A field on the page. */
export interface ShownField {
  readonly field: Field;
  readonly element: HTMLElement;
  readonly held: () => Held;
  /** Shows what is wrong below the label, or takes it away. */
  readonly say: (problem: string | undefined) => void;
  /** Whether something is said to be wrong. */
  readonly wrong: () => boolean;
  readonly focus: () => void;
}

/** The controls of a field, without label and messages. */
interface Controls {
  readonly elements: readonly HTMLElement[];
  /** What gets the focus and is marked when something is wrong. */
  readonly inputs: readonly (HTMLInputElement | HTMLSelectElement)[];
  readonly held: () => Held;
}

/** More choices than this are easier to find in a list that opens. */
const mostRadios = 5;

/**
 * Shows one field of a form.
 *
 * @param id - of its own on the page; the field's name is the server's, and may be anything.
 */
export function showField(field: Field, id: string): ShownField {
  const controls = controlsOf(field, id);
  const hint = [field.description ?? "", fieldHint(field)].filter((part) => part !== "").join(". ");
  const message = make("p", { class: "message", id: `${id}-message` });
  const hints = hint === "" ? [] : [make("p", { class: "hint", id: `${id}-hint` }, hint)];
  const describedBy = [...hints, message].map((part) => part.id).join(" ");
  const parts = [...hints, ...controls.elements, message];
  const name = field.required ? [field.label] : [`${field.label} `, make("span", { class: "optional" }, "(optional)")];
  const [only] = controls.inputs;
  const grouped = controls.inputs.length > 1 || field.control === "multi-select" || field.control === "check";
  for (const input of controls.inputs) {
    if (!grouped) input.setAttribute("aria-describedby", describedBy);
    if (field.required && field.control !== "check" && field.control !== "multi-select") input.required = true;
  }
  return {
    field,
    element: grouped
      ? make("fieldset", { class: "field", "aria-describedby": describedBy }, make("legend", {}, ...name), ...parts)
      : make("div", { class: "field" }, make("label", { for: id }, ...name), ...parts),
    held: controls.held,
    say: (problem) => {
      message.textContent = problem === undefined ? "" : `${field.label} ${problem}.`;
      for (const input of controls.inputs) input.setAttribute("aria-invalid", String(problem !== undefined));
    },
    wrong: () => message.textContent !== "",
    focus: () => only?.focus(),
  };
}

function controlsOf(field: Field, id: string): Controls {
  switch (field.control) {
    case "text": {
      const type = field.format === undefined ? "text" : inputTypes[field.format];
      const start = field.default ?? "";
      return single(make("input", { id, type, value: type === "datetime-local" ? localTime(start) : start }));
    }
    case "number":
      // Not of type number: the browser would swallow what it cannot read, and nobody could say what is wrong with it.
      return single(
        make("input", {
          id,
          type: "text",
          inputmode: field.integer ? "numeric" : "decimal",
          value: String(field.default ?? ""),
        }),
      );
    case "check": {
      const box = make("input", { id, type: "checkbox" });
      box.checked = field.default ?? false;
      return { elements: [make("label", { class: "choice" }, box, "Yes")], inputs: [box], held: () => box.checked };
    }
    case "select":
      return field.choices.length > mostRadios ? list(field, id) : radios(field, id);
    case "multi-select": {
      const boxes = field.choices.map((choice) =>
        option("checkbox", id, choice, field.default?.includes(choice.value)),
      );
      return {
        elements: boxes.map(({ label }) => label),
        inputs: boxes.map(({ input }) => input),
        held: () => boxes.flatMap(({ input, value }) => (input.checked ? [value] : [])),
      };
    }
  }
}

const inputTypes = { email: "email", uri: "url", date: "date", "date-time": "datetime-local" } as const;

function single(input: HTMLInputElement): Controls {
  // What is only spaces is nothing.
  return { elements: [input], inputs: [input], held: () => input.value.trim() };
}

function radios(field: SelectField, id: string): Controls {
  const chosen = field.choices.map((choice) => option("radio", id, choice, choice.value === field.default));
  const none = field.required
    ? []
    : [option("radio", id, { value: "", label: "No choice" }, field.default === undefined)];
  const all = [...chosen, ...none];
  return {
    elements: all.map(({ label }) => label),
    inputs: all.map(({ input }) => input),
    held: () => chosen.find(({ input }) => input.checked)?.value,
  };
}

function list(field: SelectField, id: string): Controls {
  // Options go by position, since a choice may have any value, the empty one too.
  const select = make(
    "select",
    { id },
    make("option", { value: "" }, field.required ? "Please choose" : "No choice"),
    ...field.choices.map(({ label }, index) => make("option", { value: String(index) }, label)),
  );
  const start = field.choices.findIndex(({ value }) => value === field.default);
  if (start >= 0) select.value = String(start);
  return {
    elements: [select],
    inputs: [select],
    held: () => (select.value === "" ? undefined : field.choices[Number(select.value)]?.value),
  };
}

function option(type: "radio" | "checkbox", name: string, { value, label }: Choice, checked = false) {
  const input = make("input", { type, name });
  input.checked = checked;
  return { input, value, label: make("label", { class: "choice" }, input, label) };
}

/** A date and time with a zone as a browser's control shows it, in the zone of the person. */
function localTime(text: string): string {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) return "";
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
