import { expect, test } from "vitest";
import { csvFile, readBooks, uploadedFile, workbookOf } from "~/test/files/import-files";
import { TEMPLATE } from "./columns";
import { importMappingSchema, NO_MAPPING } from "./mapping";
import { recognise } from "./read-books.server";
import { columnKeys, headingsOf } from "./table-formats";

test("Kitab's own template, in both kinds of file", async () => {
  const headings = TEMPLATE.map(({ name }) => name);
  const cells: Record<string, string> = {
    "Book ID": "12",
    ISBN: "0-306-40615-2",
    SKU: "NTP-42",
    Title: "Gora",
    Subtitle: "A Novel",
    Contributors: "Rabindranath Tagore; Radha Chakravarty (Translator); Sandesh (Pvt) (B01)",
    Brief: "A foundling.",
    Description: "Calcutta,\n1880.",
    Price: "Rs. 1,200/-",
    "Sale Price": "999.50",
    "Sale from": "1/11/2026",
    "Sale until": "2026-11-30",
    Stock: "40",
    Tags: "Novel; Classic;novel ; Novel",
    Publisher: "Neem Tree Press",
    Imprint: "Little Neem",
    Language: "English",
    "Further languages": "Bengali; Sanskrit",
    "Original title": "গোরা",
    "Original language": "Bengali",
    Format: "Hardcover",
    Pages: "624",
    Published: "15/08/1910",
    "Publishing status": "Out of print",
    "Copies to pre-order": "30",
    Series: "Neem Classics",
    "Number in the series": "7",
    Edition: "Second edition",
    "Edition number": "2",
    "Weight (g)": "0.62 kg",
    "Gyan Post": "no",
    "Height (mm)": "198",
    "Width (mm)": "129 mm",
    "Thickness (mm)": "3.5 cm",
    "Age from": "12",
    "Age to": "16",
    Thema: "FBC, 1FKA",
    BISAC: "fic019000",
    "HSN code": "4901",
    "Tax rate (%)": "5%",
    "Country of origin": "U.K.",
    Importer: "Neem Imports, Mumbai",
    Featured: "Yes",
    Visible: "no",
    "Other formats": "9788171670000",
    Pictures: "https://x.example/1.jpg; https://x.example/2.jpg",
  };
  expect(Object.keys(cells)).toEqual(headings);
  const book = {
    row: 2,
    id: "12",
    texts: {
      isbn13: "9780306406157",
      sku: "NTP-42",
      title: "Gora",
      subtitle: "A Novel",
      brief: "A foundling.",
      description: "Calcutta,\n1880.",
      price: "1200",
      salePrice: "999.50",
      saleFrom: "2026-11-01",
      saleUntil: "2026-11-30",
      stock: "40",
      imprint: "Little Neem",
      originalTitle: "গোরা",
      format: "BB",
      pageCount: "624",
      publishedOn: "1910-08-15",
      publishingStatus: "out_of_print",
      preorderLimit: "30",
      seriesNumber: "7",
      editionStatement: "Second edition",
      editionNumber: "2",
      weightG: "620",
      gyanPost: "no",
      heightMm: "198",
      widthMm: "129",
      thicknessMm: "35",
      ageFrom: "12",
      ageTo: "16",
      hsn: "4901",
      taxRate: "5",
      countryOfOrigin: "GB",
      importer: "Neem Imports, Mumbai",
      featured: "true",
    },
    names: {
      publisher: "Neem Tree Press",
      language: "English",
      originalLanguage: "Bengali",
      series: "Neem Classics",
    },
    contributors: [
      { name: "Rabindranath Tagore", role: "A01" },
      { name: "Radha Chakravarty", role: "B06" },
      { name: "Sandesh (Pvt)", role: "B01" },
    ],
    tags: ["Novel", "Classic", "novel"],
    languages: ["Bengali", "Sanskrit"],
    thema: ["FBC", "1FKA"],
    bisac: ["FIC019000"],
    visible: false,
    otherFormats: ["9788171670000"],
    pictures: ["https://x.example/1.jpg", "https://x.example/2.jpg"],
    warnings: [],
    problems: [],
  };
  for (const file of [
    csvFile(headings, [cells]),
    uploadedFile(workbookOf([headings, Object.values(cells)])),
  ]) {
    expect(await recognise(file)).toMatchObject({ format: "kitab", columns: headings });
    expect(await readBooks(file)).toEqual([book]);
  }
});

