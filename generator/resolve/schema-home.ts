import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Location } from "../diagnostics/source-file.js";
import type { LoadedDocument } from "../load/load-document.js";
import { isObject, isSchema, objectMember } from "../load/values.js";
import type { Json, JsonObject, JsonSchema } from "../model/model.js";
import { stepsTo, subschemas } from "./keywords.js";
import { documentOf, isProblem, type Project } from "./project.js";
import { followPointer, pointerSteps } from "./reference.js";
import { unresolved } from "./unresolved.js";

/**
 * Where a schema stands: `#/...` in it is looked up in the schema's own root first, as JSON Schema has it, and then in the
 * document (`#/schemas/NAME`).
 */
export interface SchemaHome {
  readonly document: LoadedDocument;
  readonly root: JsonSchema;
}

export interface SchemaTarget {
  readonly schema: JsonSchema;
  readonly home: SchemaHome;
  /** Steps from the home's root to the schema. */
  readonly steps: readonly string[];
  /** Name that the path suggests: the last step of the way to the root. */
  readonly rootName: string;
  /** True when it lies in the root that refers to it. */
  readonly internal: boolean;
}

/** Finds what a `$ref` in a schema refers to. */
export function resolveSchemaReference(
  project: Project,
  home: SchemaHome,
  text: string,
  place: Location | undefined,
): [SchemaTarget | undefined, readonly Diagnostic[]] {
  const found = documentOf(project, home.document, text, place);
  if (isProblem(found)) return [undefined, found];
  const [document, fragment] = found;
  const sameDocument = document === home.document && !/^[^#]/.test(text);
  const steps = pointerSteps(fragment);
  if (steps === undefined) {
    const anchored = sameDocument ? findAnchor(home.root, fragment) : undefined;
    if (anchored !== undefined) {
      const [schema, path] = anchored;
      return [{ schema, home, steps: path, rootName: fragment, internal: true }, []];
    }
    return [undefined, [unresolved(text, place, schemasToReferTo(home, document))]];
  }
  if (sameDocument) {
    const own = followPointer(home.root, steps);
    if (isSchema(own)) {
      return [{ schema: own, home, steps, rootName: steps.at(-1) ?? "Root", internal: true }, []];
    }
  }
  const schema = followPointer(document.value, steps);
  if (!isSchema(schema)) {
    return [undefined, [unresolved(text, place, schemasToReferTo(home, document))]];
  }
  const rootLength = rootStepCount(steps);
  const owner = followPointer(document.value, steps.slice(0, rootLength));
  const root = isSchema(owner) ? owner : schema;
  const file = document.file.path.replace(/^.*\//, "").replace(/\.[^.]*$/, "");
  const inside = root === home.root;
  return [
    {
      schema,
      home: inside ? home : { document, root },
      steps: steps.slice(rootLength),
      rootName: steps[rootLength - 1] ?? file,
      internal: inside,
    },
    [],
  ];
}

/** What a reference into a document can name: its shared schemas, and in its own one the definitions around. */
function schemasToReferTo(home: SchemaHome, document: LoadedDocument): readonly string[] {
  const local = document === home.document ? home.root : (document.value ?? null);
  return [
    ...["$defs", "definitions"].flatMap((keyword) => definedIn(local, keyword)),
    ...definedIn(document.value ?? null, "schemas"),
  ];
}

const definedIn = (root: Json, keyword: string): readonly string[] =>
  Object.keys(objectMember(root, keyword) ?? {}).map((name) => `#/${keyword}/${name}`);

/** How many steps lead to the schema that owns the target: `/schemas/NAME`, a tool's schema, or all of them. */
function rootStepCount(steps: readonly string[]): number {
  if (steps[0] === "schemas" && steps.length >= 2) return 2;
  if (steps[0] === "tools" && (steps[2] === "inputSchema" || steps[2] === "outputSchema")) return 3;
  if ((steps[0] === "$defs" || steps[0] === "definitions") && steps.length >= 2) return 2;
  return steps.length;
}

/** Looks for `$anchor` (2020-12) or `$id: "#name"` (draft-07) in a schema. */
function findAnchor(root: JsonSchema, name: string): [JsonSchema, readonly string[]] | undefined {
  const stack: [JsonObject, readonly string[]][] = isObject(root) ? [[root, []]] : [];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [schema, path] = next;
    if (schema["$anchor"] === name || schema["$dynamicAnchor"] === name || schema["$id"] === `#${name}`) {
      return [schema, path];
    }
    for (const sub of subschemas(schema))
      if (isObject(sub.value)) stack.push([sub.value, [...path, ...stepsTo(schema, sub)]]);
  }
  return undefined;
}
