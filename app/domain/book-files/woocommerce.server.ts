import { LRUCache } from "lru-cache";
import { listIn } from "./cells";
import { type ColumnKey } from "./columns";
import { keyOfHeading, unitOfHeading } from "./headings";
import { emptyBook, type ImportedBook } from "./imported-book";
import type { ImportMapping } from "./mapping";
import { readCell } from "./read-row";
import {
  HintsOnce,
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
import { addedColumns } from "./table-formats";
import { checkRow } from "./table-books.server";
import type { Table } from "./tables/table";
import { GTIN, isWooCommerceRead, wooCommerceColumns } from "./woocommerce-columns";

/** Of products with variations, whose rows can come much later. In characters. */
const CACHED_PARENTS = 20_000_000;
const PEOPLE = new Set<ColumnKey>(["contributors", "translators", "editors", "illustrators"]);

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
  { columns: headings, rows }: Table,
  mapping: ImportMapping,
): AsyncGenerator<ImportedBook> {
  const columns = wooCommerceColumns(headings) ?? headings;
  const cellsOf = namedCells(columns);
  const heading = (start: string) => columns.find((name) => name.startsWith(`${start} (`));
  const measures = {
    weight: heading("Weight"),
    length: heading("Length"),
    width: heading("Width"),
    height: heading("Height"),
  };
  const added = addedColumns(headings, mapping);
  const attributes = columns.filter((name) => /^Attribute \d+ name$/.test(name));
  const hints = new HintsOnce();
  const parents = new LRUCache<string, NamedCells>({
    maxSize: CACHED_PARENTS,
    sizeCalculation: () => 1,
  });
  const isRead = (index: number) =>
    isWooCommerceRead(columns[index]!) || added.some((column) => column.index === index);
  for await (const line of rows) {
    const { row, cells } = line;
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
    checkRow(book, line, headings, isRead);
    const either: NamedCells = (name) => cell(name) || parent?.(name) || "";
    readProduct(book, cell, either, parent);
    readMeasures(book, either, measures);
    if (cell("Stock") === "" && book.texts.stock === undefined) hints.add(book, NOT_COUNTED);
    for (const name of attributes) readAttribute(book, cell, parent, name);
    for (const { key, heading: name, index } of added)
      readFilled(book, key, either(columns[index]!), name, mapping.readings[name]);
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
  readFilled(book, "price", cell("Regular price"), "Regular price", OF_PROGRAMS);
  if (cell("Regular price")) {
    const sale = ["Sale price", "Date sale price starts", "Date sale price ends"] as const;
    for (const [index, key] of (["salePrice", "saleFrom", "saleUntil"] as const).entries())
      readCell(book, key, cell(sale[index]!), sale[index]!, OF_PROGRAMS);
  }
  readStock(book, cell("Stock"));
  if (!cell("Stock") && cell("In stock?") === "0") book.texts.stock = "0";
  const [brand, ...brands] = listOf(either("Brands"));
  readFilled(book, "publisher", brand ?? "");
  if (brands.length > 0)
    book.warnings.push(`Brands: a book has one publisher, so ${brands.join(", ")} is left out`);
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
  // A comma can also stand between surname and forename; one that is written as no separator surely does.
  const isOnePerson = all.length === 1 && all[0]!.includes(",");
  const text =
    PEOPLE.has(keyOfHeading(name)!) && !isOnePerson && all.some((one) => !/\s/.test(one))
      ? all.join(", ")
      : all.join("; ");
  if (!name || all.length === 0 || readOption(book, name, text, isOnePerson ? { lists: "inverted" } : {}))
    return;
  // What tells the variations of a product apart, and is no field of a book, belongs to the title: (Part One).
  if (parent && own.length > 0) book.texts.title = `${book.texts.title ?? ""} (${own.join(", ")})`;
}

/** Line ends are written as \n, commas within a value as \, */
const lines = (text: string) => text.replaceAll("\\n", "\n");
const listOf = (cell: string) => listIn(cell, /(?<!\\),/).map((value) => value.replaceAll("\\,", ","));
