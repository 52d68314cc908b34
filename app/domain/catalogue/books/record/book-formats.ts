/** A book's formats, by the codes of ONIX list 150. `schemaOrg` is the nearest of schema.org's BookFormatType. */
export const BOOK_FORMATS = {
  BC: { label: "Paperback", schemaOrg: "Paperback" },
  BB: { label: "Hardback", schemaOrg: "Hardcover" },
  BH: { label: "Board book", schemaOrg: "Hardcover" },
  BE: { label: "Spiral bound" },
  BG: { label: "Leather bound", schemaOrg: "Hardcover" },
  BF: { label: "Pamphlet", schemaOrg: "Paperback" },
  BD: { label: "Loose-leaf" },
  BI: { label: "Rag book" },
  BJ: { label: "Bath book" },
  BK: { label: "Novelty book" },
  BM: { label: "Big book" },
  BO: { label: "Fold-out book" },
  BA: { label: "Book" },
  SB: { label: "Boxed set" },
  CB: { label: "Folded map" },
  PC: { label: "Calendar" },
  EA: { label: "E-book", schemaOrg: "EBook" },
  ED: { label: "E-book (download)", schemaOrg: "EBook" },
  AJ: { label: "Audiobook (download)", schemaOrg: "AudiobookFormat" },
  AC: { label: "Audiobook (CD)", schemaOrg: "AudiobookFormat" },
  AA: { label: "Audiobook", schemaOrg: "AudiobookFormat" },
} as const satisfies Record<string, { label: string; schemaOrg?: string }>;

export type BookFormat = keyof typeof BOOK_FORMATS;

/** 'Paperback'; null for none or an unknown one. @param code of ONIX list 150 */
export const formatName = (code: string | null): string | null =>
  code !== null && isFormat(code) ? BOOK_FORMATS[code].label : null;

/** Whether a code is one of the formats that the form offers (ONIX list 150). */
export const isFormat = (code: string): code is BookFormat => Object.hasOwn(BOOK_FORMATS, code);
