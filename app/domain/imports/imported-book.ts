import type { ContributorRole } from "../catalogue/contributor-roles";

/** The fields of a book that are a single text in a file, as somebody would type it into the book form. */
export const TEXT_FIELDS = [
  "title",
  "subtitle",
  "brief",
  "description",
  "isbn13",
  "sku",
  "price",
  "salePrice",
  "saleFrom",
  "saleUntil",
  "stock",
  "pageCount",
  "publishedOn",
  "featured",
  "format",
  "publishingStatus",
  "preorderLimit",
  "imprint",
  "originalTitle",
  "ageFrom",
  "ageTo",
  "seriesNumber",
  "editionStatement",
  "editionNumber",
  "heightMm",
  "widthMm",
  "thicknessMm",
  "weightG",
  "hsn",
  "taxRate",
] as const;
export type TextField = (typeof TEXT_FIELDS)[number];

/** The fields that are names of rows, which an import creates when they are missing. */
export const NAME_FIELDS = ["publisher", "language", "originalLanguage", "series"] as const;
export type NameField = (typeof NAME_FIELDS)[number];

export interface ImportedContributor {
  name: string;
  role: ContributorRole;
}

/**
 * A book as a file describes it, whatever the file's kind. A field that the file does not have is absent: a change
 * leaves it as it is. An empty text empties it.
 */
export interface ImportedBook {
  /** The row of a table, or the product's place in an ONIX message. */
  row: number;
  /** What the sender calls it: ONIX's record reference, Shopify's handle. */
  reference?: string;
  /** Our own id. */
  id?: string;
  texts: Partial<Record<TextField, string>>;
  names: Partial<Record<NameField, string>>;
  contributors?: ImportedContributor[];
  tags?: string[];
  /** Further languages of the text. */
  languages?: string[];
  /** Codes of subjects. */
  thema?: string[];
  bisac?: string[];
  /** Words for the search that the sender gives; tags only when staff want that. */
  keywords?: string[];
  /** Addresses of pictures, the cover first. */
  pictures?: string[];
  /** ISBNs of the same work in other formats. */
  otherFormats?: string[];
  /** Whether the store shows it. */
  visible?: boolean;
  /** The sender takes the book out of the trade: nothing else is given. */
  isDeleted?: true;
  /** Sentences about what was not understood; the book is imported nonetheless. */
  warnings: string[];
  /** Why the row cannot be imported at all, with the column where there is one. */
  problems: { column: string; message: string }[];
}

export const emptyBook = (row: number): ImportedBook => ({
  row,
  texts: {},
  names: {},
  warnings: [],
  problems: [],
});
