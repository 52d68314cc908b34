/**
 * The columns of WooCommerce's product export in its order (class-wc-product-csv-exporter.php). Which of some it has
 * depends on its version.
 */
const FIRST =
  "ID,Type,SKU,GTIN,Name,Published,Is featured?,Visibility in catalog,Short description,Description,Date sale price starts,Date sale price ends,Tax status,Tax class,In stock?,Stock,Low stock amount,Backorders allowed?,Sold individually?".split(
    ",",
  );
const MEASURES = ["Weight", "Length", "Width", "Height"] as const;
const LAST =
  "Allow customer reviews?,Purchase note,Sale price,Regular price,Categories,Tags,Shipping class,Images,Download limit,Download expiry days,Parent,Grouped products,Upsells,Cross-sells,External URL,Button text,Position".split(
    ",",
  );
export const GTIN = ["GTIN, UPC, EAN, or ISBN", "GTIN"];
/** WooCommerce's own columns. */
const OWN = new Set([...FIRST, ...GTIN, ...LAST, "Brands", "Cost of goods"]);
/** Of them those that nothing is taken from. */
const UNREAD = new Set(
  "Tax status,Tax class,Low stock amount,Backorders allowed?,Sold individually?,Allow customer reviews?,Purchase note,Shipping class,Download limit,Download expiry days,Grouped products,Upsells,Cross-sells,External URL,Button text,Position,Cost of goods".split(
    ",",
  ),
);

const ENOUGH = ["Type", "SKU", "Name", "Regular price"];

/**
 * What WooCommerce calls its columns, by the headings of its export in any language: one in another is known by the place
 * of weight and size, which have their units, and by the order of all others, which is always the same.
 * @returns null when it is no export of WooCommerce
 */
export function wooCommerceColumns(columns: string[]): string[] | null {
  if (ENOUGH.every((name) => columns.includes(name))) return columns;
  return translated(columns);
}

/** Weight (kg), Length (cm), Width (cm), Height (cm). */
const UNITS = /\((kg|g|lbs|oz)\)\n.*\((m|cm|mm|in|yd)\)\n.*\(\2\)\n.*\(\2\)$/i;

/** Words that stay in every language: what shows that no column is missing or added before the last ones. */
const [ID, URL] = [/^ID$/i, /URL/i];
const HAS_GTIN = /GTIN|EAN|ISBN/;

function translated(columns: string[]): string[] | null {
  // Before 9.2 there was no GTIN.
  const hasGtin = HAS_GTIN.test(columns[FIRST.indexOf("GTIN")] ?? "");
  const first = hasGtin ? FIRST : FIRST.filter((name) => name !== "GTIN");
  const before = [...first, ...MEASURES];
  const isInOrder =
    ID.test(columns[0] ?? "") &&
    UNITS.test(columns.slice(first.length, before.length).join("\n")) &&
    URL.test(columns[before.length + LAST.indexOf("External URL")] ?? "") &&
    columns.filter((heading) => HAS_GTIN.test(heading)).length === (hasGtin ? 1 : 0);
  if (!isInOrder) return null;
  const measures = MEASURES.map((name, index) => `${name} ${unitOf(columns[first.length + index]!)}`);
  const names = [...first, ...measures, ...LAST];
  const added = columns.slice(names.length);
  // Brands stand behind since 9.6; the attributes have numbers, what others have added is Meta: name.
  if (added[0] && !/[\d:]/.test(added[0])) names.push("Brands");
  return [...names, ...columns.slice(names.length).map(attributeIn())];
}

const unitOf = (heading: string) => /\([^()]*\)$/.exec(heading)![0];

/** The name of an attribute comes before its values and what else is said of it; all have its number. */
function attributeIn() {
  const seen = new Map<string, number>();
  const parts = ["name", "value(s)", "visible", "global", "default"];
  return (heading: string) => {
    const [number] = heading.includes(":") ? [] : (/\d+/.exec(heading) ?? []);
    if (!number) return heading;
    const place = seen.get(number) ?? 0;
    seen.set(number, place + 1);
    return `Attribute ${number} ${parts[place] ?? place}`;
  };
}

/** The measures' headings begin so; their unit follows in brackets. */
const isMeasure = (name: string) => MEASURES.some((measure) => name.startsWith(`${measure} (`));

/** Whether a column is WooCommerce's own, by its English name. */
export const isWooCommerceOwn = (name: string): boolean => OWN.has(name) || isMeasure(name);

/** Whether a column is about an attribute of the product, by its English name. */
export const isAttribute = (name: string): boolean => name.startsWith("Attribute ");

/** Whether something is taken from one of WooCommerce's own columns, or of an attribute. */
export const isWooCommerceRead = (name: string): boolean =>
  (isWooCommerceOwn(name) && !UNREAD.has(name)) || isAttribute(name);
