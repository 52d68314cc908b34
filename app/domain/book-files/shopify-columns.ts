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

const TODAYS_NAMES = new Map<string, ShopifyColumn>([
  ["body", "Description"],
  ...((Object.entries(FORMER_NAMES) as [ShopifyColumn, string][]).flatMap(([name, former]) => [
    [name.toLowerCase(), name],
    [former.toLowerCase(), name],
  ]) satisfies [string, ShopifyColumn][]),
]);

/** What Shopify calls a column today; undefined when it is none that is read. Programs differ in capitals. */
export const shopifyColumn = (heading: string): ShopifyColumn | undefined =>
  TODAYS_NAMES.get(heading.toLowerCase());

const ENOUGH: ShopifyColumn[] = ["URL handle", "Title", "Price"];

/** Whether a table with this heading is Shopify's product export. */
export function isShopify(columns: string[]): boolean {
  const found = new Set(columns.map(shopifyColumn));
  return ENOUGH.every((name) => found.has(name));
}

/** Columns of Shopify's own that nothing is taken from: about images, search engines, taxes, shipping, other countries. */
export const isShopifyIgnored = (heading: string): boolean =>
  /^(?:Option\d Linked To|Option\d linked to|Product category|Variant |Image |SEO |Google Shopping|Cost per item|Charge tax|Tax code|Unit price|Inventory policy|Continue selling|Fulfillment service|Requires shipping|Weight unit|Included |Price \/|Compare At Price \/|Collection)/i.test(
    heading,
  );
