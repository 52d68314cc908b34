import type { Tables } from "~/db/tables";
import { COUNTRIES } from "~/domain/kit/addresses/countries";
import { BOOK_FORMATS } from "./book-formats";

// The fields of a book beside those of the specification, each declared once. Schema, form, API, history, reading and
// saving are made from this list, in its order. (Contributors, further languages and subjects are rows of their own
// tables.)

/** The parts of the form below the specification's fields. */
export const RECORD_SECTIONS = {
  details: "Details",
  preorders: "Pre-orders",
  series: "Series and edition",
  size: "Size and weight",
  tax: "Tax and import",
  sale: "Dates of the sale",
} as const;

export type RecordSection = keyof typeof RECORD_SECTIONS;

export const PUBLISHING_STATUSES = {
  forthcoming: "Forthcoming",
  available: "Available",
  out_of_print: "Out of print",
} as const;

export type PublishingStatus = keyof typeof PUBLISHING_STATUSES;

/** Whether a book goes by a post that takes some books alone. */
export const GYAN_POST_ANSWERS = { yes: "It may go", no: "It may not go" } as const;

const FORMAT_LABELS = Object.fromEntries(
  Object.entries(BOOK_FORMATS).map(([code, { label }]) => [code, label]),
) as Record<keyof typeof BOOK_FORMATS, string>;

interface Declared {
  column: keyof Tables["books"];
  /** On the form, in messages and in the history. */
  label: string;
  section: RecordSection;
  hint?: string;
  /** For the API reference. */
  description?: string;
  example: string | number;
  /** Not shown to shoppers. */
  staffOnly?: true;
}

export type RecordField = Declared &
  (
    | {
        kind: "text";
        max: number;
        /** The form suggests the values that other books have. */
        suggested?: true;
        /** What the text must match, and the message when it does not. */
        pattern?: { of: RegExp; message: string };
      }
    | { kind: "whole"; min: number; max: number }
    /** One of some codes. `otherwise` is the value when none is chosen. */
    | { kind: "choice"; options: Readonly<Record<string, string>>; otherwise: string | null }
    /** The id of a row. `named` is the property of a book that has its name. */
    | { kind: "name"; table: "series" | "languages"; named: "series" | "originalLanguage" }
    /** A per cent with two decimals at most; stored in hundredths. */
    | { kind: "rate" }
    /** A plain date in India, e.g. "2026-11-30". */
    | { kind: "day" }
  );

const millimetres = <Column extends keyof Tables["books"]>(column: Column, label: string, example: number) =>
  ({
    kind: "whole",
    column,
    label,
    min: 1,
    max: 2000,
    section: "size",
    hint: "mm",
    description: "Millimetres.",
    example,
  }) as const;

