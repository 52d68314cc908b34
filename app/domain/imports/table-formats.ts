import { type ColumnKey, columnName, keyOfHeading, WHY_REFUSED } from "./columns";
import { UnreadableFile } from "./import-limits";
import type { ImportMapping } from "./mapping";
import { isShopify } from "./shopify-columns";

/** Whose table it is: Kitab's own template, another shop's export of its products, or any other. */
export type TableFormat = "kitab" | "shopify" | "woocommerce" | "other";

export const TABLE_FORMATS: Record<TableFormat, string> = {
  kitab: "Kitab's template",
  shopify: "Shopify's product export",
  woocommerce: "WooCommerce's product export",
  other: "A table of another kind",
};

const WOOCOMMERCE = ["ID", "Type", "SKU", "Name", "Regular price"];
/** A table with these and nothing unknown needs no mapping by hand. */
const ENOUGH: ColumnKey[] = ["isbn13", "id", "sku", "title"];

/** Tells the format from the heading. */
export function tableFormat(columns: string[]): TableFormat {
  const has = (name: string) => columns.includes(name);
  if (isShopify(columns)) return "shopify";
  if (WOOCOMMERCE.every(has)) return "woocommerce";
  const named = columns.filter((name) => name && name !== WHY_REFUSED);
  const keys = named.map(keyOfHeading);
  return keys.every(Boolean) && keys.some((key) => key && ENOUGH.includes(key)) ? "kitab" : "other";
}

/**
 * What each column holds: as staff mapped it, else as its heading says.
 * @throws {UnreadableFile} when two columns say the same
 */
export function columnKeys(columns: string[], mapping: ImportMapping): (ColumnKey | null)[] {
  const keys = columns.map((heading) => {
    if (!heading) return null;
    return Object.hasOwn(mapping.columns, heading) ? mapping.columns[heading]! : keyOfHeading(heading);
  });
  for (const [index, key] of keys.entries()) {
    const first = keys.indexOf(key);
    // Several columns can hold contributors, tags and subjects: all of them count.
    if (key === null || first === index || SEVERAL.includes(key)) continue;
    throw new UnreadableFile(
      `The columns "${columns[first]}" and "${columns[index]}" both mean ${columnName(key)}. Map one of them to nothing.`,
    );
  }
  return keys;
}

/** What several columns of a table can hold: all of them count. */
export const SEVERAL: ColumnKey[] = [
  "contributors",
  "translators",
  "editors",
  "illustrators",
  "tags",
  "thema",
  "bisac",
];

/** The file's own heading of each field, for messages about it. */
export function headingsOf(columns: string[], mapping: ImportMapping): Map<ColumnKey, string> {
  const keys = columnKeys(columns, mapping);
  return new Map(keys.flatMap((key, index) => (key ? [[key, columns[index]!] as const] : [])).reverse());
}
