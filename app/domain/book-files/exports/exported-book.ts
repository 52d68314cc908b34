import type { EditableBook } from "~/domain/catalogue/books/staff/staff-books";

/** A book as an export has it. */
export interface ExportedBook extends EditableBook {
  /** ISBNs of the other editions of its work. */
  otherIsbns: string[];
  /** The tax contained in its price today, its own or by the shop's rules, in hundredths of a per cent. */
  rateNow: number;
}

/** What an export says about the shop beside its books. */
export interface ExportingShop {
  /** The shop's public origin. */
  origin: string;
  /** The seller's legal name, else the shop's name. */
  sender: string;
  /** Empty: not known. */
  email: string;
  now: Date;
}

/** The address of the cover as stored; null: the book has none. */
export const coverAddress = (book: Pick<EditableBook, "cover">, origin: string): string | null =>
  book.cover === null ? null : `${origin}/coverpages/${book.cover}`;

/** The same as a JPEG, which every program can read; null without a cover. */
export const coverAsJpeg = (book: Pick<EditableBook, "cover">, origin: string): string | null =>
  coverAddress(book, origin)?.replace(/\.webp$/, "-640.jpg") ?? null;
