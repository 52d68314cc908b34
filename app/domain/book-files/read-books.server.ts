import { indianDate } from "~/domain/kit/dates";
import { withoutUnseen } from "../catalogue/names/names";
import { columnName } from "./columns";
import { isDouble, WHY_REFUSED } from "./headings";
import { UnreadableFile } from "./import-limits";
import type { ImportedBook } from "./imported-book";
import { type ImportMapping, NO_MAPPING } from "./mapping";
import { bookOfProduct, isOwnProduct } from "./onix/book-of-product.server";
import { onixProducts } from "./onix/read-onix.server";
import { foreignAmount, foreignCurrency } from "./reading/currencies";
import { shopifyBooks } from "./shopify.server";
import { tableBooks } from "./table-books.server";
import { hasPictures } from "./pictures/picture-zip.server";
import { type TableFormat, tableFormat } from "./table-formats";
import { findLayout } from "./tables/find-layout.server";
import type { Layout, WantedLayout } from "./tables/layout";
import { fileKind, openTable } from "./tables/read-table.server";
import type { Table, TableRow } from "./tables/table";
import { wooCommerceBooks } from "./woocommerce.server";

export type ImportFormat = TableFormat | "onix" | "pictures";

/** An uploaded file, recognised. */
export interface ImportFile {
  format: ImportFormat;
  /** The heading of a table; empty for ONIX and for pictures. */
  columns: string[];
  /** How a table lies in it; null for ONIX and for pictures. */
  layout: Layout | null;
}

/**
 * Tells what a file is.
 * @param wanted where staff say that its table lies
 * @throws {UnreadableFile} with a sentence for staff
 */
export async function recognise(file: string, wanted: WantedLayout = {}): Promise<ImportFile> {
  const kind = await fileKind(file);
  if (kind === "xml") {
    for await (const _ of onixProducts(file)) return { format: "onix", columns: [], layout: null };
    throw new UnreadableFile("The message has no products.");
  }
  if (kind === "xlsx" && (await hasPictures(file))) return { format: "pictures", columns: [], layout: null };
  const layout = await findLayout(file, wanted);
  const { columns, close } = await openTable(file, layout);
  await close();
  return { format: tableFormat(columns), columns, layout };
}

const READERS = {
  kitab: tableBooks,
  other: tableBooks,
  shopify: shopifyBooks,
  woocommerce: wooCommerceBooks,
};

interface ReadingOptions {
  layout?: Layout | null;
  now?: Date;
  noIsbns?: string[];
}

/**
 * The books of a file, one by one, in constant memory; a file gives the same books each time.
 * @param file a path of the shop's own
 * @param given.layout of `recognise`; found again without it
 * @param given.now prices of ONIX can have dates @param given.noIsbns of the survey: these are left out
 * @throws {UnreadableFile} with a sentence for staff; also after books were given, when the rest is damaged
 */
export async function* importedBooks(
  file: string,
  mapping: ImportMapping = NO_MAPPING,
  { layout = null, now = new Date(), noIsbns = [] }: ReadingOptions = {},
): AsyncGenerator<ImportedBook> {
  if ((await fileKind(file)) === "xml") {
    const today = indianDate(now);
    for await (const product of onixProducts(file)) {
      const book = bookOfProduct(product, today);
      yield { ...(isOwnProduct(book) ? book : withPlainTitles(book)), hasPlainBlanks: true };
    }
    return;
  }
  const table = await openTable(file, layout ?? (await findLayout(file)));
  const doubles = new Set<number>();
  const none = new Set(noIsbns);
  const reader = READERS[tableFormat(table.columns)];
  for await (const book of reader({ ...table, rows: noting(doubles, table) }, mapping)) {
    if (doubles.delete(book.row)) book.wasDouble = true;
    const { isbn13 } = book.texts;
    if (isbn13 && none.has(isbn13)) {
      delete book.texts.isbn13;
      book.warnings.push(
        `ISBN: ${isbn13} stands in several rows and its check digit is wrong, so it is left out`,
      );
    }
    refuseForeign(book);
    // What this shop has written itself comes back as it was.
    yield book.id === undefined ? withPlainTitles(book) : book;
  }
}

/** Titles without signs that show nothing, as names are. */
function withPlainTitles(book: ImportedBook): ImportedBook {
  for (const field of ["title", "subtitle", "originalTitle", "imprint"] as const) {
    const text = book.texts[field];
    if (text) book.texts[field] = withoutUnseen(text);
  }
  return book;
}

/** An amount beside which the row has another currency than the shop's is not taken. */
function refuseForeign(book: ImportedBook) {
  const currency = foreignCurrency(book.currency ?? "");
  if (!currency) return;
  for (const field of ["price", "salePrice"] as const) {
    const text = book.texts[field];
    if (!text) continue;
    book.problems.push({ column: columnName(field), message: foreignAmount(text, currency) });
    delete book.texts[field];
  }
}

/** The rows of a table; of a file of refused rows, those that were refused because of another one are noted. */
async function* noting(doubles: Set<number>, { columns, rows }: Table): AsyncGenerator<TableRow> {
  const why = columns.indexOf(WHY_REFUSED);
  for await (const row of rows) {
    if (why !== -1 && isDouble(row.cells[why]!)) doubles.add(row.row);
    yield row;
  }
}
