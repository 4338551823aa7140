import type { ParseCel } from "../cel/cel-node.js";
import type { Location } from "../diagnostics/source-file.js";
import type { LoadedDocument } from "../load/load-document.js";
import type { Scope } from "../resolve/scope.js";
import type { SchemaHome } from "../resolve/schema-home.js";
import type { TypeRegistry } from "../resolve/type-registry.js";
import type { DeclaredInput } from "../spec/read-spec.js";
import type { PreparedInput } from "./prepare-input.js";
import type { DefinitionCount } from "./self-contained.js";
import type { JsonSchema, RequestStateModel } from "../model/model.js";

/** What the builders of the model share. */
export interface BuildContext {
  readonly scope: Scope;
  readonly types: TypeRegistry;
  readonly parse: ParseCel;
  readonly requestState: RequestStateModel;
  readonly seal: "always" | "needed";
  /** Inputs of `everyTool`, prepared once for all tools. */
  readonly shared: Map<DeclaredInput, PreparedInput>;
  readonly definitions: DefinitionCount;
  /** Paths of what was reported to have the name of something else: `tools.provision.requires.region`. */
  readonly collided: Set<string>;
}

/** A primitive, as its inputs see it. */
export interface Owner {
  readonly label: string;
  readonly typeName: string;
  readonly place: Location | undefined;
  /** Those of its inputs that come from `everyTool`. */
  readonly shared: ReadonlySet<DeclaredInput>;
}

/** The home of a schema that a declaration holds. */
export function homeOf(document: LoadedDocument, schema: JsonSchema): SchemaHome {
  return { document, root: schema };
}
