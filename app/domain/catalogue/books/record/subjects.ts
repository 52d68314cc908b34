/** The two schemes of subject codes: Thema (worldwide) and BISAC (North America). */
export const SUBJECT_SCHEMES = {
  thema: { label: "Thema", code: /^(?:[A-Z][A-Z0-9]{0,7}|[1-6][A-Z0-9-]{0,15})$/ },
  bisac: { label: "BISAC", code: /^[A-Z]{3}\d{6}$/ },
} as const;

export type SubjectScheme = keyof typeof SUBJECT_SCHEMES;

export const SCHEMES = Object.keys(SUBJECT_SCHEMES) as SubjectScheme[];

/** A subject of a book; the code is in capitals. */
export interface Subject {
  scheme: SubjectScheme;
  code: string;
}
