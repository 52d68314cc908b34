import { type AuditChange, type AuditFields, changedFields, changesOf } from "../../audit/audit";
import { historyOf, type NamedRows } from "../../catalogue/book";
import { bareIsbn, isbnForms, isbnWarning } from "../../catalogue/isbn";
import { type BookFields, bookFormSchema } from "../../catalogue/book-form.schema";
import { preorderProblem } from "../../catalogue/preorder-rules";
import type { EditableBook } from "../../catalogue/staff-books";
import { toNumber } from "../../catalogue/typed-fields";
import { type ColumnKey, columnName } from "../columns";
import type { ImportedBook } from "../imported-book";
import { columnOfField, firstOfColumn, inputOfBook, inputOfFile, inputOfNewBook } from "./book-input";
import type { Match } from "./known-books.server";
import type { NameFinder } from "./names";
import type { PlannedBook, PlanOptions } from "./plan";
import { RowsOfNames } from "./rows-of-names";

/** The name of the field in a book's history. */
export const VISIBLE = "Visible";

/** What an import would do with one row. @param match the book that it is about */
export function planBook(
  given: ImportedBook,
  match: Match,
  names: NameFinder,
  { mode, headings }: PlanOptions,
): PlannedBook {
  const book = mode === "stock_and_price" ? stockAndPriceOf(given) : given;
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
    warnings: [...book.warnings, ...warningsOf(book)],
    fields: null,
    visible: null,
    missing: [],
    pictures: (book.pictures ?? []).filter((address) => !isCoverOf(address, known)),
    edition: null,
    links: null,
    awaited: [],
  };
  const problem = (column: ColumnKey, message: string) =>
    void planned.problems.push({ column: headings?.get(column) ?? columnName(column), message });
  if (!match.ok) problem(match.column, match.message);
  else if (!known && mode === "stock_and_price")
    problem(identifierOf(book), "No book of the catalogue has it");
  if (planned.problems.length > 0) return refused(planned);
  if (known && mode === "add_only")
    return { ...planned, warnings: [...planned.warnings, "The book is already there"] };
  if (book.isDeleted) return planDeletion(planned, known, mode);

  const rows = new RowsOfNames(names, known);
  const input = {
    ...(known ? inputOfBook(known) : inputOfNewBook(book)),
    ...inputOfFile(book, { names: rows, problem }),
  };
  // A new sale price without dates holds at once, and without end.
  if (known && hasSaleWithoutDates(book) && !isSameSale(known, book)) input.saleFrom = input.saleUntil = "";
  if (known?.isbn13 && isSameIsbn(known.isbn13, book.texts.isbn13)) input.isbn13 = known.isbn13;
  const parsed = bookFormSchema.safeParse(input);
  if (!parsed.success)
    for (const { path, message } of parsed.error.issues) problem(columnOfField(path[0]), message);
  const waiting = parsed.success && known && preorderProblem(parsed.data, known.preordered);
  if (waiting) problem(columnOfField(waiting.field), waiting.message);
  if (!parsed.success || planned.problems.length > 0) return refused(planned);
  const full = { ...planned, missing: rows.missing() };
  return compared(full, known, parsed.data, rows.named(parsed.data), book.visible);
}

function warningsOf({ texts }: ImportedBook): string[] {
  const warning = isbnWarning(texts.isbn13 ?? "");
  return warning ? [warning] : [];
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
  const before: AuditFields = known ? { ...historyOf(known, known), [VISIBLE]: wasVisible } : {};
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

/** Only what the mode may change; the rest of the row is not even checked. */
function stockAndPriceOf({ row, reference, id, texts, problems, isDeleted }: ImportedBook): ImportedBook {
  const { isbn13, sku, price, salePrice, saleFrom, saleUntil, stock } = texts;
  const kept = Object.entries({ price, salePrice, saleFrom, saleUntil, stock }).filter(
    ([, text]) => text !== undefined,
  );
  return {
    row,
    ...(reference !== undefined && { reference }),
    ...(id !== undefined && { id }),
    texts: { ...(isbn13 && { isbn13 }), ...(sku && { sku }), ...Object.fromEntries(kept) },
    names: {},
    warnings: [],
    problems: problems.filter(({ column }) => column === ""),
    ...(isDeleted && { isDeleted }),
  };
}

const identifierOf = ({ id, texts }: ImportedBook): ColumnKey =>
  id !== undefined ? "id" : texts.isbn13 || !texts.sku ? "isbn13" : "sku";
