import { AUTHOR_ROLE } from "~/domain/catalogue/books/record/contributor-roles";
import { isbnForms, toIsbn13 } from "~/domain/catalogue/books/record/isbn";
import { countryIn } from "~/domain/kit/addresses/countries";
import { isPlainDate } from "~/domain/kit/dates";
import { withoutUnseen } from "../catalogue/names/names";
import { formatIn, listIn, percentIn, statusIn, yesOrNo } from "./cells";
import {
  type ColumnKey,
  type ColumnKind,
  columnName,
  columnOf,
  isOfKind,
  type NameField,
  type TextField,
  type TextKind,
} from "./columns";
import { foreignCurrencyOf, unitOfHeading } from "./headings";
import type { ImportedBook } from "./imported-book";
import type { ColumnReading } from "./mapping";
import { currencyBeside, foreignAmount } from "./reading/currencies";
import { dateIn } from "./reading/dates";
import { isbnIn, isNone, skuIn } from "./reading/isbns";
import { isNoLanguage, languageOfCode, languagesIn } from "./reading/languages";
import { piecesOf, tagsOfPiece, withoutArray } from "./reading/lists";
import { type MeasureKind, measureIn } from "./reading/measures";
import { type DecimalSign, numberIn, valueIn } from "./reading/numbers";
import { hasOthers, peopleIn } from "./reading/people";

// Cells of tables, each read by the kind of its column. Written are they by `exports/book-cells.ts`.

/** What a cell says; `text` is absent when nothing in it is sure. */
interface ReadText {
  text?: string;
  warning?: string;
}
type ReadCell = (cell: string, heading: string, reading: ColumnReading) => ReadText;

const shown = (cell: string) => `“${cell.trim().slice(0, 40)}”`;
const leftOut = (cell: string): ReadText => ({
  warning: `${shown(cell)} is not understood, so it is left out`,
});
const TWO_WAYS = "can be read in two ways: answer the question about its column";

/** The form's own rule and sentence see what is no number. */
const amount: ReadCell = (cell, _, { decimal }) => {
  const text = numberIn(cell, decimal);
  return text === null ? { warning: `${shown(cell)} ${TWO_WAYS}` } : { text };
};

/** An amount in rupees; a column of another currency can only be chosen by hand. */
const money: ReadCell = (cell, heading, reading) => {
  const currency = foreignCurrencyOf(heading) ?? currencyBeside(cell);
  return currency ? { warning: foreignAmount(cell, currency) } : amount(cell, heading, reading);
};

const measure =
  (kind: MeasureKind): ReadCell =>
  (cell, heading, { unit, decimal }) => {
    const given = unitOfHeading(heading) ?? unit;
    const { text, warning } = measureIn(cell, kind, {
      ...(given && { unit: given }),
      ...(decimal && { decimal }),
    });
    return warning ? { warning } : { text };
  };

/** A number with words around it: 240 pp; of a book without pages, 0, none. */
const pages: ReadCell = (cell, _, { decimal }) => {
  if (numberIn(cell, decimal) === null) return { warning: `${shown(cell)} ${TWO_WAYS}` };
  const [, number] =
    /^(?:[ivxlcdm]+\s*[+,&]\s*)?(?:pp?\.?\s*)?(\d[\d,]*)(?:\.0+)?\s*(?:pp?|pgs?|pages?|पृष्ठ)?\.?$/iu.exec(
      numberWords(cell, decimal),
    ) ?? [];
  const count = number ? valueIn(number) : Number.NaN;
  if (count === 0 || isNone(cell)) return {};
  if (!Number.isInteger(count)) return leftOut(cell);
  // Roman pages in front are counted apart: xii + 240.
  return { text: String(count) };
};

const numberWords = (cell: string, decimal?: DecimalSign) =>
  (numberIn(cell.trim(), decimal) ?? cell).replace(/\s+/g, " ");

