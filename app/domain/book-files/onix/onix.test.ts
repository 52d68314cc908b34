import { expect, test } from "vitest";
import { uploadedFile } from "~/test/files/import-files";
import { bookOfProduct } from "./book-of-product.server";
import { onixProducts } from "./read-onix.server";

async function read(content: string | Buffer, today = "2026-11-23") {
  const books = [];
  for await (const found of onixProducts(uploadedFile(content))) books.push(bookOfProduct(found, today));
  return books;
}

const message = (products: string, header = "") =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<ONIXMessage release="3.0" xmlns="http://ns.editeur.org/onix/3.0/reference"><Header>${header}</Header>${products}</ONIXMessage>`;
const product = (inside: string, notification = "03") =>
  `<Product><RecordReference>in.neemtree.1</RecordReference><NotificationType>${notification}</NotificationType><ProductIdentifier><ProductIDType>15</ProductIDType><IDValue>9780306406157</IDValue></ProductIdentifier>${inside}</Product>`;
const described = (inside: string) => product(`<DescriptiveDetail>${inside}</DescriptiveDetail>`);
const priced = (prices: string) =>
  product(
    `<ProductSupply><SupplyDetail><ProductAvailability>21</ProductAvailability>${prices}</SupplyDetail></ProductSupply>`,
  );
const one = async (product: string, header = "") => (await read(message(product, header)))[0]!;

test("a price that is not for shoppers is never taken, and is named", async () => {
  const library = await one(priced(price(900, "<PriceQualifier>06</PriceQualifier>")));
  expect(library.texts).not.toHaveProperty("price");
  expect(library.warnings).toEqual([
    "The price 900 is not taken: it is not for shoppers (price qualifier 06)",
    "None of the prices in rupees is one for shoppers in India",
  ]);
  const wholesale = await one(priced(price(200, "", "05")));
  expect([wholesale.texts.price, ...wholesale.warnings]).toEqual([
    undefined,
    "None of the prices in rupees is one for shoppers in India",
  ]);
});

test("the number of our own message is our id; another sender's is not", async () => {
  const numbered = (reference: string) =>
    `<Product><RecordReference>${reference}</RecordReference><NotificationType>03</NotificationType><ProductIdentifier><ProductIDType>01</ProductIDType><IDTypeName>Book number in the shop</IDTypeName><IDValue>7</IDValue></ProductIdentifier></Product>`;
  const books = await read(message(numbered("books.example.in.book.7") + numbered("in.neemtree.7")));
  expect(books.map(({ id }) => id)).toEqual(["7", undefined]);
});

test("a partial update has only what it says; a deletion only its identifiers", async () => {
  const update = product(
    "<PublishingDetail><PublishingStatus>07</PublishingStatus></PublishingDetail>",
    "04",
  );
  const [part, deleted, test] = await read(message(update + product("", "05") + product("", "88")));
  expect(part).toMatchObject({
    texts: { isbn13: "9780306406157", publishingStatus: "out_of_print" },
    names: {},
  });
  expect(deleted).toMatchObject({ row: 2, isDeleted: true, texts: { isbn13: "9780306406157" } });
  expect(test!.problems).toEqual([
    { column: "NotificationType", message: "The notification type 88 is not imported" },
  ]);
});

test("the country of manufacture is that of origin, where it is known", async () => {
  const from = (code: string) =>
    product(`<DescriptiveDetail><CountryOfManufacture>${code}</CountryOfManufacture></DescriptiveDetail>`);
  const books = await read(message(from("GB") + from("XX")));
  expect(books.map(({ texts }) => texts.countryOfOrigin)).toEqual(["GB", undefined]);
});

const price = (amount: number, inside = "", type = "02") =>
  `<Price><PriceType>${type}</PriceType><PriceAmount>${amount}</PriceAmount><CurrencyCode>INR</CurrencyCode>${inside}</Price>`;
const dated = (role: string, date: string) =>
  `<PriceDate><PriceDateRole>${role}</PriceDateRole><Date dateformat="00">${date}</Date></PriceDate>`;
const territory = (inside: string) => `<Territory>${inside}</Territory>`;

test.each([
  ["of today", price(300, dated("15", "20261122")) + price(350, dated("14", "20261123")), "350"],
  [
    "of a span",
    price(300, dated("24", "2026112020261130")) + price(350, dated("24", "2026120120261231")),
    "300",
  ],
  [
    "for India",
    price(900, territory("<CountriesIncluded>GB US</CountriesIncluded>")) +
      price(350, territory("<CountriesIncluded>BD IN LK</CountriesIncluded>")),
    "350",
  ],
  [
    "for the world",
    price(
      900,
      territory("<RegionsIncluded>WORLD</RegionsIncluded><CountriesExcluded>IN</CountriesExcluded>"),
    ) + price(350, territory("<RegionsIncluded>WORLD</RegionsIncluded>")),
    "350",
  ],
  ["fixed by law", price(350, "", "04") + price(300, "", "01"), "350"],
  [
    "for shoppers, whatever stands first",
    price(900, "<PriceQualifier>06</PriceQualifier>") +
      price(320) +
      price(350, "<PriceQualifier>05</PriceQualifier>", "04"),
    "350",
  ],
  ["with tax", price(300, "", "41") + price(350, "", "42") + price(310, "", "01"), "350"],
  ["but no wholesale price", price(200, "", "05"), undefined],
  ["but no future price", price(400, dated("14", "20270101")), undefined],
])("takes the retail price %s", async (_, prices, amount) => {
  expect((await one(priced(prices))).texts.price).toBe(amount);
});

const OFFER = "<PriceQualifier>08</PriceQualifier>";

test.each([
  [
    "now",
    "20261110",
    "20261130",
    { price: "400", salePrice: "300", saleFrom: "2026-11-10", saleUntil: "2026-11-30" },
  ],
  [
    "later",
    "20270101",
    "20270131",
    { price: "400", salePrice: "300", saleFrom: "2027-01-01", saleUntil: "2027-01-31" },
  ],
  ["over", "20261001", "20261031", { price: "400" }],
])("an offer beside the price, %s, is a sale with dates", async (_, from, until, taken) => {
  const offer = price(300, OFFER + dated("14", from) + dated("15", until));
  for (const prices of [offer + price(400), price(400) + offer]) {
    const { texts, warnings } = await one(priced(prices));
    expect({ texts, warnings }).toEqual({
      texts: { isbn13: "9780306406157", publishingStatus: "available", ...taken },
      warnings: [],
    });
  }
});

test("says which price is still to come", async () => {
  expect((await one(priced(price(400, dated("14", "20270101"))))).warnings).toEqual([
    "The price 400 from 1 Jan 2027 is not taken yet",
  ]);
});

test("says that no price is in rupees", async () => {
  const inOther = (code: string) => price(10).replace("INR", code);
  expect((await one(priced(inOther("USD") + inOther("GBP")))).warnings).toEqual([
    "The prices are in USD, GBP, none in rupees",
  ]);
  expect((await one(priced(inOther("USD") + price(400)))).warnings).toEqual([]);
});

test.each([
  ["14", "20261123T0930", "2026-11-23"],
  ["00", "20261123", "2026-11-23"],
  ["01", "202611", "2026"],
  ["05", "2026", "2026"],
])("reads a date of format %s", async (format, date, published) => {
  const found = await one(
    product(
      `<PublishingDetail><PublishingDate><PublishingDateRole>01</PublishingDateRole><Date dateformat="${format}">${date}</Date></PublishingDate></PublishingDetail>`,
    ),
  );
  expect(found.texts.publishedOn).toBe(published);
});

test("the publisher's status counts, not the supplier's availability", async () => {
  const publishing = "<PublishingDetail><PublishingStatus>04</PublishingStatus></PublishingDetail>";
  const supply =
    "<ProductSupply><SupplyDetail><ProductAvailability>51</ProductAvailability></SupplyDetail></ProductSupply>";
  expect((await one(product(publishing + supply))).texts.publishingStatus).toBe("available");
});

test("what is not understood becomes a warning", async () => {
  const book = await one(
    product(`<DescriptiveDetail><Measure><MeasureType>01</MeasureType><Measurement>2</Measurement><MeasureUnitCode>px</MeasureUnitCode></Measure><Language><LanguageRole>01</LanguageRole><LanguageCode>qqq</LanguageCode></Language></DescriptiveDetail>
      <PublishingDetail><PublishingStatus>09</PublishingStatus><PublishingDate><PublishingDateRole>01</PublishingDateRole><Date dateformat="12">soon</Date></PublishingDate></PublishingDetail>`),
  );
  expect(book.warnings).toEqual([
    "The unit px of a measure is not known here",
    "The language qqq is not known here",
    'The date of publication "soon" is not understood',
    "The publishing status 09 is not taken over",
  ]);
});

const CODES = {
  asm: "Assamese",
  ben: "Bengali",
  fre: "French",
  guj: "Gujarati",
  hin: "Hindi",
  kan: "Kannada",
  mal: "Malayalam",
  mar: "Marathi",
  ori: "Odia",
  pan: "Punjabi",
  san: "Sanskrit",
  tam: "Tamil",
  tel: "Telugu",
  urd: "Urdu",
};

test("names the languages that books in India are written in", async () => {
  const products = Object.keys(CODES).map((code) =>
    described(`<Language><LanguageRole>01</LanguageRole><LanguageCode>${code}</LanguageCode></Language>`),
  );
  const books = await read(message(products.join("")));
  expect(books.map(({ names }) => names.language)).toEqual(Object.values(CODES));
});
