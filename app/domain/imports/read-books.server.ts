import { indianDate } from "../dates";
import { UnreadableFile } from "./import-limits";
import type { ImportedBook } from "./imported-book";
import { type ImportMapping, NO_MAPPING } from "./mapping";
import { bookOfProduct } from "./onix/book-of-product.server";
import { onixProducts } from "./onix/read-onix.server";
import { shopifyBooks } from "./shopify.server";
import { tableBooks } from "./table-books";
import { hasPictures } from "./pictures/picture-zip.server";
import { type TableFormat, tableFormat } from "./table-formats";
import { fileKind, openTable } from "./tables/read-table.server";
import { wooCommerceBooks } from "./woocommerce.server";

export type ImportFormat = TableFormat | "onix" | "pictures";

/** An uploaded file, recognised. */
export interface ImportFile {
  format: ImportFormat;
  /** The heading of a table; empty for ONIX and for pictures. */
  columns: string[];
}

/** Tells what a file is. @throws {UnreadableFile} with a sentence for staff */
export async function recognise(file: string): Promise<ImportFile> {
  const kind = await fileKind(file);
  if (kind === "xml") {
    for await (const _ of onixProducts(file)) return { format: "onix", columns: [] };
    throw new UnreadableFile("The message has no products.");
  }
  if (kind === "xlsx" && (await hasPictures(file))) return { format: "pictures", columns: [] };
  const { columns, close } = await openTable(file);
  await close();
  return { format: tableFormat(columns), columns };
}

const READERS = {
  kitab: tableBooks,
  other: tableBooks,
  shopify: shopifyBooks,
  woocommerce: wooCommerceBooks,
};

/**
 * The books of a file, one by one, in constant memory; a file gives the same books each time.
 * @param file a path of the shop's own
 * @throws {UnreadableFile} with a sentence for staff; also after books were given, when the rest is damaged
 */
export async function* importedBooks(
  file: string,
  mapping: ImportMapping = NO_MAPPING,
  now = new Date(),
): AsyncGenerator<ImportedBook> {
  if ((await fileKind(file)) === "xml") {
    const today = indianDate(now);
    for await (const product of onixProducts(file)) yield bookOfProduct(product, today);
    return;
  }
  const table = await openTable(file);
  yield* READERS[tableFormat(table.columns)](table, mapping);
}
