import { bareIsbn, isbnForms, toIsbn13 } from "../catalogue/isbn";
import {
  amountIn,
  contributorsIn,
  dayIn,
  formatIn,
  listIn,
  measureIn,
  percentIn,
  statusIn,
  yesOrNo,
} from "./cells";
import { type ColumnKey, columnName, unitOfHeading } from "./columns";
import { type ImportedBook, NAME_FIELDS, type NameField, type TextField } from "./imported-book";

const ROLES = { contributors: "A01", translators: "B06", editors: "B01", illustrators: "A12" } as const;

/** How a cell becomes the text that somebody would type into the book form; the others are taken as they are. */
const TEXTS: Partial<Record<TextField, (cell: string, heading: string) => string>> = {
  isbn13: (cell) => {
    // Spreadsheets that must keep the digits write '978… or ="978…".
    const isbn = bareIsbn(cell.replace(/^'|^="(.*)"$/, "$1"));
    return toIsbn13(isbn) ?? isbn;
  },
  price: amountIn,
  salePrice: amountIn,
  saleFrom: dayIn,
  saleUntil: dayIn,
  stock: (cell) => cell.trim(),
  publishedOn: dayIn,
  format: (cell) => formatIn(cell) ?? cell.trim(),
  publishingStatus: statusIn,
  taxRate: percentIn,
  heightMm: (cell, heading) => measureIn(cell, "length", unitOfHeading(heading)),
  widthMm: (cell, heading) => measureIn(cell, "length", unitOfHeading(heading)),
  thicknessMm: (cell, heading) => measureIn(cell, "length", unitOfHeading(heading)),
  weightG: (cell, heading) => measureIn(cell, "weight", unitOfHeading(heading)),
};

/** ISBNs of a cell in thirteen digits where they are valid; one with blanks between its parts is one. */
const isbnsIn = (cell: string): string[] => {
  const texts = listIn(cell, /[;,|\n]+/).flatMap((text) =>
    isbnForms(text).length > 0 ? [text] : listIn(text, /\s+/),
  );
  return [...new Set(texts.map((isbn) => toIsbn13(isbn) ?? isbn))];
};

const isName = (key: ColumnKey): key is NameField => NAME_FIELDS.some((field) => field === key);

/**
 * Puts a cell into the book.
 * @param heading of its column: the unit of a measure may stand there
 */
export function readCell(book: ImportedBook, key: ColumnKey, cell: string, heading = columnName(key)) {
  switch (key) {
    case "id":
      if (cell.trim()) book.id = cell.trim();
      return;
    case "contributors":
    case "translators":
    case "editors":
    case "illustrators":
      (book.contributors ??= []).push(...contributorsIn(cell, ROLES[key]));
      return;
    case "tags":
      book.tags = [...new Set([...(book.tags ?? []), ...listIn(cell)])];
      return;
    case "languages":
      book.languages = listIn(cell);
      return;
    case "thema":
    case "bisac":
      book[key] = [...(book[key] ?? []), ...listIn(cell.toUpperCase(), /[;,|\s]+/)];
      return;
    case "pictures":
      book.pictures = listIn(cell, /[;|\s]+/);
      return;
    case "otherFormats":
      book.otherFormats = isbnsIn(cell);
      return;
    case "visible":
    case "featured": {
      const answer = yesOrNo(cell);
      if (answer === null)
        book.problems.push({
          column: heading,
          message: `"${cell.trim().slice(0, 40)}" is neither yes nor no`,
        });
      else if (key === "featured") book.texts.featured = answer ? "true" : "";
      else if (cell.trim()) book.visible = answer;
      return;
    }
    default:
      if (isName(key)) book.names[key] = cell.trim();
      else book.texts[key] = TEXTS[key]?.(cell, heading) ?? cell;
  }
}
