import { beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { catalogueBook } from "~/test/factories-catalogue";
import { type CatalogueFilters, NO_FILTERS } from "../../books/lists/catalogue";
import { insteadOf } from "./nothing-found.server";

let db: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  db = await createTestDatabase();
  const add = (title: string, more: Partial<Parameters<typeof catalogueBook>[1]> = {}) =>
    catalogueBook(db.write, { title, ...more });
  await add("गोदान", { authors: ["मुंशी प्रेमचंद"], language: "Hindi", tags: ["Novel"] });
  await add("A History of Hindi Poetry", { authors: ["Ram Chandra"], tags: ["History", "Poetry"] });
  await add("The History of Trains", { authors: ["Asha Rao"], tags: ["History"], featured: 1 });
  await add("Gitanjali", { authors: ["Rabindranath Tagore"], tags: ["Poetry"], publisher: "Gravity Press" });
  await add("Nationalism", { authors: ["Rabindranath Tagore"] });
  await add("Home", { brief: "About a zeppelin." });
  await add("History Hidden", { tags: ["Hush"], hidden: 1 });
  const soldId = await add("Best Sold");
  await db.write.updateTable("books").set({ sold_count: 9 }).where("id", "=", soldId).execute();
});

const instead = (q: string, more: Partial<CatalogueFilters> = {}) =>
  insteadOf(db.read, { ...NO_FILTERS, sort: "relevance", q, ...more });
async function shelf(q: string, more: Partial<CatalogueFilters> = {}) {
  const { html, books } = await instead(q, more);
  return [/<h2 class="mt-8[^>]*>([^<]+)/.exec(html)![1], ...books.map(({ title }) => title)];
}
const chips = async (q: string) =>
  [...(await instead(q)).html.matchAll(/class="chip" dir="auto" href="([^"]+)">([^<]+)</g)].map(
    ([, path, name]) => [name, path!.replace(/\d+/, "N")],
  );

test.each([
  [
    "the most of its words first",
    "hindi history of zebras",
    ["A History of Hindi Poetry", "The History of Trains"],
  ],
  ["a word of the author", "tagore zzzz", ["Nationalism", "Gitanjali"]],
  ["a wrong letter in one word, and an unknown one", "gitanjeli vvvv", ["Gitanjali"]],
  ["a word with an ending that nobody has", "nationalismologies", ["Nationalism"]],
  ["another script", "প্রেমচন্দ xyzzyx", ["गोदान"]],
])("nearest titles have %s: %s", async (_, q, titles) => {
  expect(await shelf(q)).toEqual(["Nearest titles", ...titles]);
});

test("small words alone are no reason to call a title near; without a near one there are bestsellers", async () => {
  expect(await shelf("of the qqqqq")).toEqual(["Bestsellers", "Best Sold"]);
  expect(await shelf("!!!")).toEqual(["Bestsellers", "Best Sold"]);
  expect(await shelf("", { tags: ["None"] })).toEqual(["Bestsellers", "Best Sold"]);
});

test("nearest to a search with filters is what the search finds without them", async () => {
  expect(await shelf("gitanjali", { tags: ["Novel"] })).toEqual(["Nearest titles", "Gitanjali"]);
  expect(await shelf("zeppelin", { tags: ["Novel"] })).toEqual(["Nearest titles", "Home"]);
});

test("chips lead to names that have one of the words, not to those without books", async () => {
  expect(await chips("history hindi tagore gravity hush zzzz")).toEqual([
    ["History", "/books?tag=History"],
    ["Rabindranath Tagore", "/authors/N-rabindranath-tagore"],
    ["Gravity Press", "/publishers/N-gravity-press"],
    ["Hindi", "/languages/N-hindi"],
  ]);
  expect(await chips("of zzzz")).toEqual([]);
  expect((await instead("<b>zz</b>")).html).not.toContain("<b>");
});

test("the heading says whether books with some of the words follow, or nothing at all is found", async () => {
  const inPart = "No book matches all of these words";
  const heading = async (...given: Parameters<typeof instead>) =>
    /<h2 class="text-2xl">([^<]+)/.exec((await instead(...given)).html)![1];
  expect(await heading("tagore zzzz")).toBe(inPart);
  expect((await instead("tagore zzzz")).html).toContain("Below are books with some of them");
  // A single word, nothing near, a list with filters.
  expect(await heading("nationalismologies")).toBe("No Books Found");
  expect(await heading("qqqqq vvvvv")).toBe("No Books Found");
  expect(await heading("gitanjali poems", { tags: ["Novel"] })).toBe("No Books Found");
});
