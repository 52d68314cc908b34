import { LRUCache } from "lru-cache";
import { dayIn, listIn } from "./cells";
import { unitOfHeading } from "./columns";
import { emptyBook, type ImportedBook } from "./imported-book";
import type { ImportMapping } from "./mapping";
import {
  addedColumns,
  type NamedCells,
  namedCells,
  NOT_COUNTED,
  readFilled,
  readOption,
  readStock,
  readTexts,
  shown,
} from "./other-shops.server";
import { TOO_WIDE } from "./table-books";
import type { Table } from "./tables/table";

/** Of products with variations, whose rows can come much later. In characters. */
const PARENTS_KEPT = 20_000_000;
/** WooCommerce's own columns (class-wc-product-csv-exporter.php). */
const OWN = new Set(
  "ID,Type,SKU,GTIN,Name,Published,Is featured?,Visibility in catalog,Short description,Description,Date sale price starts,Date sale price ends,Tax status,Tax class,In stock?,Stock,Low stock amount,Backorders allowed?,Sold individually?,Allow customer reviews?,Purchase note,Sale price,Regular price,Categories,Tags,Shipping class,Images,Download limit,Download expiry days,Parent,Grouped products,Upsells,Cross-sells,External URL,Button text,Position,Brands,Cost of goods".split(
    ",",
  ),
);
const GTIN = ["GTIN, UPC, EAN, or ISBN", "GTIN"];

interface Measures {
  weight: string | undefined;
  length: string | undefined;
  width: string | undefined;
  height: string | undefined;
}

/**
 * The books of WooCommerce's product export. A variable product describes its variations, which come after it; each
 * variation is a book of its own. Its length is the book's height, its height the thickness: the book lies on a table.
 */
export async function* wooCommerceBooks(
  { columns, rows }: Table,
  mapping: ImportMapping,
): AsyncGenerator<ImportedBook> {
  const cellsOf = namedCells(columns);
  const heading = (start: string) => columns.find((name) => name.startsWith(`${start} (`));
  const measures = {
    weight: heading("Weight"),
    length: heading("Length"),
    width: heading("Width"),
    height: heading("Height"),
  };
  const own = new Set([...OWN, ...GTIN, ...Object.values(measures).filter((name) => name !== undefined)]);
  const added = addedColumns(columns, mapping, own, (name) =>
    name.startsWith("Attribute ") ? null : name.replace(/^Meta:\s*_?/, ""),
  );
  const attributes = columns.filter((name) => /^Attribute \d+ name$/.test(name));
  const parents = new LRUCache<string, NamedCells>({
    maxSize: PARENTS_KEPT,
    sizeCalculation: () => 1,
  });
  for await (const { row, cells, tooWide } of rows) {
    const cell = cellsOf(cells);
    const types = listIn(cell("Type"), /,/);
    if (types.includes("variable")) {
      const size = cells.reduce((sum, text) => sum + text.length, 1);
      for (const name of [`id:${cell("ID")}`, cell("SKU")]) if (name) parents.set(name, cell, { size });
      continue;
    }
    const parent = cell("Parent") ? parents.get(cell("Parent")) : undefined;
    const book = emptyBook(row);
    if (cell("ID")) book.reference = cell("ID");
    if (types.includes("grouped") || types.includes("external"))
      book.problems.push({
        column: "Type",
        message: `Products of the type ${cell("Type")} are not imported`,
      });
    if (cell("Parent") && !parent && types.includes("variation"))
      book.problems.push({
        column: "Parent",
        message: "The product of this variation does not stand above it",
      });
    if (tooWide) book.problems.push({ column: "", message: TOO_WIDE });
    const either: NamedCells = (name) => cell(name) || parent?.(name) || "";
    readProduct(book, cell, either, parent);
    readMeasures(book, either, measures);
    for (const name of attributes) readAttribute(book, cell, parent, name);
    for (const column of added) readFilled(book, column.key, either(column.heading), column.heading);
    yield book;
  }
}

function readProduct(
  book: ImportedBook,
  cell: NamedCells,
  either: NamedCells,
  parent: NamedCells | undefined,
) {
  readFilled(book, "title", parent?.("Name") || cell("Name"));
  readFilled(book, "isbn13", GTIN.map(cell).find(Boolean) ?? "");
  readFilled(book, "sku", cell("SKU"));
  readTexts(book, {
    description: lines(either("Description")),
    brief: lines(parent?.("Short description") || cell("Short description")),
  });
  readFilled(book, "price", cell("Regular price"));
  if (cell("Regular price")) {
    book.texts.salePrice = cell("Sale price");
    book.texts.saleFrom = dayIn(cell("Date sale price starts"));
    book.texts.saleUntil = dayIn(cell("Date sale price ends"));
  }
  readStock(book, cell("Stock"));
  if (!cell("Stock") && cell("In stock?") === "0") book.texts.stock = "0";
  else if (!cell("Stock")) book.warnings.push(NOT_COUNTED);
  readFilled(book, "publisher", either("Brands").split(",")[0]!);
  const categories = listOf(either("Categories")).map((path) => path.split(">").at(-1)!.trim());
  const tags = [...new Set([...categories, ...listOf(either("Tags"))])].filter(
    (tag) => tag !== "Uncategorized",
  );
  if (tags.length > 0) book.tags = tags;
  const pictures = listOf(either("Images"));
  if (pictures.length > 0) book.pictures = pictures;
  readFilled(book, "featured", either("Is featured?"));
  if (cell("Published"))
    book.visible =
      shown([cell("Published"), parent?.("Published") ?? ""]) && either("Visibility in catalog") !== "hidden";
}

function readMeasures(book: ImportedBook, cell: NamedCells, { weight, length, width, height }: Measures) {
  const read = (key: "weightG" | "heightMm" | "widthMm" | "thicknessMm", heading: string | undefined) => {
    if (heading && unitOfHeading(heading)) readFilled(book, key, cell(heading), heading);
  };
  read("weightG", weight);
  read("heightMm", length);
  read("widthMm", width);
  read("thicknessMm", height);
}

/** A variation has one value of an attribute, its product has all that there are. */
function readAttribute(book: ImportedBook, cell: NamedCells, parent: NamedCells | undefined, column: string) {
  const values = column.replace("name", "value(s)");
  const name = cell(column) || (parent?.(column) ?? "");
  const own = listOf(cell(values));
  const all = own.length > 0 || !parent ? own : listOf(parent(values));
  if (name && all.length > 0) readOption(book, name, all.join("; "));
}

/** Line ends are written as \n, commas within a value as \, */
const lines = (text: string) => text.replaceAll("\\n", "\n");
const listOf = (cell: string) => listIn(cell, /(?<!\\),/).map((value) => value.replaceAll("\\,", ","));
