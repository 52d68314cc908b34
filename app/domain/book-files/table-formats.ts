import { COLUMN_KEYS, type ColumnKey, columnName, isOfKind, TEMPLATE } from "./columns";
import { foreignCurrencyOf, keyOfHeading, rankOfHeading, WHY_REFUSED } from "./headings";
import { UnreadableFile } from "./import-limits";
import type { ImportMapping } from "./mapping";
import { shortText } from "~/domain/kit/short-text";
import { isShopify, isShopifyIgnored, shopifyColumn } from "./shopify-columns";
import { headingInFile } from "./tables/find-heading";
import { isAttribute, isWooCommerceOwn, isWooCommerceRead, wooCommerceColumns } from "./woocommerce-columns";

/** Whose table it is: Kitab's own template or export, another shop's export of its products, or any other. */
export type TableFormat = "kitab" | "shopify" | "woocommerce" | "other";

export const TABLE_FORMATS: Record<TableFormat, string> = {
  kitab: "Kitab's template",
  shopify: "Shopify's product export",
  woocommerce: "WooCommerce's product export",
  other: "A table of books",
};

const TEMPLATE_NAMES = new Set(TEMPLATE.map(({ name }) => name));

/** Tells the format from the heading. */
export function tableFormat(columns: string[]): TableFormat {
  if (isShopify(columns)) return "shopify";
  if (wooCommerceColumns(columns)) return "woocommerce";
  const named = columns.filter((name) => name && name !== WHY_REFUSED);
  const isTemplate = named.every((name) => TEMPLATE_NAMES.has(name)) && named.some(isEnough);
  return isTemplate ? "kitab" : "other";
}

/** A book is found, or named, by one of these. */
export const FOUND_BY: ColumnKey[] = ["id", "isbn13", "sku", "title"];
const isEnough = (heading: string) => FOUND_BY.includes(keyOfHeading(heading)!);

/** Of them others have Title, Price or Book ID, and hardly five with Contributors. */
const OWN_HEADINGS = 5;

/** Whether a table comes from Kitab's own template or export, perhaps with columns more or less. */
export const isOwnTable = (columns: string[]): boolean =>
  columns.includes("Contributors") &&
  columns.filter((name) => TEMPLATE_NAMES.has(name)).length >= OWN_HEADINGS;

/** A column of another shop's export that its owner has added, such as "Author (product.metafields.custom.author)". */
export interface AddedColumn {
  heading: string;
  index: number;
  key: ColumnKey;
}

/** Of another shop's export the columns that its owner added or staff mapped by hand. */
export function addedColumns(columns: string[], mapping: ImportMapping): AddedColumn[] {
  const nameOf = ownerNames(columns);
  return columns.flatMap((heading, index) => {
    const mapped = mapping.columns[heading];
    if (mapped) return [{ heading, index, key: mapped }];
    const name = mapped === null ? null : nameOf(index);
    const key = name && keyOfHeading(name);
    return key && key !== "id" ? [{ heading, index, key }] : [];
  });
}

/** What a shop's owner calls a column, without what the program adds; null of the program's own columns. */
function ownerNames(columns: string[]): (index: number) => string | null {
  const woo = wooCommerceColumns(columns);
  if (!woo || isShopify(columns))
    return (index) =>
      shopifyColumn(columns[index]!) ? null : columns[index]!.replace(/\s*\([^()]*metafields[^()]*\)$/, "");
  return (index) =>
    isWooCommerceOwn(woo[index]!) || isAttribute(woo[index]!)
      ? null
      : columns[index]!.replace(/^[^:]{1,20}:\s*_?/u, "");
}

/** Of another shop's export the columns that nothing is taken from, those of its owner first. */
function unreadOfShop(columns: string[], mapping: ImportMapping): string[] {
  const woo = isShopify(columns) ? null : wooCommerceColumns(columns);
  const added = new Set(addedColumns(columns, mapping).map(({ index }) => index));
  const unread = columns.flatMap((heading, index) => {
    const isRead = woo ? isWooCommerceRead(woo[index]!) : shopifyColumn(heading) !== undefined;
    return isRead || added.has(index) || !heading || Object.hasOwn(mapping.columns, heading)
      ? []
      : [{ heading, isOwn: woo ? isWooCommerceOwn(woo[index]!) : isShopifyIgnored(heading) }];
  });
  return [...unread.filter(({ isOwn }) => !isOwn), ...unread.filter(({ isOwn }) => isOwn)].map(
    ({ heading }) => heading,
  );
}

/** What several columns of a table can hold: all of them count; a book is shown when all say so. */
export const SEVERAL: ColumnKey[] = COLUMN_KEYS.filter((key) =>
  isOfKind(key, "people", "tags", "codes", "visible"),
);

/** What a column holds. */
export interface ColumnMeaning {
  key: ColumnKey | null;
  /** It is not read since the column with this index holds the same. */
  yieldsTo?: { index: number; key: ColumnKey };
}

