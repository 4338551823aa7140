import { plainJson, plainLine, plainText } from "./plain-text.js";

/** Something that came back; as much of it as is looked at. */
type Block = Readonly<Record<string, unknown>>;

/** A content block of a result as text for people; what a terminal cannot show is named. */
export function blockText(block: Block): string {
  const { type, text, data, mimeType, uri, name, resource } = block;
  if (type === "text" && typeof text === "string") return plainText(text);
  if ((type === "image" || type === "audio") && typeof data === "string")
    return `[${type}, ${bytesText(data)}${typeof mimeType === "string" ? ` of ${plainLine(mimeType)}` : ""}]`;
  if (type === "resource_link" && typeof uri === "string")
    return `[resource ${plainLine(uri)}${typeof name === "string" ? `, ${plainLine(name)}` : ""}]`;
  if (type === "resource" && isBlock(resource)) return resourceText(resource);
  return plainJson(block);
}

/** One of the contents of a resource as text for people. */
export function resourceText(resource: Block): string {
  const { uri, text, blob, mimeType } = resource;
  if (typeof text === "string") return plainText(text);
  if (typeof blob !== "string") return plainJson(resource);
  const kind = typeof mimeType === "string" ? ` of ${plainLine(mimeType)}` : "";
  return `[resource ${plainLine(String(uri))}, ${bytesText(blob)}${kind}]`;
}

function bytesText(base64: string): string {
  const bytes = Buffer.byteLength(base64, "base64");
  return `${bytes} byte${bytes === 1 ? "" : "s"}`;
}

function isBlock(value: unknown): value is Block {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
