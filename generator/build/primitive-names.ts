import { diagnose } from "../diagnostics/diagnostic.js";
import type { Location } from "../diagnostics/source-file.js";
import { locateMember } from "../load/origin.js";
import { textMember } from "../load/values.js";
import type { Scope } from "../resolve/scope.js";
import type { Declared } from "../spec/read-spec.js";
import type { PrimitiveKind } from "../model/model.js";
import { camelCase, codeNamePattern, pascalCase, reservedName } from "../model/names.js";

/** The names of a primitive, on the wire and in code. */
export interface PrimitiveNames {
  readonly kind: PrimitiveKind;
  readonly name: string;
  readonly codeName: string;
  readonly typeName: string;
  /** Path in the document, for comments and messages. */
  readonly label: string;
  readonly place: Location | undefined;
}

/** Names every primitive, and reports two that would be one: on the wire within a kind, in code among all. */
export function assignNames(
  scope: Scope,
  declared: readonly (readonly [PrimitiveKind, Declared])[],
): ReadonlyMap<Declared, PrimitiveNames> {
  const names = new Map<Declared, PrimitiveNames>();
  const byCode = new Map<string, PrimitiveNames>();
  const byType = new Map<string, PrimitiveNames>();
  const byWire = new Map<string, PrimitiveNames>();
  for (const [kind, primitive] of declared) {
    const own = namesOf(scope, kind, primitive);
    names.set(primitive, own);
    const wire = `${kind}\n${own.name}`;
    const sameWire = kind === "resource" ? undefined : byWire.get(wire);
    if (sameWire === undefined) byWire.set(wire, own);
    else reportTwice(scope, own, sameWire, "names/duplicate", own.name);
    const sameCode = byCode.get(own.codeName);
    const sameType = byType.get(own.typeName);
    if (sameCode === undefined) byCode.set(own.codeName, own);
    if (sameType === undefined) byType.set(own.typeName, own);
    const same = sameCode ?? sameType;
    if (same !== undefined) {
      if (sameWire === undefined) {
        reportTwice(scope, own, same, "names/collision", sameCode === undefined ? own.typeName : own.codeName);
      }
      // One report is enough: all that is named after it would collide too. No other name has such a sign.
      const apart = `#${names.size}`;
      names.set(primitive, { ...own, codeName: own.codeName + apart, typeName: own.typeName + apart });
    }
  }
  return names;
}

function reportTwice(
  scope: Scope,
  own: PrimitiveNames,
  other: PrimitiveNames,
  code: "names/duplicate" | "names/collision",
  name: string,
): void {
  const related = other.place === undefined ? [] : [{ message: `${other.label} is here.`, location: other.place }];
  scope.report(
    code === "names/duplicate"
      ? diagnose(code, own.place, { kind: own.kind, name }, { related })
      : diagnose(code, own.place, { first: other.label, second: own.label, name }, { related }),
  );
}

function namesOf(scope: Scope, kind: PrimitiveKind, declared: Declared): PrimitiveNames {
  const { key, value, place } = declared;
  const name = textMember(value, "name") ?? key;
  const given = textMember(value, "codeName");
  const at = given === undefined ? place : locateMember(scope.origins, value, "codeName");
  if (given !== undefined && !codeNamePattern.test(given))
    scope.report(diagnose("names/code-name", at, { name: given }));
  const codeName = given ?? camelCase(kind === "resource" ? key : name, kind);
  const reason = reservedName(codeName);
  if (reason !== undefined) scope.report(diagnose("names/reserved", at, { name: codeName, reason }));
  if (kind === "tool") checkToolName(scope, name, place);
  return { kind, name, codeName, typeName: pascalCase(codeName), label: `${kind}s.${key}`, place };
}

/** MCP 2025-11-25, tools: names of 1 to 128 characters of A-Z a-z 0-9 _ - and the full stop. */
function checkToolName(scope: Scope, name: string, place: Location | undefined): void {
  if (name.length > 128) {
    scope.report(diagnose("names/tool-name", place, { name, problem: `it has ${name.length} characters` }));
  } else if (!/^[A-Za-z0-9_.-]+$/.test(name)) {
    scope.report(diagnose("names/tool-name", place, { name, problem: "it has other characters" }));
  } else if (name.includes(".")) scope.report(diagnose("names/tool-name-dot", place, { name }));
}
