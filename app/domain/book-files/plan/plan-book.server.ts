import { type AuditChange, type AuditFields, changedFields, changesOf } from "~/domain/kit/audit/audit";
import { historyOf, ownNames, type NamedRows } from "~/domain/catalogue/books/book";
import { bareIsbn, isbnForms, isbnWarning } from "~/domain/catalogue/books/record/isbn";
import type { BookFields } from "~/domain/catalogue/books/record/book-form.schema";
import { preorderProblem } from "~/domain/catalogue/books/sale/preorder-rules";
import type { EditableBook } from "~/domain/catalogue/books/staff/staff-books";
import { toNumber } from "~/domain/catalogue/books/record/typed-fields";
import { type ColumnKey, columnName } from "../columns";
import { emptyBook, type ImportedBook } from "../imported-book";
import {
  type BookInput,
  columnOfField,
  firstOfColumn,
  inputOfBook,
  inputOfFile,
  inputOfNewBook,
} from "./book-input";
import type { Match } from "./known-books.server";
import type { NameFinder } from "./names";
import { readDiscount } from "./discount";
import { parsedWithout } from "./optional-cells";
import type { PlannedBook, PlanOptions } from "./plan";
import { stockSince } from "./stock-since";
import { RowsOfNames } from "./rows-of-names";

/** The name of the field in a book's history. */
export const VISIBLE = "Visible";

/** What an import would do with one row. @param match the book that it is about */
export function planBook(
  given: ImportedBook,
  match: Match,
  names: NameFinder,
  options: PlanOptions,
): PlannedBook {
  const { mode, headings } = options;
  const looked = mode === "stock_and_price" ? stockAndPriceOf(given, options) : given;
  // Other programs write 0 for none.
  const hasNoSale =
    !options.isTyped && isZero(looked.texts.salePrice) && !(match.ok && match.book?.salePrice === 0);
  const book = hasNoSale ? { ...looked, texts: { ...looked.texts, salePrice: "" } } : looked;
  const known = match.ok ? match.book : null;
  const planned: PlannedBook = {
    row: book.row,
    reference: book.reference ?? null,
    title: given.texts.title ?? known?.title ?? "",
    outcome: "unchanged",
    book: known && { id: known.id, version: known.version },
    known,
    changes: [],
    problems: [...book.problems],
    warnings: [...book.warnings, ...warningsOf(given)],
    fields: null,
    visible: null,
    missing: [],
    pictures: (book.pictures ?? []).filter((address) => !isCoverOf(address, known)),
    edition: null,
    links: null,
    awaited: [],
    question: match.question ?? null,
    isOldStock: false,
  };
  if (match.ok && match.warning) planned.warnings.push(match.warning);
  const nameOf = (column: ColumnKey | "") => column && (headings?.get(column) ?? columnName(column));
  const problem = (column: ColumnKey | "", message: string) =>
    void planned.problems.push({ column: nameOf(column), message });
  if (hasNoSale) planned.warnings.push(`${nameOf("salePrice")}: 0 is taken as no sale price`);
  if (!match.ok) problem(match.column, match.message);
  else if (!known && mode === "stock_and_price") problem(...notFound(given));
  if (planned.problems.length > 0) return refused(planned);
  if (known && mode === "add_only")
    return { ...planned, warnings: [...planned.warnings, "The book is already there"] };
  if (book.isDeleted) return planDeletion(planned, known, mode);

  const rows = new RowsOfNames(names, known);
  const base = known ? inputOfBook(known) : inputOfNewBook(book);
  const fromFile: Partial<BookInput> = inputOfFile(book, { names: rows, problem });
  if (known && book.hasPlainBlanks) keepBlanks(fromFile, base);
  // A new sale price without dates holds at once, and without end.
  if (known && hasSaleWithoutDates(book) && !isSameSale(known, book))
    fromFile.saleFrom = fromFile.saleUntil = "";
  if (known?.isbn13 && isSameIsbn(known.isbn13, book.texts.isbn13)) fromFile.isbn13 = known.isbn13;
  planned.warnings.push(...readDiscount(book, fromFile, known));
  if (book.hasUnknownSale) for (const field of SALE) delete fromFile[field];
  if (hasNoSale && !fromFile.salePrice) fromFile.saleFrom = fromFile.saleUntil = "";
  if (!options.isTyped && isZero(book.texts.price) && known?.price !== 0)
    planned.warnings.push(`${nameOf("price")}: at 0 the book is free`);
  const stock = known && stockSince(book, known);
  if (stock) {
    if ("problem" in stock) problem("stock", stock.problem);
    else fromFile.stock = stock.stock;
  }
  const { parsed, left } = parsedWithout(base, fromFile, options.isTyped ?? false);
  for (const { column, message } of left) planned.warnings.push(leftOut(nameOf(column), message));
  if (!parsed.success)
    for (const { path, message } of parsed.error.issues) problem(columnOfField(path[0]), message);
  const waiting = parsed.success && known && preorderProblem(parsed.data, known.preordered);
  if (waiting) problem(columnOfField(waiting.field), waiting.message);
  if (!parsed.success || planned.problems.length > 0) return refused(planned);
  const full = { ...planned, missing: rows.missing() };
  return compared(full, known, parsed.data, rows.named(parsed.data), book.visible);
}

const isZero = (amount: string | undefined) => Boolean(amount) && toNumber(amount!) === 0;

