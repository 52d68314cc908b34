import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { isOnPostgres } from "~/test/databases/postgres";
import { stepsOf } from "~/test/databases/queries";
import { type CatalogueFilters, NO_FILTERS, SORT_ORDERS } from "./catalogue";
import { word } from "~/db/search/text-search";
import { choosePlan, inOrder, type Plan, selectBooks } from "./selection.server";

const TAG = 1;

async function steps(filters: Partial<CatalogueFilters>, plan: Plan): Promise<string> {
  const db = await createTestDatabase();
  const wanted = { ...NO_FILTERS, ...filters };
  const text = wanted.q ? word(wanted.q, ["title"]) : null;
  const query = inOrder(selectBooks(db.read, wanted, [TAG], plan, text)!, wanted)
    .select("b.id")
    .limit(12);
  return stepsOf(db.read, query.compile());
}

const INDEX_OF_VISIBLE = isOnPostgres
  ? /Index (Only )?Scan (Backward )?using books_(featured|newest|by_price|by_title|by_rating|by_sales)/
  : /^(SCAN|SEARCH) b USING (COVERING )?INDEX books_(featured|newest|by_price|by_title|by_rating|by_sales)/;
const SORTING = isOnPostgres ? "Sort" : "TEMP B-TREE";

test.each(SORT_ORDERS)(
  "sorting by %s uses an index of visible books, with and without filters",
  async (sort) => {
    for (const filters of [
      {},
      { tags: ["Novel"] },
      { minPrice: 100, maxPrice: 200 },
      { tags: ["Novel"], maxPrice: 200 },
    ]) {
      const plan = await steps({ ...filters, sort }, "walk");
      expect(plan).toMatch(INDEX_OF_VISIBLE);
      expect(plan).not.toContain(SORTING);
    }
  },
);

// PostgreSQL chooses by the number of rows.
test.skipIf(isOnPostgres)("the plan 'gather' finds a tag's books by the tag's index", async () => {
  const plan = await steps({ tags: ["Novel"], minPrice: 100 }, "gather");
  expect(plan).toMatch(/SEARCH b USING INTEGER PRIMARY KEY/);
  expect(plan).toMatch(/book_tags_by_tag/);
});

test.skipIf(isOnPostgres)(
  "a search that finds many books follows the order, one that finds few fetches them",
  async () => {
    const search = { q: "gora", sort: "price_asc" } as const;
    expect(await steps(search, "walk")).toMatch(/^SCAN b USING INDEX books_by_price/);
    expect(await steps(search, "gather")).toMatch(/^SEARCH b USING INTEGER PRIMARY KEY/);
  },
);

test("chooses 'walk' for many matches, 'gather' for few, and 'walk' without filters", () => {
  const tagged = { ...NO_FILTERS, tags: ["Novel"] };
  expect(choosePlan(tagged, 12, 20_000, 100_000)).toBe("walk");
  expect(choosePlan(tagged, 12, 3, 100_000)).toBe("gather");
  expect(choosePlan(tagged, 15_000, 20_000, 100_000), "deep in the list").toBe("gather");
  expect(choosePlan(NO_FILTERS, 99_000, 100_000, 100_000)).toBe("walk");
});
