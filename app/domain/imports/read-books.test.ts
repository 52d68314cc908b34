import { expect, test } from "vitest";
import { csvFile, readBooks, uploadedFile, workbookOf } from "~/test/import-files";
import { TEMPLATE } from "./columns";
import { importMappingSchema } from "./mapping";
import { recognise } from "./read-books.server";
import { headingsOf } from "./table-formats";

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
    "Height (mm)": "198",
    "Width (mm)": "129 mm",
    "Thickness (mm)": "3.5 cm",
    "Age from": "12",
    "Age to": "16",
    Thema: "FBC, 1FKA",
    BISAC: "fic019000",
    "HSN code": "4901",
    "Tax rate (%)": "5%",
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
      price: "1,200",
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
      heightMm: "198",
      widthMm: "129",
      thicknessMm: "35",
      ageFrom: "12",
      ageTo: "16",
      hsn: "4901",
      taxRate: "5",
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
    expect(await recognise(file)).toEqual({ format: "kitab", columns: headings });
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

test("what cannot be read is reported with its column", async () => {
  const file = uploadedFile("ISBN,Featured\n'9780306406157,perhaps,more\n");
  expect((await readBooks(file))[0]).toMatchObject({
    texts: { isbn13: "9780306406157" },
    problems: [
      { column: "", message: "The row has more cells than the heading has columns" },
      { column: "Featured", message: '"perhaps" is neither yes nor no' },
    ],
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

test("two columns that mean the same are asked about", async () => {
  const file = csvFile(["ISBN", "EAN", "Title"], [{ Title: "Gora" }]);
  await expect(readBooks(file)).rejects.toThrow(
    'The columns "ISBN" and "EAN" both mean ISBN. Map one of them to nothing.',
  );
  expect(await readBooks(file, { columns: { EAN: null } })).toHaveLength(1);
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
