import { formatIn, listIn, yesOrNo } from "./cells";
import { emptyBook, type ImportedBook } from "./imported-book";
import type { ImportMapping } from "./mapping";
import {
  addedColumns,
  linkVariants,
  type NamedCells,
  namedCells,
  NOT_COUNTED,
  readFilled,
  readOption,
  readStock,
  readTexts,
  shown,
} from "./other-shops.server";
import { shopifyColumn, type ShopifyColumn } from "./shopify-columns";
import { TOO_WIDE } from "./table-books";
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
  const own = new Set(columns.filter(shopifyColumn));
  const added = addedColumns(columns, mapping, own, (heading) =>
    heading.replace(/\s*\([^()]*metafields[^()]*\)$/, ""),
  );
  const hasTracker = columns.some((heading) => shopifyColumn(heading) === "Inventory tracker");
  const booksOf = productReader(added, hasTracker);
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

/** @param hasTracker whether the file says of which variants Shopify counts the stock */
const productReader =
  (added: ReturnType<typeof addedColumns>, hasTracker: boolean) =>
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
      if (hasTracker && !line.cell("Inventory tracker")) book.warnings.push(NOT_COUNTED);
      else readStock(book, line.cell("Inventory quantity"));
      for (const { heading, key } of added)
        readFilled(book, key, line.added(heading) || first.added(heading), heading);
      const own = line.cell("Variant image URL");
      const all = [...new Set([...(own ? [own] : []), ...pictures])];
      if (all.length > 0) book.pictures = all;
      if (line.row.tooWide) book.problems.push({ column: "", message: TOO_WIDE });
      return book;
    });
    linkVariants(books);
    return books;
  };

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
  if (Number(cell("Weight value (grams)")) !== 0) readFilled(book, "weightG", cell("Weight value (grams)"));
  const [price, before] = [cell("Price"), cell("Compare-at price")];
  if (!price) return;
  const isOnSale = Number(before) > Number(price);
  readFilled(book, "price", isOnSale ? before : price);
  book.texts.salePrice = isOnSale ? price : "";
}
