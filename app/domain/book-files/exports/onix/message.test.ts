import { beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { createStaff, setSettings } from "~/test/factories";
import { catalogueBook, FULL_BOOK } from "~/test/factories-catalogue";
import { allOf, parseXml, textsOf, type XmlElement } from "~/test/files/xml";
import { linkEditions } from "~/domain/catalogue/editions/link-editions.server";
import { ALL_BOOKS, exportBooks } from "../export-books.server";

const { write, read } = await createTestDatabase();
const NOW = new Date("2026-11-21T06:00:00.000Z");
let [full, bare] = [0, 0];
let message: XmlElement;

beforeAll(async () => {
  await setSettings(write, { shopName: "Neem & Sons", supportEmail: "help@neem.in", taxRate: 500 });
  const named = async (table: "series" | "languages", name: string) =>
    (
      await write
        .insertInto(table)
        .values({ name, name_key: name.toLowerCase() })
        .returning("id")
        .executeTakeFirstOrThrow()
    ).id;
  full = await catalogueBook(write, {
    ...FULL_BOOK,
    isbn13: "9780306406157",
    sku: "0042",
    brief: "A foundling <in> Calcutta.",
    description: "Calcutta, 1880.\nSpring.\n\nA boy & his city.",
    subtitle: "A Novel",
    format: "BC",
    imprint: "Little Neem",
    original_title: "গোরা",
    original_language_id: await named("languages", "Odia"),
    age_from: 12,
    age_to: 16,
    series_id: await named("series", "Neem Classics"),
    series_number: "2",
    edition_statement: "Second revised edition",
    edition_number: 2,
    height_mm: 198,
    width_mm: 129,
    thickness_mm: 20,
    weight_g: 240,
    country_of_origin: "GB",
    publishing_status: "forthcoming",
    published_on: "2027-01-15",
    planned_sale_price: 24_950,
    sale_from: "2026-11-01",
    sale_until: "2026-11-30",
  });
  const translator = await write
    .selectFrom("book_contributors")
    .select("author_id")
    .where("book_id", "=", full)
    .where("position", "=", 1)
    .executeTakeFirstOrThrow();
  await write
    .insertInto("book_contributors")
    .values({ book_id: full, author_id: translator.author_id, role: "B06", position: 2 })
    .execute();
  await write
    .insertInto("book_subjects")
    .values([
      { book_id: full, scheme: "thema", code: "FBA", position: 0 },
      { book_id: full, scheme: "thema", code: "1FKA", position: 1 },
      { book_id: full, scheme: "bisac", code: "FIC000000", position: 0 },
    ])
    .execute();
  bare = await catalogueBook(write, {
    title: "Leaflet",
    tags: ["Novel"],
    language: "Tulu",
    price: 0,
    stock: 0,
    hidden: 1,
    isbn13: "not one",
  });
  const staffId = await createStaff(write);
  for (const isbn13 of ["8171670008", "9788171670000", "9780306406157", "9788171670001", "none"]) {
    const otherId = await catalogueBook(write, { title: "Gora", isbn13 });
    await linkEditions(write, { bookId: full, otherId, staffId });
  }
  message = await exported();
});

async function exported(): Promise<XmlElement> {
  let text = "";
  const given = { format: "onix", list: ALL_BOOKS, origin: "https://books.example.in" } as const;
  for await (const piece of await exportBooks(read, given, NOW)) text += Buffer.from(piece).toString();
  return parseXml(text);
}

/**
 * What an element may hold, in this order, as far as the shop writes it (ONIX 3.0 specification; the order of the blocks:
 * book trade's structure rules). No mark: exactly one; `?`: at most one; `*`: any number; `+`: at least one.
 */
const STRUCTURE: Record<string, string> = {
  ONIXMessage: "Header Product*",
  Header: "Sender SentDateTime DefaultCurrencyCode?",
  Sender: "SenderName EmailAddress?",
  Product:
    "RecordReference NotificationType ProductIdentifier+ DescriptiveDetail CollateralDetail? PublishingDetail RelatedMaterial? ProductSupply+",
  ProductIdentifier: "ProductIDType IDTypeName? IDValue",
  DescriptiveDetail:
    "ProductComposition ProductForm Measure* CountryOfManufacture? Collection* TitleDetail+ Contributor* NoContributor? EditionNumber? EditionStatement* Language* Extent* Subject* AudienceRange*",
  Measure: "MeasureType Measurement MeasureUnitCode",
  Collection: "CollectionType TitleDetail",
  TitleDetail: "TitleType TitleElement+",
  TitleElement: "TitleElementLevel PartNumber? TitleText? Subtitle?",
  Contributor: "SequenceNumber ContributorRole+ PersonName",
  Language: "LanguageRole LanguageCode",
  Extent: "ExtentType ExtentValue ExtentUnit",
  Subject: "MainSubject? SubjectSchemeIdentifier SubjectCode? SubjectHeadingText?",
  AudienceRange:
    "AudienceRangeQualifier AudienceRangePrecision AudienceRangeValue AudienceRangePrecision? AudienceRangeValue?",
  CollateralDetail: "TextContent* SupportingResource*",
  TextContent: "TextType ContentAudience+ Text",
  SupportingResource: "ResourceContentType ContentAudience+ ResourceMode ResourceVersion+",
  ResourceVersion: "ResourceForm ResourceLink+",
  PublishingDetail: "Imprint* Publisher+ PublishingStatus? PublishingDate*",
  Imprint: "ImprintName",
  Publisher: "PublishingRole PublisherName",
  PublishingDate: "PublishingDateRole Date",
  RelatedMaterial: "RelatedProduct*",
  RelatedProduct: "ProductRelationCode+ ProductIdentifier+",
  ProductSupply: "SupplyDetail+",
  SupplyDetail: "Supplier ProductAvailability SupplyDate* Stock* Price* UnpricedItemType?",
  Supplier: "SupplierRole SupplierName EmailAddress*",
  SupplyDate: "SupplyDateRole Date",
  Stock: "OnHand",
  Price: "PriceType PriceQualifier? PriceAmount Tax* CurrencyCode Territory? PriceDate*",
  PriceDate: "PriceDateRole Date",
  Tax: "TaxType TaxRatePercent",
  Territory: "CountriesIncluded",
  Text: "p*",
  p: "br*",
};

/** What is wrong with the order and number of elements in this one. */
function faults(element: XmlElement): string[] {
  const inside = element.children.map(({ name }) => `${name} `).join("");
  const rule = (STRUCTURE[element.name] ?? "").split(" ").filter(Boolean);
  const pattern = rule.map((part) => part.replace(/^(\w+)(.?)$/, "(?:$1 )$2")).join("");
  const own = new RegExp(`^${pattern}$`).test(inside) ? [] : [`${element.name}: ${inside}`];
  const isEmpty = element.children.length === 0 && !element.text.trim();
  const mayBeEmpty = ["MainSubject", "NoContributor", "br"].includes(element.name);
  return [
    ...own,
    ...(isEmpty && !mayBeEmpty ? [`${element.name} is empty`] : []),
    ...element.children.flatMap(faults),
  ];
}

const product = (id: number, from = message) =>
  allOf(from, "Product").find((one) => textsOf(one, "RecordReference")[0] === `books.example.in.book.${id}`)!;
/** Elements with their texts, e.g. "Price: 02 300.00". */
const texts = (element: XmlElement): string =>
  [element.text.trim(), ...element.children.map(texts)].filter(Boolean).join(" ");
const of = (id: number, name: string, from = message) => allOf(product(id, from), name).map(texts);

test("elements stand in their order, and what must be there is there", () => {
  expect(message.attributes).toEqual({ release: "3.0", xmlns: "http://ns.editeur.org/onix/3.0/reference" });
  expect(faults(message)).toEqual([]);
  expect(of(full, "NotificationType").concat(of(bare, "NotificationType"))).toEqual(["03", "03"]);
  expect(texts(message.children[0]!)).toBe("Neem & Sons help@neem.in 20261121T0600Z INR");
});

test("all that is known of a book", () => {
  expect(of(full, "ProductIdentifier").slice(0, 3)).toEqual([
    "15 9780306406157",
    "03 9780306406157",
    "01 SKU 0042",
  ]);
  expect(of(full, "CountryOfManufacture")).toEqual(["GB"]);
  expect(of(full, "Measure")).toEqual(["01 198 mm", "02 129 mm", "03 20 mm", "08 240 gr"]);
  expect(of(full, "TitleDetail")).toEqual(["01 02 Neem Classics 01 2", "01 01 Gora A Novel", "03 01 গোরা"]);
  expect(of(full, "Contributor")).toEqual([
    "1 A01 Rabindranath Tagore",
    "2 A01 W. W. Pearson",
    "3 B06 W. W. Pearson",
  ]);
  expect(of(full, "EditionNumber").concat(of(full, "EditionStatement"))).toEqual([
    "2",
    "Second revised edition",
  ]);
  expect(of(full, "Language")).toEqual(["01 ben", "02 ori"]);
  expect(of(full, "Extent")).toEqual(["00 624 03"]);
  expect(of(full, "Subject")).toEqual(["93 FBA", "94 1FKA", "10 FIC000000", "20 Classic; Novel"]);
  expect(allOf(product(full), "MainSubject")).toHaveLength(2);
  expect(of(full, "AudienceRange")).toEqual(["17 03 12 04 16"]);
  expect(of(full, "TextContent")).toEqual([
    "02 00 A foundling <in> Calcutta.",
    "03 00 Calcutta, 1880.Spring. A boy & his city.",
  ]);
  expect(of(full, "ResourceLink")).toEqual(["https://books.example.in/coverpages/0123456789abcdef-640.jpg"]);
  expect(of(full, "PublishingDetail")).toEqual(["Little Neem 01 Neem Tree Press 02 01 20270115"]);
  expect(of(full, "SupplyDetail")).toEqual([
    "08 Neem & Sons help@neem.in 10 08 20270115 4 02 300.00 02 5 INR IN 02 08 249.50 02 5 INR IN 14 20261101 15 20261130",
  ]);
});

test.each<
  [what: string, dates: { sale_from: string | null; sale_until: string | null }, offer: string | null]
>([
  ["that begins later", { sale_from: "2026-12-01", sale_until: null }, "14 20261201"],
  ["with a last day", { sale_from: null, sale_until: "2026-11-21" }, "15 20261121"],
  ["that is over", { sale_from: null, sale_until: "2026-11-20" }, null],
  ["without dates, which an offer must have", { sale_from: null, sale_until: null }, null],
])("a sale %s", async (_, dates, offer) => {
  await write.updateTable("books").set(dates).where("id", "=", full).execute();
  const [, second] = of(full, "Price", await exported());
  expect(second).toBe(offer === null ? undefined : `02 08 249.50 02 5 INR IN ${offer}`);
});

test("the other editions, each by its ISBN", () => {
  expect(of(full, "RelatedMaterial")).toEqual(["06 15 9788171670000"]);
  expect(of(bare, "RelatedMaterial")).toEqual([]);
});

test("a book of which little is known: a number of the shop's own, no price for nothing", () => {
  expect(of(bare, "ProductIdentifier")).toEqual([`01 Book number in the shop ${bare}`]);
  expect(texts(allOf(product(bare), "DescriptiveDetail")[0]!)).toBe("00 00 01 01 Leaflet 20 Novel");
  expect(allOf(product(bare), "NoContributor")).toHaveLength(1);
  expect(of(bare, "TextContent")).toEqual(["02 00 A book."]);
  expect(of(bare, "SupplyDetail")).toEqual(["08 Neem & Sons help@neem.in 40 0 01"]);
});
