/** Variables of an RFC 6570 template in order, each once, or why it is none. */
export function templateVariables(
  template: string,
): { readonly variables: readonly string[] } | { readonly problem: string } {
  const variables = new Set<string>();
  let at = 0;
  while (at < template.length) {
    const open = template.indexOf("{", at);
    const stray = template.slice(at, open === -1 ? undefined : open).indexOf("}");
    if (stray !== -1) return { problem: "a } has no {" };
    if (open === -1) break;
    const close = template.indexOf("}", open);
    if (close === -1) return { problem: "a { is never closed" };
    const expression = template.slice(open + 1, close);
    const list = expression.replace(/^[+#./;?&]/, "");
    for (const spec of list.split(",")) {
      const name = /^((?:\w|%[0-9A-Fa-f]{2})(?:\.?(?:\w|%[0-9A-Fa-f]{2}))*)(?:\*|:[1-9]\d{0,3})?$/.exec(spec)?.[1];
      if (name === undefined) return { problem: `"{${expression}}" is not an expression of RFC 6570` };
      variables.add(name);
    }
    at = close + 1;
  }
  return { variables: [...variables] };
}

/** Why a template cannot declare a family of resources, as the end of a sentence. */
export function templateProblem(template: string): string | undefined {
  const found = templateVariables(template);
  if ("problem" in found) return found.problem;
  return found.variables.length === 0 ? "it has no variable; write `uri` for one resource" : undefined;
}

/** True for an absolute URI, and for one whose scheme starts as no scheme may: servers of today have such. */
export const isAbsoluteUri = (uri: string): boolean => /^[A-Za-z0-9+.-]+:[^\s]+$/.test(uri);

/** True when the scheme starts with a letter (RFC 3986 section 3.1). */
export const hasPlainScheme = (uri: string): boolean => /^[A-Za-z]/.test(uri);
