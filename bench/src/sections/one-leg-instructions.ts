import { instructionsOfCall } from "../measure/instructions-of-a-call.js";
import { quantityRow, type Row } from "../measure/table.js";

const counts = [1, 50, 1000] as const;
const transports = ["memory", "http"] as const;

/**
 * A call of one leg in instructions, each server in processes of its own. They repeat to within one per cent, where processor time
 * moves by ten from one process to the next.
 */
export async function oneLegInstructions(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const transport of transports) {
    for (const tools of counts) {
      const [ours, theirs] = await Promise.all([
        instructionsOfCall("generated", tools, transport),
        instructionsOfCall("checked", tools, transport),
      ]);
      const of = `${transport}, ${tools} ${tools === 1 ? "tool" : "tools"}`;
      rows.push(
        quantityRow(
          `${of}: generated / hand-written that checks arguments and output`,
          ours.work / theirs.work,
          "",
          1.08,
        ),
        quantityRow(`${of}: generated`, ours.work / 1000, "thousand"),
        quantityRow(`${of}: generated, collection of garbage`, ours.garbage / 1000, "thousand"),
        quantityRow(`${of}: hand-written, collection of garbage`, theirs.garbage / 1000, "thousand"),
      );
    }
  }
  return rows;
}
