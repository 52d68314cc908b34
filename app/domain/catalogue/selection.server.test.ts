import { CompiledQuery } from "kysely";
import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { type CatalogueFilters, NO_FILTERS, SORT_ORDERS } from "./catalogue";
import { choosePlan, inOrder, type Plan, selectBooks } from "./selection.server";

const TAG = 1;

async function steps(filters: Partial<CatalogueFilters>, plan: Plan): Promise<string> {
  const db = await createTestDatabase();
  const wanted = { ...NO_FILTERS, ...filters };
  const query = inOrder(selectBooks(db.read, wanted, [TAG], plan)!, wanted)
    .select("b.id")
    .limit(12);
  const compiled = query.compile();
  const explain = CompiledQuery.raw(`explain query plan ${compiled.sql}`, [...compiled.parameters]);
  const { rows } = await db.read.executeQuery<{ detail: string }>(
    explain as CompiledQuery<{ detail: string }>,
  );
  return rows.map((row) => row.detail).join("; ");
}

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
      expect(plan).toMatch(
        /^(SCAN|SEARCH) b USING (COVERING )?INDEX books_(featured|newest|by_price|by_title|by_rating)/,
      );
      expect(plan).not.toContain("TEMP B-TREE");
    }
  },
);

test("the plan 'gather' finds a tag's books by the tag's index", async () => {
  const plan = await steps({ tags: ["Novel"], minPrice: 100 }, "gather");
  expect(plan).toMatch(/SEARCH b USING INTEGER PRIMARY KEY/);
  expect(plan).toMatch(/book_tags_by_tag/);
});

test("a search starts at the full-text index", async () => {
  expect(await steps({ q: "gora", sort: "price_asc" }, "walk")).toMatch(/^SCAN books_fts VIRTUAL TABLE/);
});

test("chooses 'walk' for many matches, 'gather' for few, and 'walk' without filters", () => {
  const tagged = { ...NO_FILTERS, tags: ["Novel"] };
  expect(choosePlan(tagged, 12, 20_000, 100_000)).toBe("walk");
  expect(choosePlan(tagged, 12, 3, 100_000)).toBe("gather");
  expect(choosePlan(tagged, 15_000, 20_000, 100_000), "deep in the list").toBe("gather");
  expect(choosePlan(NO_FILTERS, 99_000, 100_000, 100_000)).toBe("walk");
});
