import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { createStaff } from "~/test/factories";
import { catalogueBook, FULL_BOOK } from "~/test/factories-catalogue";
import { csvFile, uploadedFile } from "~/test/files/import-files";
import { importMappingSchema } from "../mapping";
import { createImport } from "./create-import.server";
import { planRun } from "./import-steps.server";
import { lackingValues } from "./lacking-values.server";

const { read, write } = await createTestDatabase();
const dir = mkdtempSync(path.join(tmpdir(), "kitab-lacking-"));
const staff = { id: await createStaff(write), name: "Asha Rao" };

beforeEach(async () => {
  await write.deleteFrom("books").execute();
  await catalogueBook(write, { ...FULL_BOOK, isbn13: "9780306406157" });
});

async function uploaded(file: string) {
  const created = await createImport(write, { path: file, fileName: "books.xml", staff, dir });
  if (!created.ok) throw new Error(created.message);
  return created.id;
}

const product = (isbn: string, inside: string, price: string) =>
  `<Product><RecordReference>${isbn}</RecordReference><NotificationType>03</NotificationType><ProductIdentifier><ProductIDType>15</ProductIDType><IDValue>${isbn}</IDValue></ProductIdentifier><DescriptiveDetail><TitleDetail><TitleType>01</TitleType><TitleElement><TitleElementLevel>01</TitleElementLevel><TitleText>Gora</TitleText></TitleElement></TitleDetail>${inside}</DescriptiveDetail><CollateralDetail><TextContent><TextType>03</TextType><ContentAudience>00</ContentAudience><Text>A novel.</Text></TextContent></CollateralDetail><PublishingDetail><Publisher><PublishingRole>01</PublishingRole><PublisherName>Saraswati</PublisherName></Publisher></PublishingDetail><ProductSupply><SupplyDetail><ProductAvailability>21</ProductAvailability>${price}</SupplyDetail></ProductSupply></Product>`;
const BY = "<Contributor><ContributorRole>A01</ContributorRole><PersonName>Tagore</PersonName></Contributor>";
const IN = "<Language><LanguageRole>01</LanguageRole><LanguageCode>ben</LanguageCode></Language>";
const SUBJECT =
  "<Subject><SubjectSchemeIdentifier>93</SubjectSchemeIdentifier><SubjectCode>FBA</SubjectCode></Subject>";
const PRICE =
  "<Price><PriceType>02</PriceType><PriceAmount>300</PriceAmount><CurrencyCode>INR</CurrencyCode></Price>";
const message = (...products: string[]) =>
  uploadedFile(
    `<?xml version="1.0"?><ONIXMessage release="3.0" xmlns="http://ns.editeur.org/onix/3.0/reference"><Header/>${products.join("")}</ONIXMessage>`,
  );

test("of the new books of an ONIX message it is told what they lack", async () => {
  const id = await uploaded(
    message(
      product("9780306406157", "", ""),
      product("9788126415885", BY + IN + SUBJECT, PRICE.replace("300", "30000")),
      product("9788126415397", BY + SUBJECT, ""),
    ),
  );
  expect(await lackingValues(read, id, undefined, { dir })).toEqual({
    books: 2,
    lacking: [
      { key: "language", books: 1 },
      { key: "tags", books: 2 },
      { key: "price", books: 1 },
    ],
  });
  const mapping = importMappingSchema.parse({
    tagsOfSubjects: { F: "Novels" },
    defaults: { price: "250" },
  });
  expect(await lackingValues(read, id, mapping, { dir })).toEqual({
    books: 2,
    lacking: [{ key: "language", books: 1 }],
  });
  await rm(dir, { recursive: true });
  expect(await lackingValues(read, id, mapping, { dir })).toEqual({ books: 0, lacking: [] });
});

test("another shop's export is looked at too; a table after its columns were chosen", async () => {
  const shopify = ["Handle", "Title", "Body (HTML)", "Vendor", "Tags", "Variant SKU", "Variant Price"];
  const row = { Handle: "gora", Title: "Gora", "Body (HTML)": "A novel.", Vendor: "Saraswati" };
  const id = await uploaded(csvFile(shopify, [{ ...row, "Variant SKU": "G-1", "Variant Price": "300" }]));
  const { books, lacking } = await lackingValues(read, id, undefined, { dir });
  expect([books, lacking.map(({ key }) => key)]).toEqual([1, ["contributors", "language", "tags"]]);
  const table = await uploaded(csvFile(["ISBN", "Title"], [{ ISBN: "9788126415885", Title: "Gora" }]));
  expect(await lackingValues(read, table, undefined, { dir })).toEqual({ books: 0, lacking: [] });
  const mapping = importMappingSchema.parse({ defaults: { tags: "Novel" } });
  await planRun(write, table, { mode: "add_and_change", mapping });
  const after = await lackingValues(read, table, mapping, { dir });
  expect([after.books, after.lacking.map(({ key }) => key)]).toEqual([
    1,
    ["contributors", "publisher", "language", "brief", "price"],
  ]);
});
