import type { FormErrors, TypedFields } from "./mapping/mapping-form";

/** A refused form of an import's page, with what was typed. */
export interface ImportAnswer {
  form: "plan" | "short" | "layout" | "answers";
  /** By field; `form`: of the form as a whole. */
  errors: FormErrors;
  typed: TypedFields;
}
