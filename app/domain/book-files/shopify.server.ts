import { formatIn, listIn, yesOrNo } from "./cells";
import { columnName } from "./columns";
import { emptyBook, type ImportedBook } from "./imported-book";
import type { ImportMapping } from "./mapping";
import { readCell } from "./read-row";
import { valueIn } from "./reading/numbers";
import {
  HintsOnce,
  linkVariants,
  type NamedCells,
  namedCells,
  NOT_COUNTED,
  readFilled,
  readOption,
  readStock,
  OF_PROGRAMS,
  readTexts,
  shown,
} from "./other-shops.server";
import { shopifyColumn, type ShopifyColumn } from "./shopify-columns";
import { type AddedColumn, addedColumns } from "./table-formats";
import { checkRow } from "./table-books.server";
import type { Table, TableRow } from "./tables/table";

/** More variants and pictures than Shopify allows a product. */
const MAX_ROWS = 3000;

/** The cells of a row by today's name of their column. */
type ShopifyCells = (name: ShopifyColumn) => string;

interface Line {
  row: TableRow;
  cell: ShopifyCells;
  /** By the file's own heading, for columns that the shop's owner added. */
  added: NamedCells;
}

/**
 * The books of Shopify's product export. The rows of one handle are one product: its first row describes it, and each
 * row with a price is a variant, which is a book of its own; others hold further pictures.
 */
export async function* shopifyBooks(
  { columns, rows }: Table,
  mapping: ImportMapping,
): AsyncGenerator<ImportedBook> {
  const cellsOf = namedCells(columns.map((heading) => shopifyColumn(heading) ?? ""));
  const addedOf = namedCells(columns);
  const added = addedColumns(columns, mapping);
  const hasTracker = columns.some((heading) => shopifyColumn(heading) === "Inventory tracker");
  const isRead = (index: number) =>
    shopifyColumn(columns[index]!) !== undefined || added.some((column) => column.index === index);
  const booksOf = productReader({
    readings: mapping.readings,
    columns,
    isRead,
    added,
    hasTracker,
    hints: new HintsOnce(),
  });
  let product: Line[] = [];
  for await (const row of rows) {
    const line = { row, cell: cellsOf(row.cells), added: addedOf(row.cells) };
    if (!belongsTo(product, line)) {
      yield* booksOf(product);
      product = [];
    }
    product.push(line);
  }
  yield* booksOf(product);
}

/** A file that was written by hand can do without handles: then each title begins a product. */
function belongsTo(product: Line[], { cell }: Line): boolean {
  const [first] = product;
  if (!first || product.length >= MAX_ROWS) return false;
  const handle = cell("URL handle");
  return handle ? first.cell("URL handle") === handle : !first.cell("URL handle") && !cell("Title");
}

interface ShopifyFile {
  columns: string[];
  isRead: (index: number) => boolean;
  added: AddedColumn[];
  readings: ImportMapping["readings"];
  /** Whether the file says of which variants Shopify counts the stock. */
  hasTracker: boolean;
  hints: HintsOnce;
}

const productReader =
  ({ columns, isRead, added, readings, hasTracker, hints }: ShopifyFile) =>
  (product: Line[]): ImportedBook[] => {
    const [first] = product;
    if (!first) return [];
    const variants = product.filter(({ cell }) => cell("Price") || cell("SKU"));
    const lines = variants.length > 0 ? variants : [first];
    const pictures = product.map(({ cell }) => cell("Product image URL")).filter(Boolean);
    const books = lines.map((line) => {
      const book = emptyBook(line.row.row);
      book.reference = first.cell("URL handle");
      readProduct(book, first.cell);
      readVariant(book, line.cell, first.cell);
      if (hasTracker && !line.cell("Inventory tracker")) hints.add(book, NOT_COUNTED);
      else readStock(book, line.cell("Inventory quantity"));
      for (const { heading, key } of added)
        readFilled(book, key, line.added(heading) || first.added(heading), heading, readings[heading]);
      const own = line.cell("Variant image URL");
      const all = [...new Set([...(own ? [own] : []), ...pictures])];
      if (all.length > 0) book.pictures = all;
      checkRow(book, line.row, columns, isRead);
      return book;
    });
    distinguishTitles(books);
    linkVariants(books);
    return books;
  };

/** Shopify lets variants share a number; here each book has its own. */
function distinguishTitles(books: ImportedBook[]) {
  for (const field of ["sku", "isbn13"] as const) {
    const seen = new Set<string>();
    for (const book of books) {
      const number = book.texts[field]?.toLowerCase();
      if (!number) continue;
      if (seen.has(number)) {
        book.warnings.push(
          `${columnName(field)}: another variant of the product has ${book.texts[field]} too, so it is left out here`,
        );
        delete book.texts[field];
      }
      seen.add(number);
    }
  }
}

function readProduct(book: ImportedBook, cell: ShopifyCells) {
  if (yesOrNo(cell("Gift card")) === true)
    book.problems.push({ column: "Gift card", message: "Gift cards are not imported" });
  readFilled(book, "title", cell("Title"));
  readTexts(book, { description: cell("Description"), brief: cell("SEO description") });
  readFilled(book, "publisher", cell("Vendor"));
  const type = cell("Type");
  const format = formatIn(type);
  if (format) book.texts.format = format;
  const tags = [...listIn(cell("Tags"), /,/), ...(format ? [] : listIn(type))];
  if (tags.length > 0) book.tags = [...new Set(tags)];
  const [published, status] = [cell("Published on online store"), cell("Status")];
  if (published || status) book.visible = shown([published, status]);
}

function readVariant(book: ImportedBook, cell: ShopifyCells, product: ShopifyCells) {
  for (const number of [1, 2, 3] as const) {
    const name = product(`Option${number} name`);
    const value = cell(`Option${number} value`);
    // Of a product without variants Shopify writes Title: Default Title.
    if (!value || value === "Default Title") continue;
    if (!readOption(book, name, value)) book.texts.title = `${book.texts.title ?? ""} (${value})`;
  }
  readFilled(book, "isbn13", cell("Barcode"));
  readFilled(book, "sku", cell("SKU").replace(/^'/, ""));
  // Shopify writes 0 for what nobody has weighed.
  if (valueIn(cell("Weight value (grams)")) !== 0) readFilled(book, "weightG", cell("Weight value (grams)"));
  const [price, before] = [cell("Price"), cell("Compare-at price")];
  if (!price) return;
  const isOnSale = valueIn(before, "point") > valueIn(price, "point");
  readFilled(book, "price", isOnSale ? before : price, "Price", OF_PROGRAMS);
  readCell(book, "salePrice", isOnSale ? price : "", "Sale Price", OF_PROGRAMS);
}
