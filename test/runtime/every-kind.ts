import {
  compute,
  confirm,
  elicit,
  elicitUrl,
  type Kinds,
  roots,
  sample,
} from "../../runtime/src/contract-v1/server.js";

/** What generated code passes in whose inputs are of every kind. */
export const everyKind: Kinds = { compute, confirm, elicit, elicitUrl, roots, sample };
