/**
 * The columns of Shopify's product export that are read: as Shopify calls them today, and as it called them before
 * (help.shopify.com, "Using CSV files to import and export products"). It still exports and takes both.
 */
const FORMER_NAMES = {
  "URL handle": "Handle",
  Title: "Title",
  Description: "Body (HTML)",
  Vendor: "Vendor",
  Type: "Type",
  Tags: "Tags",
  "Published on online store": "Published",
  Status: "Status",
  "Option1 name": "Option1 Name",
  "Option1 value": "Option1 Value",
  "Option2 name": "Option2 Name",
  "Option2 value": "Option2 Value",
  "Option3 name": "Option3 Name",
  "Option3 value": "Option3 Value",
  SKU: "Variant SKU",
  Barcode: "Variant Barcode",
  Price: "Variant Price",
  "Compare-at price": "Variant Compare At Price",
  "Inventory tracker": "Variant Inventory Tracker",
  "Inventory quantity": "Variant Inventory Qty",
  "Weight value (grams)": "Variant Grams",
  "Product image URL": "Image Src",
  "Variant image URL": "Variant Image",
  "SEO description": "SEO Description",
  "Gift card": "Gift Card",
} as const;

export type ShopifyColumn = keyof typeof FORMER_NAMES;

const TODAYS_NAMES = new Map<string, ShopifyColumn>(
  (Object.entries(FORMER_NAMES) as [ShopifyColumn, string][]).flatMap(([name, former]) => [
    [name, name],
    [former, name],
  ]),
);

/** What Shopify calls a column today; undefined when it is none that is read. */
export const shopifyColumn = (heading: string): ShopifyColumn | undefined => TODAYS_NAMES.get(heading);

const ENOUGH: ShopifyColumn[] = ["URL handle", "Title", "Price"];

/** Whether a table with this heading is Shopify's product export. */
export function isShopify(columns: string[]): boolean {
  const found = new Set(columns.map(shopifyColumn));
  return ENOUGH.every((name) => found.has(name));
}