const date: ReadCell = (cell, _, { dates }) => {
  if (isNone(cell)) return {};
  const read = dateIn(cell, dates);
  if (!read) return dateIn(cell) ? { warning: `${shown(cell)} ${TWO_WAYS}` } : leftOut(cell);
  if (!read.lost) return { text: read.date };
  return { text: read.date, warning: `Of ${shown(cell)} the year ${read.date} is taken` };
};

/** A sale whose days are not known would begin today, or never end: without its days there is none. */
const saleDay: ReadCell = (cell, heading, reading) => {
  if (isNone(cell)) return {};
  const { text, warning } = date(cell, heading, reading);
  if (text && isPlainDate(text)) return { text };
  const reason = warning?.includes(TWO_WAYS) ? TWO_WAYS : "is no day";
  return { warning: `${shown(cell)} ${reason}, so the sale price is left out` };
};

/** As it stands, or as another reader gives it. */
const as =
  (read: (cell: string) => string): ReadCell =>
  (cell) => ({ text: read(cell) });

/** How a cell becomes the text that somebody would type into the book form, by the kind of its column. */
const TEXTS: Record<Exclude<TextKind, "flag">, ReadCell> = {
  text: as(String),
  code: as(String),
  whole: as(String),
  status: as(statusIn),
  isbn: (cell) => {
    const { isbn, warning } = isbnIn(cell);
    return { ...(isbn && { text: isbn }), ...(warning && { warning }) };
  },
  sku: (cell) => {
    const { sku, warning } = skuIn(cell);
    return { ...(sku && { text: sku }), ...(warning && { warning }) };
  },
  money,
  copies: amount,
  pages,
  date,
  day: saleDay,
  format: (cell) => {
    const format = formatIn(cell);
    return format ? { text: format } : isNone(cell) ? {} : leftOut(cell);
  },
  country: (cell) => {
    const country = countryIn(cell);
    return country ? { text: country } : isNone(cell) ? {} : leftOut(cell);
  },
  mayGo: (cell) => {
    const may = yesOrNo(cell);
    return may === null ? (isNone(cell) ? {} : leftOut(cell)) : { text: may ? "yes" : "no" };
  },
  percent: (cell) => {
    const percent = valueIn(percentIn(cell));
    // A spreadsheet keeps 5% as 0.05.
    return percent > 0 && percent < 1 && !/%|cent/i.test(cell)
      ? {
          warning: `${shown(cell)} may mean ${Number((percent * 100).toFixed(4))}%: write the number of per cent. It is left out`,
        }
      : { text: percentIn(cell) };
  },
  length: measure("length"),
  weight: measure("weight"),
};

/** ISBNs of a cell in thirteen digits where they are valid; one with blanks between its parts is one. */
const isbnsIn = (cell: string): string[] => {
  const texts = listIn(cell, /[;,|\n]+/).flatMap((text) =>
    isbnForms(text).length > 0 ? [text] : listIn(text, /\s+/),
  );
  return [...new Set(texts.map((isbn) => toIsbn13(isbn) ?? isbn))];
};

/** Where a cell stands, and how its column is read where it can be read in several ways. */
interface Place {
  key: ColumnKey;
  heading: string;
  reading: ColumnReading;
}
type Reader = (book: ImportedBook, cell: string, place: Place) => void;

const readText: Reader = (book, cell, { key, heading, reading }) => {
  const { kind, need } = columnOf(key);
  // An empty cell empties what a book can be without.
  const { text, warning } = cell.trim()
    ? TEXTS[kind as keyof typeof TEXTS](cell, heading, reading)
    : { text: "" };
  if (text !== undefined) book.texts[key as TextField] = text;
  if (!warning) return;
  if (text === undefined && kind === "day") book.hasUnknownSale = true;
  // A price or a stock is not left out in silence: the row waits for the answer.
  const isAwaited = need === "book" && isOfKind(key, "money", "copies");
  if (text === undefined && isAwaited) book.problems.push({ column: heading, message: warning });
  else book.warnings.push(`${heading}: ${warning}`);
};

const readName =
  (read: (name: string) => string): Reader =>
  (book, cell, { key }) =>
    void (book.names[key as NameField] = isNone(cell) ? "" : read(cell.trim()));

