import { expect, test } from "vitest";
import { pageWords, settledImport, shownForm, uploadImport } from "~/test/files/import-pages";
import { openPage, readPage } from "~/test/pages";
import { EDITED, isbnOf, LISTED, LONG_TITLES, priceList, REPEATED } from "~/test/files/price-list";
import { staffBrowser, testShop } from "~/test/shop";

const shop = testShop();

test("an owner's price list goes in without leaving the browser", async () => {
  const staff = await staffBrowser(shop);
  const { status, to } = await uploadImport(staff, priceList(), "price list 2026.xlsx");
  expect(status).toBe(303);
  const page = to!;
  const mapping = (await openPage(staff, page)).html;
  const words = pageWords(mapping).replaceAll("&quot;", '"');
  expect(words).toContain('Read: the sheet "Price list", headings in row 3.');
  expect(words).toContain('other sheets, which are not read: "Out of print" (13 rows)');
  const plan = shownForm(mapping, "plan");
  const chosen = Object.entries(plan).filter(([name]) => name.startsWith("column-"));
  expect(chosen.map(([, key]) => key)).toEqual([
    "nothing",
    "title",
    "contributors",
    "isbn13",
    "price",
    "discount",
    "pageCount",
    "format",
    "publishedOn",
    "language",
    "tags",
    "stock",
    "weightG",
    "description",
    "nothing",
  ]);

  const send = async (html: string, intent: string, typed: Record<string, string> = {}) => {
    const answer = await readPage(staff.post(page, { ...shownForm(html, intent), ...typed }));
    expect(answer).toMatchObject({ status: 303 });
    return settledImport(staff, page);
  };
  let report = await send(mapping, "plan", { "default-publisher": "Gulmohar Press" });
  expect(pageWords(report)).toContain(
    `adds ${LISTED - REPEATED - LONG_TITLES} books; ${REPEATED + LONG_TITLES} rows are refused`,
  );
  const short = Object.fromEntries(
    Array.from({ length: LONG_TITLES }, (_, at) => [`short-${at}`, `A Journey ${at}`]),
  );
  report = await send(report, "short", short);
  expect(pageWords(report)).toContain(`adds ${LISTED - REPEATED} books; ${REPEATED} rows are refused`);
  await send(report, "import");
  const imported = await openPage(staff, page);
  expect(pageWords(imported.html)).toContain(`Imported: ${LISTED - REPEATED} added, ${REPEATED} refused.`);

  const { read } = shop.db;
  const names = async (table: "authors" | "tags") =>
    (await read.selectFrom(table).select("name").orderBy("name_key").execute()).map(({ name }) => name);
  expect(await names("authors")).toEqual([
    "Asha Rao",
    "Ila Sen",
    "Jatin Das",
    "Leela Nair",
    "Mir Taqi",
    "R. K. Menon",
    "Uma Devi",
  ]);
  expect(await names("tags")).toEqual([
    "Children",
    "Essays",
    "Fiction",
    "History",
    "Memoir",
    "Poetry",
    "Short Stories",
  ]);
  const book = (index: number) =>
    read
      .selectFrom("books")
      .select(["title", "price", "sale_price", "page_count", "published_on", "format", "stock", "weight_g"])
      .where("isbn13", "=", isbnOf(index))
      .executeTakeFirst();
  expect(await book(0)).toEqual({
    title: "Book 1",
    price: 39_900,
    sale_price: 35_900,
    page_count: 240,
    published_on: "2019",
    format: "BC",
    stock: 12,
    weight_g: 350,
  });
  expect(await book(3)).toMatchObject({ price: 125_000, sale_price: null, page_count: 128, format: "BB" });
  expect(await book(2)).toMatchObject({ page_count: 240, published_on: "2023", stock: 250, weight_g: 1200 });
  // A repeated row does not change the first.
  expect(await book(LISTED - REPEATED - 200)).not.toMatchObject({ price: 99_900 });
  const edited = await read
    .selectFrom("book_contributors")
    .select((eb) => eb.fn.count<number>("book_id").distinct().as("books"))
    .where("role", "=", "B01")
    .executeTakeFirstOrThrow();
  expect(edited.books).toBe(EDITED);
}, 150_000);
