import { expect, test } from "vitest";
import { columnName, type ColumnKey } from "../columns";
import { emptyBook } from "../imported-book";
import { readCell } from "../read-row";
import { csvFile, readBooks, uploadedFile } from "~/test/files/import-files";
import { isNoLanguage, languagesIn } from "./languages";
import { peopleIn } from "./people";

const flat = (cell: string) =>
  peopleIn(cell, "A01")
    .flatMap((person) => person.parts ?? [person])
    .map(({ name, role }) => `${name} ${role}`);

test.each([
  ["Ila Sen, ed.", ["Ila Sen B01"]],
  ["Sen, I., ed.", ["I. Sen B01"]],
  ["Asha Rao, Ila Sen, eds.", ["Asha Rao B01", "Ila Sen B01"]],
  ["Asha Rao, Ila Sen, tr.", ["Asha Rao A01", "Ila Sen B06"]],
  ["Asha Rao et al.", ["Asha Rao A01"]],
  ["Asha Rao, et al", ["Asha Rao A01"]],
  ["Ila Sen and Ors.", ["Ila Sen A01"]],
  ["Ila Sen & others", ["Ila Sen A01"]],
  ["Asha Rao et al. (eds.)", ["Asha Rao B01"]],
  ["[trans. Ila Sen]", ["Ila Sen B06"]],
  ["Asha Rao [trans. Ila Sen]", ["Asha Rao A01", "Ila Sen B06"]],
  ["Asha Rao with Neil Roy", ["Asha Rao A01", "Neil Roy A01"]],
  ["Ravi Etale", ["Ravi Etale A01"]],
])("the people of %j are %j", (cell, people) => {
  expect(flat(cell)).toEqual(people);
});

const read = (key: ColumnKey, cell: string, heading = columnName(key)) => {
  const book = emptyBook(2);
  readCell(book, key, cell, heading);
  return book;
};

test("others who are not named are hinted at", () => {
  expect(read("contributors", "Ila Sen and Ors.").warnings).toEqual([
    expect.stringMatching(/others, who are not named, are left out/),
  ]);
  expect(read("contributors", "Ila Sen and Asha Rao").warnings).toEqual([]);
});

test.each([
  ["हिन्दी", ["Hindi"]],
  ["हिंदी", ["Hindi"]],
  ["বাংলা", ["Bengali"]],
  ["தமிழ்", ["Tamil"]],
  ["اردو", ["Urdu"]],
  ["Hindi.", ["Hindi"]],
  ["Hindi language", ["Hindi"]],
  ["Hindi (Devanagari)", ["Hindi"]],
  ["Eng.", ["English"]],
  ["English-Hindi", ["English", "Hindi"]],
  ["हिन्दी / English", ["Hindi", "English"]],
  ["Serbo-Croatian", ["Serbo-Croatian"]],
  ["Ho", ["Ho"]],
  ["zz", []],
  ["1", []],
])("the languages of %j are %j", (cell, languages) => {
  expect(languagesIn(cell)).toEqual(languages);
});

test("what is no language is left out with a hint", () => {
  for (const cell of ["zz", "1"]) {
    expect(isNoLanguage(cell)).toBe(true);
    const book = read("language", cell);
    expect(book.names).toEqual({});
    expect(book.warnings).toEqual([`Language: “${cell}” is no language, so it is left out`]);
  }
});

test("a tax rate below one is not taken", () => {
  for (const cell of ["0.05", "0.12", "0.18"]) {
    const book = read("taxRate", cell);
    expect(book.texts).toEqual({});
    expect(book.warnings).toEqual([expect.stringContaining(`may mean ${Number(cell) * 100}%`)]);
  }
  for (const [cell, rate] of [
    ["5", "5"],
    ["0.25%", "0.25"],
    ["0", "0"],
    ["12 %", "12"],
  ] as const)
    expect(read("taxRate", cell)).toMatchObject({ texts: { taxRate: rate }, warnings: [] });
});

