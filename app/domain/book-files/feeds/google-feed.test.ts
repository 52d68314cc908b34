import { beforeEach, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { storePlan } from "~/test/delivery-plans";
import { createStaff } from "~/test/factories";
import { catalogueBook, FULL_BOOK } from "~/test/factories-catalogue";
import { allOf, parseXml, textsOf } from "~/test/files/xml";
import { saleColumns } from "~/domain/catalogue/books/sale/sale-dates";
import { googleFeed } from "./google-feed.server";

const { write, read } = await createTestDatabase();
const NOW = new Date("2026-11-21T06:00:00.000Z");

beforeEach(() => write.deleteFrom("books").execute());

test.each<
  [what: string, sale: { price?: number; from?: string; until?: string }, told: (string | undefined)[]]
>([
  ["without dates", {}, ["249.50 INR", undefined]],
  [
    "that lasts",
    { from: "2026-11-01", until: "2026-11-30" },
    ["249.50 INR", "2026-11-01T00:00+0530/2026-11-30T23:59+0530"],
  ],
  ["with a last day", { until: "2026-11-21" }, ["249.50 INR", "2026-11-21T00:00+0530/2026-11-21T23:59+0530"]],
  ["that lasts without end", { from: "2026-11-01" }, ["249.50 INR", undefined]],
  [
    "to come",
    { from: "2026-12-01", until: "2026-12-24" },
    ["249.50 INR", "2026-12-01T00:00+0530/2026-12-24T23:59+0530"],
  ],
  ["to come without end", { from: "2026-12-01" }, [undefined, undefined]],
  ["that is over", { from: "2026-10-01", until: "2026-10-31" }, [undefined, undefined]],
  [
    "no lower than the price",
    { price: 30_000, from: "2026-11-01", until: "2026-11-30" },
    [undefined, undefined],
  ],
])("a sale %s", async (_, { price = 24_950, from = null, until = null }, told) => {
  const given = { salePrice: price, saleFrom: from, saleUntil: until };
  const dates = { sale_from: from, sale_until: until };
  await catalogueBook(write, { ...FULL_BOOK, ...dates, ...saleColumns(given, NOW) });
  let text = "";
  for await (const piece of googleFeed(read, "https://books.example.in", NOW)) text += piece;
  const [item] = allOf(parseXml(text), "item");
  const named = ["g:sale_price", "g:sale_price_effective_date"].map((name) => textsOf(item!, name)[0]);
  expect(named).toEqual(told);
});

test("shipping has the settings' price, and none where a delivery plan decides by place", async () => {
  const db = await createTestDatabase();
  await catalogueBook(db.write, FULL_BOOK);
  const shipping = async () => {
    let text = "";
    for await (const piece of googleFeed(db.read, "https://books.example.in", NOW)) text += piece;
    return allOf(parseXml(text), "g:shipping").map((one) => textsOf(one, "g:price"));
  };
  expect(await shipping()).toEqual([["0.00 INR"]]);
  await storePlan(db.write, await createStaff(db.write));
  expect(await shipping()).toEqual([]);
});