/** The form's sentence, with its column in front if it does not name it. */
const leftOut = (column: string, message: string) =>
  `${message.startsWith(column) ? "" : `${column}: `}${message}, so it is left out`;

function warningsOf({ texts }: ImportedBook): string[] {
  const warning = isbnWarning(texts.isbn13 ?? "");
  return warning ? [warning] : [];
}

/** Texts that differ from those of the book in blanks only are no change. */
function keepBlanks(input: Partial<BookInput>, known: Partial<BookInput>) {
  const plain = (text: string) => text.replace(/[\s\u00A0]+/gu, " ").trim();
  for (const [field, text] of Object.entries(input)) {
    const before = known[field as keyof BookInput];
    const isSame = typeof text === "string" && typeof before === "string" && plain(text) === plain(before);
    if (isSame) Object.assign(input, { [field]: before });
  }
}

const hasSaleWithoutDates = ({ texts }: ImportedBook) =>
  texts.salePrice !== undefined && texts.saleFrom === undefined && texts.saleUntil === undefined;

const isSameSale = ({ salePrice }: EditableBook, { texts }: ImportedBook) =>
  salePrice === (texts.salePrice ? Math.round(toNumber(texts.salePrice) * 100) : null);

/** The same number in its other length, or with hyphens: no change, since readers of files write one form of all. */
const isSameIsbn = (known: string, given: string | undefined): boolean =>
  given !== undefined && (bareIsbn(known) === bareIsbn(given) || isbnForms(known).includes(bareIsbn(given)));

/** An export gives the address of the cover that the book has already; its name is made from the picture. */
const isCoverOf = (address: string, known: EditableBook | null): boolean =>
  known !== null && address.split("/").at(-1)!.replace(SMALLER_JPEG, ".webp") === known.cover;

const SMALLER_JPEG = /-\d+\.jpg$/;

const refused = (planned: PlannedBook): PlannedBook => ({
  ...planned,
  outcome: "refused",
  problems: firstOfColumn(planned.problems),
});

/** Compares as the book's history does. */
function compared(
  planned: PlannedBook,
  known: EditableBook | null,
  fields: BookFields,
  named: NamedRows,
  visible: boolean | undefined,
): PlannedBook {
  const wasVisible = known ? !known.hidden : true;
  const isVisible = visible ?? wasVisible;
  const after: AuditFields = { ...historyOf(fields, named), [VISIBLE]: isVisible };
  const before: AuditFields = known ? { ...historyOf(known, ownNames(known)), [VISIBLE]: wasVisible } : {};
  const changed = changedFields(before, after);
  const changes = changesOf(changed.before, changed.after).filter((change) => known || hasValue(change));
  if (changes.length === 0) return planned;
  return {
    ...planned,
    outcome: known ? "changed" : "added",
    changes,
    fields,
    visible: isVisible === wasVisible ? null : isVisible,
  };
}

/** Of a new book only what it has is worth showing. */
const hasValue = ({ field, after }: AuditChange) =>
  field === VISIBLE ? after === false : after !== null && after !== false && after !== "";

/** A book that the sender takes out of the trade is hidden, never deleted. */
function planDeletion(
  planned: PlannedBook,
  known: EditableBook | null,
  mode: PlanOptions["mode"],
): PlannedBook {
  if (!known)
    return { ...planned, warnings: [...planned.warnings, "The book to be hidden is not in the catalogue"] };
  if (known.hidden || mode !== "add_and_change") return planned;
  return {
    ...planned,
    outcome: "changed",
    changes: [{ field: VISIBLE, before: true, after: false }],
    visible: false,
  };
}

const SALE = ["salePrice", "saleFrom", "saleUntil"] as const;
/** What the mode writes. */
const WRITTEN: ColumnKey[] = ["price", ...SALE, "stock"];
/** What the mode looks at; `discount` becomes a sale price. The numbers only say which book it is. */
const LOOKED_AT: ColumnKey[] = ["isbn13", "sku", "id", "discount", ...WRITTEN];

/** Only what the mode may change; the rest of the row is not even checked. */
function stockAndPriceOf(book: ImportedBook, { headings }: PlanOptions): ImportedBook {
  const { row, reference, id, texts, problems, warnings, discount, seen, wasDouble, isDeleted } = book;
  const { hasUnknownSale } = book;
  const columns = LOOKED_AT.map((key) => headings?.get(key) ?? columnName(key));
  const kept = Object.entries(texts).filter(([key]) => WRITTEN.includes(key as ColumnKey));
  return {
    ...emptyBook(row),
    ...(reference !== undefined && { reference }),
    ...(id !== undefined && { id }),
    texts: Object.fromEntries(kept),
    warnings: warnings.filter((warning) => columns.some((column) => warning.startsWith(`${column}: `))),
    problems: problems.filter(({ column }) => column === "" || columns.includes(column)),
    ...(discount !== undefined && { discount }),
    ...(hasUnknownSale && { hasUnknownSale }),
    ...(seen && { seen }),
    ...(wasDouble && { wasDouble }),
    ...(isDeleted && { isDeleted }),
  };
}

/** Why a row of a list of stock is about nothing. */
function notFound({ id, texts }: ImportedBook): [ColumnKey | "", string] {
  if (texts.isbn13) return ["isbn13", "No book of the catalogue has it"];
  if (texts.sku) return ["sku", "No book of the catalogue has it"];
  if (id !== undefined) return ["id", "No book of the catalogue has it"];
  return ["", "The row does not say which book it is: give its ISBN, SKU or Book ID"];
}
