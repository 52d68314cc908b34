import { BOOK_FORMATS, formatName } from "./record/book-formats";
import type { OnSale } from "./sale/sale";

// Editions of one work: several books, such as its paperback and its hardback, each with its own page, price and stock.

/** The most books of one work: a page shows them all. */
export const MOST_EDITIONS = 20;

/** An edition as the book's page shows it beside the others. Money in paise. */
export interface Edition extends OnSale {
  id: number;
  title: string;
  /** What tells it from the others: 'Paperback', or 'Paperback, 1994'. */
  label: string;
  format: string | null;
  isbn13: string | null;
  price: number;
  salePrice: number | null;
  /** What the visitor pays as a member of a customer group, where that is less. */
  yourPrice?: number;
}

/** An edition as staff see it. */
export interface StaffEdition extends Edition {
  hidden: boolean;
}

/** What an edition's label is made of. */
export interface Labelled {
  id: number;
  language: string;
  format: string | null;
  editionStatement: string | null;
  editionNumber: number | null;
  publishedOn: string | null;
  isbn13: string | null;
}

/** What tells editions of one format apart, the most telling first. */
const DIFFERENCES: ((book: Labelled) => string | null)[] = [
  ({ language }) => language,
  ({ editionStatement, editionNumber }) =>
    editionStatement ?? (editionNumber === null ? null : `edition ${editionNumber}`),
  ({ publishedOn }) => publishedOn?.slice(0, 4) ?? null,
  ({ isbn13 }) => isbn13,
];

const formatOf = ({ format }: Labelled) => formatName(format) ?? "Edition";

/** The label of each edition, by the book's id: its format, and if several have the same, the first thing that differs. */
export function editionLabels(books: Labelled[]): Map<number, string> {
  return new Map(
    books.map((book) => {
      const format = formatOf(book);
      const same = books.filter((one) => formatOf(one) === format);
      if (same.length === 1) return [book.id, format];
      const differs = DIFFERENCES.find(
        (of) => new Set(same.map((one) => of(one) ?? "")).size === same.length,
      );
      const difference = (differs ?? DIFFERENCES.at(-1)!)(book);
      return [book.id, difference === null ? format : `${format}, ${difference}`];
    }),
  );
}

const FORMATS = Object.keys(BOOK_FORMATS);

/** Paperback, hardback, … e-book, audiobook; those without a format last. */
export function formatOrder(format: string | null): number {
  const at = FORMATS.indexOf(format ?? "");
  return at < 0 ? FORMATS.length : at;
}