test("signs that show nothing are dropped; joiners within words stay", async () => {
  for (const sign of ["\u200E", "\u200B", "\uFEFF", "\u2060", "\u202C"]) {
    expect(read("price", `${sign}1,250${sign}`).texts.price).toBe("1250");
    const [book] = await readBooks(csvFile(["Title", "Price"], [{ Title: `Zero${sign}Width`, Price: "1" }]));
    expect(book!.texts.title).toBe("ZeroWidth");
  }
  const [book] = await readBooks(csvFile(["Title", "Price"], [{ Title: "क्\u200Dष", Price: "1" }]));
  expect(book!.texts.title).toBe("क्\u200Dष");
});

test("a book that Magento does not show is hidden", async () => {
  const file = csvFile(
    ["name", "product_online", "visibility"],
    [
      { name: "A", product_online: "2", visibility: "Catalog, Search" },
      { name: "B", product_online: "1", visibility: "Not Visible Individually" },
      { name: "C", product_online: "1", visibility: "Catalog, Search" },
    ],
  );
  const books = await readBooks(file);
  expect(books.map(({ visible, warnings }) => [visible, warnings])).toEqual([
    [false, []],
    [false, []],
    [true, []],
  ]);
});

test("authors of WooCommerce with the surname in front are no two", async () => {
  const headings = ["ID", "Type", "SKU", "Name", "Regular price", "Attribute 1 name", "Attribute 1 value(s)"];
  const row = (author: string) => ({
    ID: "1",
    Type: "simple",
    SKU: "W1",
    Name: "A",
    "Regular price": "299",
    "Attribute 1 name": "Author",
    "Attribute 1 value(s)": author,
  });
  const books = await readBooks(
    csvFile(headings, ["Basu, Manik", "Rao\\, Asha", "Asha Rao, Neil Roy"].map(row)),
  );
  expect(
    books.map(({ contributors }) => contributors!.flatMap(({ parts, ...one }) => parts ?? [one])),
  ).toEqual([
    [{ name: "Basu, Manik", role: "A01", forenameFirst: "Manik Basu", isUnsure: true }],
    [{ name: "Asha Rao", role: "A01" }],
    [
      { name: "Asha Rao", role: "A01" },
      { name: "Neil Roy", role: "A01" },
    ],
  ]);
});

const onix = (prices: string) =>
  uploadedFile(
    `<?xml version="1.0"?><ONIXMessage xmlns="http://ns.editeur.org/onix/3.0/reference" release="3.0"><Product><RecordReference>r</RecordReference><NotificationType>03</NotificationType><ProductSupply><SupplyDetail>${prices}</SupplyDetail></ProductSupply></Product></ONIXMessage>`,
  );

test("an ONIX price for ten copies or more is not the shopper's; one without a currency is said to be so", async () => {
  const inr = (amount: number, least = "") =>
    `<Price><PriceType>02</PriceType>${least}<PriceAmount>${amount}</PriceAmount><CurrencyCode>INR</CurrencyCode></Price>`;
  const ten = "<MinimumOrderQuantity>10</MinimumOrderQuantity>";
  const [book] = await readBooks(onix(inr(350, ten) + inr(400)));
  expect(book!.texts.price).toBe("400");
  expect(book!.warnings).toContain("The price 350 is not taken: it is for 10 copies or more");
  const [other] = await readBooks(
    onix("<Price><PriceType>02</PriceType><PriceAmount>400</PriceAmount></Price>"),
  );
  expect(other!.texts.price).toBeUndefined();
  expect(other!.warnings).toContain("The price is not taken: the message does not say its currency");
});

test.each(["MRP 299", "978813E7", "978813e+7"])("%j is no ISBN, and it is hinted at", (cell) => {
  const book = read("isbn13", cell);
  expect(book.texts).toEqual({});
  expect(book.warnings).toEqual([expect.stringContaining("left out")]);
});