/** The first language is the book's, the others are further ones. */
const readLanguage: Reader = (book, cell, { reading: { lists } }) => {
  if (cell.trim() && !isNone(cell) && isNoLanguage(cell))
    return void book.warnings.push(`Language: ${shown(cell)} is no language, so it is left out`);
  const parts = lists === "whole" ? [] : languagesIn(cell);
  book.names.language = isNone(cell)
    ? ""
    : parts.length > 1
      ? cell.trim()
      : (parts[0] ?? languageOfCode(cell.trim()));
  if (parts.length > 1) book.languageParts = parts;
};

const readPeople: Reader = (book, cell, { key, heading, reading }) => {
  (book.contributors ??= []).push(...peopleIn(cell, columnOf(key).role ?? AUTHOR_ROLE, reading.lists));
  if (hasOthers(cell))
    book.warnings.push(`${heading}: of ${shown(cell)} the others, who are not named, are left out`);
};

const readTags: Reader = (book, cell, { reading: { lists } }) => {
  const pieces = piecesOf(cell).filter(({ text }) => !isNone(text));
  for (const { text, isQuoted } of pieces) {
    const parts = isQuoted ? [text] : tagsOfPiece(text, lists);
    if (parts.length !== 1 || parts[0] !== text) (book.tagParts ??= {})[text] = parts;
  }
  book.tags = [...new Set([...(book.tags ?? []), ...pieces.map(({ text }) => text)])];
};

const readFlag: Reader = (book, cell, { key, heading }) => {
  // Magento calls what is not shown 2.
  const answer = /^product_online$/i.test(heading) && cell.trim() === "2" ? false : yesOrNo(cell);
  if (answer === null)
    book.warnings.push(`${heading}: ${shown(cell)} is neither yes nor no, so it is left out`);
  else if (key !== "visible") book.texts[key as TextField] = answer ? "true" : "";
  else if (cell.trim()) book.visible = answer && book.visible !== false;
};

/** The kinds that are no single text of the form. */
const READERS: Record<Exclude<ColumnKind, TextKind> | "flag", Reader> = {
  flag: readFlag,
  visible: readFlag,
  name: readName(String),
  languageName: readName(languageOfCode),
  language: readLanguage,
  people: readPeople,
  tags: readTags,
  languages: (book, cell) => void (book.languages = [...(book.languages ?? []), ...languagesIn(cell)]),
  codes: (book, cell, { key }) => {
    const codes = key as "thema" | "bisac";
    book[codes] = [...(book[codes] ?? []), ...listIn(cell.toUpperCase(), /[;,|\s]+/)];
  },
  isbns: (book, cell) => void (book.otherFormats = isbnsIn(cell)),
  pictures: (book, cell) => void (book.pictures = listIn(cell, /[;|\s]+/)),
  id: (book, cell) => void (cell.trim() && !isNone(cell) && (book.id = cell.trim())),
  discount: (book, cell) => void (book.discount = cell.trim()),
  currency: (book, cell) => void (book.currency = cell.trim()),
};

/** Lists, which programs write as arrays too. */
const LISTS: ColumnKind[] = ["people", "tags", "language", "languages", "codes", "isbns", "pictures"];

/**
 * Puts a cell into the book. What is not sure is left out, with a hint.
 * @param heading of its column: the unit of a measure may stand there
 * @param reading how its column is read where it can be read in several ways
 */
export function readCell(
  book: ImportedBook,
  key: ColumnKey,
  given: string,
  heading = columnName(key),
  reading: ColumnReading = {},
) {
  const { kind } = columnOf(key);
  // Texts that people write keep their signs here, since our own export has them too.
  const seen = kind === "text" || kind === "sku" ? given : withoutUnseen(given);
  const cell = LISTS.includes(kind) ? withoutArray(seen) : seen;
  const read = (READERS as Partial<Record<ColumnKind, Reader>>)[kind] ?? readText;
  read(book, cell, { key, heading, reading });
}
