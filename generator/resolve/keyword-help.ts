import type { DiagnosticExtras } from "../diagnostics/diagnostic.js";
import type { Location } from "../diagnostics/source-file.js";
import { emptyValueHelp } from "../load/empty-value.js";
import { namedEntriesHelp } from "../load/named-entries.js";
import { isArray } from "../load/values.js";
import type { Json } from "../model/model.js";
import { schemaKeywords } from "./keywords.js";
import { looksLikeSchema } from "./stray-property.js";

/**
 * How a keyword whose value is of the wrong kind was likely meant.
 *
 * @param property - whose schema the keyword stands in, where it is the schema of one.
 */
export function keywordHelp(
  keyword: string,
  value: Json,
  place: Location | undefined,
  property = "NAME",
): DiagnosticExtras {
  if (value === null) return emptyValueHelp(place, keyword);
  if (keyword === "required" && value === true) {
    return { help: `Write \`required: [${property}]\` beside the \`properties\` that hold "${property}".` };
  }
  if (keyword === "required" && value === false) {
    return { help: "Leave it out: what no `required` beside `properties` lists is optional." };
  }
  if (keyword === "required" && typeof value === "string") return { help: `Write \`required: [${value}]\`.` };
  const shape = schemaKeywords.get(keyword);
  if (isArray(value) && shape === "map") return namedEntriesHelp(value, place);
  if (shape === undefined && looksLikeSchema(value)) {
    return { help: `A property called "${keyword}" goes under \`properties\`.` };
  }
  return {};
}
