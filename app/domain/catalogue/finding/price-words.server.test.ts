import { beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { catalogueBook } from "~/test/factories-catalogue";
import { suggest } from "./suggestions/suggestions.server";
import { NO_FILTERS } from "../books/lists/catalogue";
import { listBookIds, pageBooks } from "../books/lists/catalogue.server";
import { withPriceWords } from "./price-words.server";

const { read, write } = await createTestDatabase();
const titleOf = new Map<number, string>();

beforeAll(async () => {
  const add = async (title: string, price: number, authors = ["Asha Rao"]) =>
    titleOf.set(await catalogueBook(write, { title, price, authors }), title);
  await add("Gora", 20_000, ["Rabindranath Tagore"]);
  await add("Gitanjali", 30_000, ["Rabindranath Tagore"]);
  await add("Atlas", 90_000);
  await add("Under 500", 95_000);
  await add("Over 100 Hills", 80_000);
  await add("Ponniyin Selvan Part 1", 40_000);
  await add("Ponniyin Selvan", 40_000);
});

const searchFor = (q: string) => ({ ...NO_FILTERS, q, sort: "relevance" as const });
async function find(q: string) {
  const filters = (await withPriceWords(read, searchFor(q))) ?? searchFor(q);
  const { ids } = await listBookIds(read, filters, { offset: 0, limit: 50 });
  return ids.map((id) => titleOf.get(id)).sort();
}

test.each([
  ["books under 200", ["Gora"]],
  ["tagore under ₹300", ["Gitanjali", "Gora"]],
  ["tagore above 250", ["Gitanjali"]],
  [
    "books between 250 and 900",
    ["Atlas", "Gitanjali", "Over 100 Hills", "Ponniyin Selvan", "Ponniyin Selvan Part 1"],
  ],
  ["tagore under 100", []],
  // Titles.
  ["under 500", ["Under 500"]],
  ["over 100 hills", ["Over 100 Hills"]],
  ["ponniyin selvan part 1", ["Ponniyin Selvan Part 1"]],
])("%s: in the list, the API and the suggestions", async (q, titles) => {
  expect(await find(q)).toEqual(titles);
  const page = await pageBooks(read, { filters: searchFor(q), tagIds: [], page: 0, pageSize: 50 });
  expect(page.books.map(({ title }) => title).sort()).toEqual(titles);
  const suggested = (await suggest(read, q)).books.map(({ title }) => title);
  for (const title of titles) expect(suggested).toContain(title);
  if (titles.length === 0) expect(suggested).toEqual([]);
});

test("the price in words takes the place of the list's bounds; its other filters and its order stay", async () => {
  const filters = {
    ...NO_FILTERS,
    q: "tagore under 250",
    minPrice: 10_000,
    maxPrice: 99_000,
    tags: ["Novel"],
  };
  expect(await withPriceWords(read, { ...filters, sort: "title" })).toEqual({
    ...filters,
    q: "tagore",
    sort: "title",
    minPrice: null,
    maxPrice: 25_000,
  });
  expect(await withPriceWords(read, { ...filters, q: "books over 250", sort: "relevance" })).toMatchObject({
    q: "",
    sort: "featured",
    minPrice: 25_000,
  });
  expect(await withPriceWords(read, searchFor("gora"))).toBeNull();
});
