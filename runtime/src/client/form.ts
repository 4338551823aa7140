/** Forms for user interfaces, and nothing else: no SDK, no Node, no DOM. */
export { fieldHint } from "./field-hint.js";
export type { Held } from "./form-content.js";
export { fieldValue, formContent, formProblems } from "./form-content.js";
export type {
  CheckField,
  Choice,
  Field,
  FormModel,
  MultiSelectField,
  NumberField,
  SelectField,
  TextField,
  TextFormat,
} from "./form-model.js";
export { checkField, formDefaults, formModel } from "./form-model.js";
export { judgeFormAnswer } from "../validation/form-answer.js";
export type { FormFormat } from "../validation/formats.js";
export { textFormats } from "../validation/formats.js";
export type { FormFieldSchema, FormSchema, Problem } from "../validation/schemas.js";