/** By their names in code and in the API. */
export const RECORD_FIELDS = {
  subtitle: {
    kind: "text",
    column: "subtitle",
    label: "Subtitle",
    max: 200,
    section: "details",
    example: "A Novel",
  },
  format: {
    kind: "choice",
    column: "format",
    label: "Format",
    options: FORMAT_LABELS,
    otherwise: null,
    section: "details",
    description: "A code of ONIX list 150, e.g. BC for a paperback.",
    example: "BC",
  },
  publishingStatus: {
    kind: "choice",
    column: "publishing_status",
    label: "Publishing status",
    options: PUBLISHING_STATUSES,
    otherwise: "available",
    section: "details",
    example: "available",
  },
  preorderLimit: {
    kind: "whole",
    column: "preorder_limit",
    label: "Copies to pre-order",
    min: 1,
    max: 10_000,
    section: "preorders",
    hint: "Empty: no pre-orders",
    description:
      "How many copies of a forthcoming book may be ordered before its publication date, which must be a whole date; null: none.",
    example: 100,
    staffOnly: true,
  },
  imprint: {
    kind: "text",
    column: "imprint",
    label: "Imprint",
    max: 100,
    suggested: true,
    section: "details",
    example: "Little Neem",
  },
  originalTitle: {
    kind: "text",
    column: "original_title",
    label: "Original title",
    max: 200,
    section: "details",
    example: "গোরা",
  },
  originalLanguageId: {
    kind: "name",
    column: "original_language_id",
    label: "Original language",
    table: "languages",
    named: "originalLanguage",
    section: "details",
    example: 2,
  },
  ageFrom: {
    kind: "whole",
    column: "age_from",
    label: "Age from",
    min: 0,
    max: 99,
    section: "details",
    hint: "Years",
    description: "The youngest readers' age, in years.",
    example: 8,
  },
  ageTo: {
    kind: "whole",
    column: "age_to",
    label: "Age to",
    min: 0,
    max: 99,
    section: "details",
    hint: "Years",
    description: "The oldest readers' age, in years.",
    example: 12,
  },
  sku: {
    kind: "text",
    column: "sku",
    label: "SKU",
    max: 40,
    section: "details",
    hint: "Your own number of the book",
    description: "The shop's own number of the book; no two books have the same.",
    example: "NTP-0042",
    staffOnly: true,
  },
  seriesId: {
    kind: "name",
    column: "series_id",
    label: "Series",
    table: "series",
    named: "series",
    section: "series",
    example: 1,
  },
  seriesNumber: {
    kind: "text",
    column: "series_number",
    label: "Number in the series",
    max: 20,
    section: "series",
    example: "2",
  },
  editionStatement: {
    kind: "text",
    column: "edition_statement",
    label: "Edition",
    max: 100,
    section: "series",
    hint: "In words, as printed in the book",
    example: "Second revised edition",
  },
  editionNumber: {
    kind: "whole",
    column: "edition_number",
    label: "Edition number",
    min: 1,
    max: 999,
    section: "series",
    example: 2,
  },
  heightMm: millimetres("height_mm", "Height", 198),
  widthMm: millimetres("width_mm", "Width", 129),
  thicknessMm: millimetres("thickness_mm", "Thickness", 20),
  weightG: {
    kind: "whole",
    column: "weight_g",
    label: "Weight",
    min: 1,
    max: 50_000,
    section: "size",
    hint: "Grams",
    description: "Grams.",
    example: 240,
  },
  gyanPost: {
    kind: "choice",
    column: "gyan_post",
    label: "Gyan Post",
    options: GYAN_POST_ANSWERS,
    otherwise: null,
    section: "size",
    hint: "Empty: it may go",
    description:
      "Whether India Post takes the book as Gyan Post: a parcel with one that may not go is not offered it; null: not said, so it may.",
    example: "yes",
    staffOnly: true,
  },
  hsn: {
    kind: "text",
    column: "hsn",
    label: "HSN code",
    max: 8,
    pattern: { of: /^(?:\d{4}|\d{6}|\d{8})$/, message: "HSN code must have 4, 6 or 8 digits" },
    section: "tax",
    hint: "Empty: the code in the settings",
    description: "null: the shop's setting.",
    example: "4901",
    staffOnly: true,
  },
  taxRate: {
    kind: "rate",
    column: "tax_rate",
    label: "Tax rate (%)",
    section: "tax",
    hint: "Included in the price. Empty: by its HSN code and the rates in the settings",
    description:
      "Per cent, included in the price; null: by the shop's rates of its HSN code, else the setting.",
    example: 5,
    staffOnly: true,
  },
  countryOfOrigin: {
    kind: "choice",
    column: "country_of_origin",
    label: "Country of origin",
    options: COUNTRIES,
    otherwise: null,
    section: "tax",
    hint: "Of an imported book. Empty: India",
    description: "ISO 3166-1, two letters; null: India, or not said.",
    example: "GB",
  },
  importer: {
    kind: "text",
    column: "importer",
    label: "Importer",
    max: 300,
    section: "tax",
    hint: "Of an imported book: name and address",
    description: "Name and address.",
    example: "Neem Imports, 4 Fort Road, Mumbai 400001",
  },
  saleFrom: {
    kind: "day",
    column: "sale_from",
    label: "Sale from",
    section: "sale",
    hint: "Empty: at once",
    description: "The first day of the sale price in India; null: at once.",
    example: "2026-11-01",
    staffOnly: true,
  },
  saleUntil: {
    kind: "day",
    column: "sale_until",
    label: "Sale until",
    section: "sale",
    hint: "The last day. Empty: without end",
    description: "The last day of the sale price in India; null: without end.",
    example: "2026-11-30",
    staffOnly: true,
  },
} as const satisfies Record<string, RecordField>;

type Fields = typeof RECORD_FIELDS;
export type RecordKey = keyof Fields;
export type RecordColumn = Fields[RecordKey]["column"];

type ValueOf<Field> = Field extends { kind: "text" | "day" }
  ? string | null
  : Field extends { kind: "choice"; options: infer Options; otherwise: infer Otherwise }
    ? keyof Options | Otherwise
    : number | null;

/** The values of these fields. Rates in hundredths of a per cent. */
export type RecordValues = { [Key in RecordKey]: ValueOf<Fields[Key]> };

export type StaffRecordKey = {
  [Key in RecordKey]: Fields[Key] extends { staffOnly: true } ? Key : never;
}[RecordKey];

/** The values that shoppers see too. */
export type PublicRecord = Omit<RecordValues, StaffRecordKey>;

/** The names of the rows that `seriesId` and `originalLanguageId` refer to. */
export interface RecordNames {
  series: string | null;
  originalLanguage: string | null;
}

export const RECORD_KEYS = Object.keys(RECORD_FIELDS) as RecordKey[];

/** The declaration without its literal types. */
export const recordField = (key: RecordKey): RecordField => RECORD_FIELDS[key];

/** Whether shoppers never see the field. */
export const isStaffOnly = (key: RecordKey): key is StaffRecordKey => recordField(key).staffOnly === true;

export const AGES_REVERSED = "Age to must not be less than Age from";
