import type { ContributorRole } from "~/domain/catalogue/books/record/contributor-roles";
import type { NameField, TextField } from "./columns";

export interface ImportedContributor {
  name: string;
  role: ContributorRole;
  /** The people that the name is when the shop has nobody of this name: 'Neil Rao and Terry Iyer'. */
  parts?: ImportedContributor[];
  /** Nobody has said whether its comma stands between people or before a forename: it is taken only if the shop has it. */
  asked?: true;
  /** The same, of files whose columns nobody is asked about: it is taken as it stands, with a hint. */
  isUnsure?: true;
  /** The name with the forename first: the same person, if the shop has one of this name. */
  forenameFirst?: string;
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
  /** What a tag is when the shop has none of this name: 'Fiction, Hindi'. */
  tagParts?: Record<string, string[]>;
  /** The languages that the language's name is when the shop has none of this name: 'English; Hindi'. */
  languageParts?: string[];
  /** A percentage below the price, as a sale price. */
  discount?: string;
  /** The days of its sale are not understood. */
  hasUnknownSale?: true;
  /** The currency of its amounts, as the file has it. */
  currency?: string;
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
  /** Why the row was refused before, when it comes from a file of refused rows: another row was about the same book. */
  wasDouble?: true;
  /** The book as it was when the row was reckoned: what was sold since is taken into account. */
  seen?: { stock: number; version: number };
  /** Set by kinds of files that do not keep doubled blanks: what differs in blanks only is no change. */
  hasPlainBlanks?: true;
  /** Sentences about what was not understood; the book is imported nonetheless. */
  warnings: string[];
  /** Why the row cannot be imported at all, with the column where there is one. */
  problems: { column: string; message: string }[];
}

/** A book of which the file has said nothing yet. @param row from 1, as spreadsheets count */
export const emptyBook = (row: number): ImportedBook => ({
  row,
  texts: {},
  names: {},
  warnings: [],
  problems: [],
});
