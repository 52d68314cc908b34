import { type ImportMapping, importMappingSchema, SHORTENED } from "~/domain/book-files/mapping";
import type { LongName } from "~/domain/book-files/plan/plan";
import type { FormErrors } from "./mapping-form";

/** Names that are asked about at once. */
export const SHORT_FORMS_AT_ONCE = 100;

/** The name of the field for the short form of a name, by its place in the list. */
export const shortField = (index: number) => `short-${index}`;

/**
 * Reads the short forms. A name that got none stays as it is.
 * @param text the form's field as typed @param tooLong the list that the form asked about @param kept the mapping so far
 */
export function readShortForms(
  text: (name: string) => string,
  tooLong: LongName[],
  kept: ImportMapping,
): { ok: true; mapping: ImportMapping } | { ok: false; errors: FormErrors } {
  const errors: FormErrors = {};
  const short = structuredClone(kept.short);
  let given = 0;
  for (const [index, { kind, name }] of tooLong.slice(0, SHORT_FORMS_AT_ONCE).entries()) {
    const typed = text(shortField(index)).trim();
    if (!typed) continue;
    const parsed = importMappingSchema.shape.short.safeParse({ [kind]: { [name]: typed } });
    if (!parsed.success) {
      const { label, max } = SHORTENED[kind];
      errors[shortField(index)] = [`${label} must be less than ${max} characters`];
      continue;
    }
    given += 1;
    short[kind] = { ...short[kind], ...parsed.data[kind] };
  }
  if (given === 0 && Object.keys(errors).length === 0)
    errors[shortField(0)] = ["Give at least one name a short form"];
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, mapping: { ...kept, short } };
}