test.each([
  ["9788171670000; 9780143065838", ["9788171670000", "9780143065838"]],
  ["9788171670000 9780143065838", ["9788171670000", "9780143065838"]],
  ["978-81-7167-000-0, 8171670008 | 978 0 14 306583 8", ["9788171670000", "9780143065838"]],
  ["soon", ["soon"]],
  [" ", []],
])("the other formats in %j", async (cell, otherFormats) => {
  const file = csvFile(["Title", "Also available as"], [{ Title: "Gora", "Also available as": cell }]);
  expect((await readBooks(file))[0]!.otherFormats).toEqual(otherFormats);
});

test("an empty cell empties what a book can be without, and says nothing about the rest", async () => {
  const [book] = await readBooks(
    csvFile(["Title", "ISBN", "Price", "Sale Price", "Tags", "Series", "SKU"], [{ ISBN: "9780306406157" }]),
  );
  expect(book).toMatchObject({ texts: { isbn13: "9780306406157", salePrice: "" }, names: { series: "" } });
  expect(book).not.toHaveProperty("tags");
  expect(book!.texts).not.toHaveProperty("sku");
  expect(book!.texts).not.toHaveProperty("title");
  expect(book!.texts).not.toHaveProperty("price");
});

test("what cannot be read is left out with a hint that names its column", async () => {
  const file = uploadedFile("ISBN,Featured\n'9780306406157,perhaps,more\n");
  expect((await readBooks(file))[0]).toMatchObject({
    texts: { isbn13: "9780306406157" },
    problems: [
      { column: "", message: expect.stringContaining("The row has more cells than there are headings") },
    ],
    warnings: ["Featured: “perhaps” is neither yes nor no, so it is left out"],
  });
});

const STOCKTAKE = [
  "Book name",
  "EAN-13",
  "Author",
  "Translated by",
  "M.R.P.",
  "Weight (kg)",
  "Shelf",
  "Note",
];

test("any other table: known headings are suggested, the rest is mapped by hand", async () => {
  const file = csvFile(STOCKTAKE, [
    {
      "Book name": "Gora",
      "EAN-13": "9780306406157",
      Author: "R. Tagore",
      "Translated by": "S. Ray",
      "M.R.P.": "₹ 350",
      "Weight (kg)": "0.25",
      Shelf: "Novel",
      Note: "x",
    },
  ]);
  expect((await recognise(file)).format).toBe("other");
  const headings = headingsOf(
    STOCKTAKE,
    importMappingSchema.parse({ columns: { Shelf: "tags", Note: null } }),
  );
  expect([headings.get("price"), headings.get("tags"), headings.get("stock")]).toEqual([
    "M.R.P.",
    "Shelf",
    undefined,
  ]);
  const [book] = await readBooks(file, { columns: { Shelf: "tags", Note: null, "Book name": "subtitle" } });
  expect(book).toMatchObject({
    texts: { subtitle: "Gora", isbn13: "9780306406157", price: "350", weightG: "250" },
    tags: ["Novel"],
    contributors: [
      { name: "R. Tagore", role: "A01" },
      { name: "S. Ray", role: "B06" },
    ],
  });
});

