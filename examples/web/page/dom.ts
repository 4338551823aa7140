/** Makes an element. Texts become text nodes and never markup: most of them come from a server. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** A button that is no submit button. */
export function button(text: string, className: string, onClick: () => void): HTMLButtonElement {
  const made = make("button", { type: "button", class: className }, text);
  made.addEventListener("click", onClick);
  return made;
}

/** An element of index.html. */
export function existing(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`index.html has no element ${id}`);
  return found;
}
