import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { csvFile, readBooks } from "~/test/files/import-files";
import { COLUMN_KEYS, columnName, columnOf, TEMPLATE } from "./columns";
import { foreignCurrencyOf, keyOfHeading, unitOfHeading } from "./headings";
import { NO_MAPPING } from "./mapping";
import { columnHints, columnMeanings } from "./table-formats";

test.each<[string, string | null]>([
  ["ISBN No.", "isbn13"],
  ["ISBN Number", "isbn13"],
  ["ISBN/EAN", "isbn13"],
  ["ISBN or Barcode", "isbn13"],
  ["Isbn Code", "isbn13"],
  ["SKU No", "sku"],
  ["HSN Code No.", "hsn"],
  ["Item Name", "title"],
  ["Primary Author", "contributors"],
  ["Languages", "language"],
  ["Price (Rs.)", "price"],
  ["Price in Rs", "price"],
  ["Price ₹", "price"],
  ["MRP (INR)", "price"],
  ["MRP Rs.", "price"],
  ["Offer Price (Rs.)", "salePrice"],
  ["Weight (gms)", "weightG"],
  ["Weight (lbs)", "weightG"],
  ["Weight in kg", "weightG"],
  ["Height (in cms)", "heightMm"],
  ["Pages (pp)", "pageCount"],
  ["Qty.", "stock"],
  ["Closing Stock", "stock"],
  ["Disc. %", "discount"],
  ["Currency", "currency"],
  // An amount off, codes of what is no code, and two things in one.
  ["Discount (Rs.)", null],
  ["Discount in ₹", null],
  ["Tax code", null],
  ["Stock number", null],
  ["Title no.", null],
  ["Price code", null],
  ["Height/Width", null],
  ["Author/Editor", null],
  // Amounts in other currencies.
  ["Price $", null],
  ["Price (USD)", null],
  ["MRP (€)", null],
  ["Price in dollars", null],
  ["US price", null],
  ["Sale Price (GBP)", null],
])("the heading %j means %j", (heading, key) => {
  expect(keyOfHeading(heading)).toBe(key);
});

test("every column's own name and its others mean it", () => {
  for (const key of COLUMN_KEYS) {
    const { name, also } = columnOf(key);
    for (const heading of [name, ...(also?.split(" ") ?? [])])
      expect([heading, keyOfHeading(heading)]).toEqual([heading, key]);
  }
  expect(keyOfHeading("")).toBeNull();
});

test.each([
  ["Weight (gms)", "gms"],
  ["Weight (kg.)", "kg"],
  ["Weight in kg", "kg"],
  ["Height (in cms)", "cms"],
  ["Height_in", "in"],
  ["Weight", undefined],
])("the unit of %j is %j", (heading, unit) => {
  expect(unitOfHeading(heading)).toBe(unit);
});

test("columns that nothing is taken from are named, with why where it is known", () => {
  const columns = ["Title", "ISBN", "Price (USD)", "Discount (Rs.)", "Shelf", "Colour"];
  expect(columnHints(columns, NO_MAPPING)).toEqual([
    '"Price (USD)" is not read: its amounts are in USD, and the shop\'s prices are in rupees.',
    'Not imported: "Discount (Rs.)", "Shelf", "Colour".',
  ]);
  // What staff have chosen needs no word.
  const chosen = { ...NO_MAPPING, columns: { "Price (USD)": null, "Discount (Rs.)": null, Shelf: null } };
  expect(columnHints(columns, chosen)).toEqual(['Not imported: "Colour".']);
  const many = columnHints(["Title", ...Array.from({ length: 25 }, (_, at) => `Other ${at}`)], NO_MAPPING);
  expect(many.join()).toMatch(/"Other 19", 5 more\.$/);
});

test("of prices in two currencies those in rupees count", () => {
  const columns = ["Title", "Price (USD)", "Price (INR)"];
  expect(columnMeanings(columns, NO_MAPPING).map(({ key }) => key)).toEqual(["title", null, "price"]);
});

test.each(["$", "USD", "EUR", "US Dollar", "£", "Rp"])(
  "an amount beside the currency %j is refused",
  async (currency) => {
    const file = csvFile(
      ["Title", "Price", "Sale Price", "Currency"],
      [
        { Title: "A", Price: "12.99", "Sale Price": "9.99", Currency: currency },
        { Title: "B", Price: "299", Currency: "INR" },
        { Title: "C", Price: "299", Currency: "Rs." },
        { Title: "D", Price: "299", Currency: "₹" },
        { Title: "E", Price: "299", Currency: "-" },
        { Title: "F", Price: "299" },
      ],
    );
    const [foreign, ...ours] = await readBooks(file);
    expect(foreign!.problems).toEqual([
      { column: "Price", message: `“12.99” is in ${currency}, and the shop's prices are in rupees` },
      { column: "Sale Price", message: `“9.99” is in ${currency}, and the shop's prices are in rupees` },
    ]);
    expect(foreign!.texts).not.toHaveProperty("price");
    for (const book of ours) expect([book.texts.price, book.problems]).toEqual(["299", []]);
  },
);

test("a column of dollars that staff take for the price by hand is refused", async () => {
  const file = csvFile(["Title", "Price ($)"], [{ Title: "A", "Price ($)": "12.99" }]);
  const [book] = await readBooks(file, { columns: { "Price ($)": "price" } });
  expect(foreignCurrencyOf("Price ($)")).toBe("USD");
  expect(book!.problems).toEqual([
    { column: "Price ($)", message: "“12.99” is in USD, and the shop's prices are in rupees" },
  ]);
});

const GUIDE = readFileSync("docs/filling-the-shop.md", "utf8");

test("the guide lists what a new book needs, by the template's headings", () => {
  const [, section = ""] = GUIDE.split("## What a book needs");
  const listed = [...section.split("\n## ")[0]!.matchAll(/^\| ([A-Z][\w, ]+) \|/gm)].flatMap(([, names]) =>
    names!.split(", "),
  );
  // Stock is 0, and a SKU there need not be.
  const needed = COLUMN_KEYS.filter(
    (key) => columnOf(key).need === "book" && key !== "stock" && key !== "sku",
  ).map(columnName);
  expect(listed.toSorted()).toEqual(needed.toSorted());
});

test("columns that the guides name by their headings are understood", () => {
  const guides = ["docs/filling-the-shop.md", "docs/operating.md", "docs/api.md"].map((file) =>
    readFileSync(file, "utf8"),
  );
  const named = guides.flatMap((text) => [
    ...[...text.matchAll(/\bcolumn '([^']+)'/g)].map(([, name]) => name!),
    ...[...text.matchAll(/\bcolumns ([A-Z]\w+) and ([A-Z]\w+)/g)].flatMap(([, one, other]) => [one!, other!]),
    ...[...text.matchAll(/--default "(\w+)=/g)].map(([, name]) => name!),
  ]);
  expect(named).toEqual(expect.arrayContaining(["Discount %", "Other formats", "Counted"]));
  expect(named.filter((name) => keyOfHeading(name) === null)).toEqual([]);
  expect(TEMPLATE.map(({ name }) => name)).toContain("Other formats");
});