/**
 * What each column holds: as staff mapped it, else as its heading says. Where several headings say the same, the one that
 * says it best counts, of equals the first.
 */
export function columnMeanings(columns: string[], { columns: mapped }: ImportMapping): ColumnMeaning[] {
  const isOwn = isOwnTable(columns);
  const said = columns.map((heading, index) => {
    if (Object.hasOwn(mapped, heading)) return null;
    const key = keyOfHeading(headingInFile(columns, index));
    // Other programs number their books too: only in our own table these are our numbers.
    return key === "id" && !isOwn ? null : key;
  });
  const rankOf = (index: number) => rankOfHeading(headingInFile(columns, index));
  return columns.map((heading, index) => {
    if (Object.hasOwn(mapped, heading)) return { key: mapped[heading]! };
    const key = said[index];
    if (!key || SEVERAL.includes(key)) return { key: key ?? null };
    const byHand = columns.findIndex((other) => mapped[other] === key);
    const same = said.flatMap((other, at) => (other === key ? [at] : []));
    const first = byHand === -1 ? same.reduce((best, at) => (rankOf(at) < rankOf(best) ? at : best)) : byHand;
    return first === index ? { key } : { key: null, yieldsTo: { index: first, key } };
  });
}

/**
 * The keys of `columnMeanings`.
 * @throws {UnreadableFile} when staff mapped two columns to the same, with what to do
 */
export function columnKeys(columns: string[], mapping: ImportMapping): (ColumnKey | null)[] {
  const keys = columnMeanings(columns, mapping).map(({ key }) => key);
  for (const [index, key] of keys.entries()) {
    const first = keys.indexOf(key);
    if (key === null || first === index || SEVERAL.includes(key)) continue;
    throw new UnreadableFile(
      `The columns "${columns[first]}" and "${columns[index]}" are both mapped to ${columnName(key)}. Map one of them to nothing.`,
    );
  }
  return keys;
}

/**
 * Where the chosen column of ISBNs has none, another of ISBNs counts: of older books only ISBN 10 is filled in.
 * @returns the indexes of these columns
 */
export const furtherIsbns = (columns: string[], mapping: ImportMapping): number[] =>
  columnMeanings(columns, mapping).flatMap(({ yieldsTo }, index) =>
    yieldsTo?.key === "isbn13" && /isbn/i.test(columns[index]!) ? [index] : [],
  );

/** What was decided about columns that say the same, about other programs' numbers and currencies, in sentences; and what is not read. */
export function columnHints(columns: string[], mapping: ImportMapping): string[] {
  const format = tableFormat(columns);
  if (format === "shopify" || format === "woocommerce") return notImported(unreadOfShop(columns, mapping));
  const hints: string[] = [];
  const silent: string[] = [];
  const further = furtherIsbns(columns, mapping);
  for (const [index, { key, yieldsTo }] of columnMeanings(columns, mapping).entries()) {
    const name = columns[index]!;
    if (yieldsTo) {
      const other = columns[yieldsTo.index];
      hints.push(
        `The columns "${other}" and "${name}" both look like ${columnName(yieldsTo.key)}: "${other}" counts, and "${name}" is ${further.includes(index) ? "read where it is empty" : "not read"}.`,
      );
    }
    // What staff have chosen needs no word.
    if (key || yieldsTo || !name || name === WHY_REFUSED || Object.hasOwn(mapping.columns, name)) continue;
    const currency = foreignCurrencyOf(name);
    if (keyOfHeading(name) === "id" && !isOwnTable(columns))
      hints.push(
        `"${name}" is not read: it may be another program's number. If it is this shop's Book ID, choose that for the column.`,
      );
    else if (currency)
      hints.push(
        `"${name}" is not read: its amounts are in ${currency}, and the shop's prices are in rupees.`,
      );
    else silent.push(name);
  }
  return [...hints, ...notImported(silent)];
}

function notImported(headings: string[]): string[] {
  const more = headings.length - MOST_NAMED;
  const named = headings.slice(0, MOST_NAMED).map((heading) => `"${shortText(heading, 40)}"`);
  if (more > 0) named.push(`${more} more`);
  return named.length > 0 ? [`Not imported: ${named.join(", ")}.`] : [];
}

/** Columns that are named of those that nothing is taken from. */
const MOST_NAMED = 20;

/** What is said of a table in which no column is known that books are found or named by. */
export const NOTHING_KNOWN =
  "No column is known to hold the books' titles, ISBNs or SKUs. Say which one does, or which row has the headings.";

/** The file's own heading of each field, for messages about it. */
export function headingsOf(columns: string[], mapping: ImportMapping): Map<ColumnKey, string> {
  const keys = columnKeys(columns, mapping);
  return new Map(keys.flatMap((key, index) => (key ? [[key, columns[index]!] as const] : [])).reverse());
}