test("of columns that say the same the best counts, or the one that staff mapped; two mapped ones are refused", async () => {
  const columns = ["Barcode", "ISBN", "EAN", "Title", "Title", "Name", "Tags", "Genre"];
  const text = `${columns.join()}\nLIB-1,9780306406157,9788171670000,Gora,Old Gora,Gaur,Novel,Classic\n`;
  const file = uploadedFile(text);
  expect((await recognise(file)).columns[4]).toBe("Title (2)");
  const [book] = await readBooks(file);
  expect(book).toMatchObject({
    texts: { isbn13: "9780306406157", title: "Gora" },
    tags: ["Novel", "Classic"],
  });
  const byHand = { "Title (2)": "title", EAN: "isbn13" };
  expect((await readBooks(file, { columns: byHand }))[0]!.texts).toEqual({
    isbn13: "9788171670000",
    title: "Old Gora",
  });
  await expect(readBooks(file, { columns: { ...byHand, Name: "title" } })).rejects.toThrow(
    'The columns "Title (2)" and "Name" are both mapped to Title. Map one of them to nothing.',
  );
});

test.each([
  [["ISBN", "ISBN13"], "ISBN13"],
  [["ISBN-10", "EAN-13", "Barcode", "ISBN-13"], "ISBN-13"],
  [["Barcode", "ISBN-10"], "ISBN-10"],
  [["Name", "Book Title", "Title"], "Title"],
  [["Rate", "Price", "MRP"], "MRP"],
  [["Price tax excluded", "Price tax included"], "Price tax included"],
  [["base_image", "Image URLs (x,y,z...)"], "Image URLs (x,y,z...)"],
])("of %j the column %s counts", (columns, best) => {
  const keys = columnKeys(columns, NO_MAPPING);
  expect(columns.filter((_, index) => keys[index])).toEqual([best]);
});

test("the headings of PrestaShop's and Magento's exports are known", () => {
  const keysOf = (columns: string[]) => columnKeys(columns, NO_MAPPING);
  const presta =
    "Name *;Categories (x;y;z...);Price tax excluded or Price tax included;Reference #;EAN13;Quantity;Description;Tags (x;y;z...);Image URLs (x;y;z...);Active (0/1)";
  const headings = presta.split(/;(?!y|z)/);
  expect(keysOf(headings)).toEqual([
    "title",
    "tags",
    "price",
    "sku",
    "isbn13",
    "stock",
    "description",
    "tags",
    "pictures",
    "visible",
  ]);
  const magento =
    "sku,name,categories,short_description,price,special_price,special_price_from_date,base_image,qty";
  expect(keysOf(magento.split(","))).toEqual([
    "sku",
    "title",
    "tags",
    "brief",
    "price",
    "salePrice",
    "saleFrom",
    "pictures",
    "stock",
  ]);
});

test("HTML of any table becomes plain text; what this shop has written itself stays as it is", async () => {
  const html = "<p>Q&amp;amp;A</p><ul><li>One</li></ul>";
  const columns = ["Title", "Brief", "Description", "Contributors", "Price", "Book ID"];
  const cells = { Title: "Tom &amp; Ray", Brief: html, Description: html, Price: "1" };
  const file = csvFile(columns, [cells, { ...cells, "Book ID": "7" }]);
  const [typed, own] = await readBooks(file);
  expect(typed!.texts).toMatchObject({
    title: "Tom & Ray",
    brief: "Q&A\n\n• One",
    description: "Q&A\n\n• One",
  });
  expect(own!.texts).toMatchObject({ title: "Tom &amp; Ray", brief: html, description: html });
});

test("a mapping is checked: fields that exist, short forms that fit", () => {
  expect(importMappingSchema.safeParse({ columns: { A: "password" } }).success).toBe(false);
  expect(importMappingSchema.safeParse({ short: { tag: { long: "x".repeat(31) } } }).success).toBe(false);
  expect(
    importMappingSchema.parse({ columns: { A: "isbn13" }, short: { tag: { long: " Art " } } }),
  ).toMatchObject({
    columns: { A: "isbn13" },
    short: { tag: { long: "Art" } },
  });
});
