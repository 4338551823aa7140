/** What generated texts and addresses call for the values that are inserted into them. */

/** The text of a sampled message. */
export function celSampledText(message: { readonly content: unknown }): string {
  const blocks: readonly unknown[] = Array.isArray(message.content) ? message.content : [message.content];
  const texts = blocks.map((block) =>
    typeof block === "object" && block !== null && "type" in block && block.type === "text" && "text" in block
      ? block.text
      : undefined,
  );
  const found = texts.filter((text) => typeof text === "string");
  if (found.length === 0) throw new RangeError("A sampled message that a text reads has no text.");
  return found.join("");
}

/** A value as part of a URL: everything but letters, digits and `-._~` is percent-encoded (RFC 3986, unreserved). */
export function percentEncode(value: string | number | boolean): string {
  return encodeURIComponent(String(value).replaceAll(/\p{Surrogate}/gu, "\uFFFD")).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
