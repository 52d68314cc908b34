import { formatIn, listIn } from "./cells";
import { emptyBook, type ImportedBook } from "./imported-book";
import type { ImportMapping } from "./mapping";
import {
  addedColumns,
  linkVariants,
  type NamedCells,
  namedCells,
  readFilled,
  readOption,
  readStock,
  readTexts,
  shown,
} from "./other-shops.server";
import { TOO_WIDE } from "./table-books";
import type { Table, TableRow } from "./tables/table";

/** More variants and pictures than Shopify allows a product. */
const MAX_ROWS = 3000;
/** Shopify's own columns (help.shopify.com, "Using CSV files to import and export products"). */
const OWN = new Set(
  "Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Option3 Name,Option3 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Fulfillment Service,Variant Price,Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Variant Barcode,Image Src,Image Position,Image Alt Text,Gift Card,SEO Title,SEO Description,Variant Image,Variant Weight Unit,Variant Tax Code,Cost per item,Status".split(
    ",",
  ),
);

interface Line {
  row: TableRow;
  cell: NamedCells;
}

/**
 * The books of Shopify's product export. The rows of one handle are one product: its first row describes it, and each
 * row with a price is a variant, which is a book of its own; others hold further pictures.
 */
export async function* shopifyBooks(
  { columns, rows }: Table,
  mapping: ImportMapping,
): AsyncGenerator<ImportedBook> {
  const cellsOf = namedCells(columns);
  const added = addedColumns(columns, mapping, OWN, (heading) =>
    heading.replace(/\s*\([^()]*metafields[^()]*\)$/, ""),
  );
  let product: Line[] = [];
  for await (const row of rows) {
    const cell = cellsOf(row.cells);
    const isSame = product[0]?.cell("Handle") === cell("Handle") && product.length < MAX_ROWS;
    if (!isSame) {
      yield* booksOf(product, added);
      product = [];
    }
    product.push({ row, cell });
  }
  yield* booksOf(product, added);
}

function booksOf(product: Line[], added: ReturnType<typeof addedColumns>): ImportedBook[] {
  const [first] = product;
  if (!first) return [];
  const variants = product.filter(({ cell }) => cell("Variant Price") || cell("Variant SKU"));
  const lines = variants.length > 0 ? variants : [first];
  const pictures = product.map(({ cell }) => cell("Image Src")).filter(Boolean);
  const books = lines.map((line) => {
    const book = emptyBook(line.row.row);
    book.reference = first.cell("Handle");
    readProduct(book, first.cell);
    readVariant(book, line.cell, first.cell);
    for (const { heading, key } of added)
      readFilled(book, key, line.cell(heading) || first.cell(heading), heading);
    const own = line.cell("Variant Image");
    const all = [...new Set([...(own ? [own] : []), ...pictures])];
    if (all.length > 0) book.pictures = all;
    if (line.row.tooWide) book.problems.push({ column: "", message: TOO_WIDE });
    return book;
  });
  linkVariants(books);
  return books;
}

function readProduct(book: ImportedBook, cell: NamedCells) {
  readFilled(book, "title", cell("Title"));
  readTexts(book, { description: cell("Body (HTML)"), brief: cell("SEO Description") });
  readFilled(book, "publisher", cell("Vendor"));
  const type = cell("Type");
  const format = formatIn(type);
  if (format) book.texts.format = format;
  const tags = [...listIn(cell("Tags"), /,/), ...(format ? [] : listIn(type))];
  if (tags.length > 0) book.tags = [...new Set(tags)];
  const [published, status] = [cell("Published"), cell("Status")];
  if (published || status) book.visible = shown([published, status]);
}

function readVariant(book: ImportedBook, cell: NamedCells, product: NamedCells) {
  for (const number of [1, 2, 3]) {
    const name = product(`Option${number} Name`);
    const value = cell(`Option${number} Value`);
    // Of a product without variants Shopify writes Title: Default Title.
    if (!value || value === "Default Title") continue;
    if (!readOption(book, name, value)) book.texts.title = `${book.texts.title ?? ""} (${value})`;
  }
  readFilled(book, "isbn13", cell("Variant Barcode"));
  readFilled(book, "sku", cell("Variant SKU").replace(/^'/, ""));
  readFilled(book, "weightG", cell("Variant Grams"));
  readStock(book, cell("Variant Inventory Qty"));
  const [price, before] = [cell("Variant Price"), cell("Variant Compare At Price")];
  if (!price) return;
  const isOnSale = Number(before) > Number(price);
  readFilled(book, "price", isOnSale ? before : price);
  book.texts.salePrice = isOnSale ? price : "";
}
