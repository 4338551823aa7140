/** JSON text in ASCII only: everything else, DEL included, is escaped. */
export function asciiJson(value: string | readonly (string | null)[]): string {
  return JSON.stringify(value).replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
