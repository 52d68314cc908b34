import { beforeEach, describe, expect, test } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { type CatalogueBook, catalogueBook } from "~/test/factories-catalogue";
import { queriesOf, scannedBy } from "~/test/databases/queries";
import { recommendBooks, recommendedIds } from "./recommendations.server";

let db: ShopDatabase;
beforeEach(async () => {
  db = await createTestDatabase();
});

const book = (title: string, given: Partial<CatalogueBook> = {}) =>
  catalogueBook(db.write, { title, ...given });

async function boughtTogether(one: number, other: number, orders: number) {
  const pair = (book_id: number, other_id: number) => ({ book_id, other_id, order_count: orders });
  await db.write
    .insertInto("bought_together")
    .values([pair(one, other), pair(other, one)])
    .execute();
}

const titles = async (from: number[], limit = 6) =>
  (await recommendBooks(db.read, from, limit)).map((found) => found.title);

describe("the order of recommendations", () => {
  test("books bought together first, most often first, then similar books", async () => {
    const gora = await book("Gora", { tags: ["Novel"], authors: ["Tagore"] });
    const once = await book("Bought once");
    const often = await book("Bought often");
    await book("Same author", { authors: ["Tagore"] });
    await book("A stranger", { tags: ["Cooking"] });
    await boughtTogether(gora, once, 1);
    await boughtTogether(gora, often, 3);
    expect(await titles([gora])).toEqual(["Bought often", "Bought once", "Same author"]);
  });

  test("other editions of the same work are left out", async () => {
    const [gora, hardback, bought] = [
      await book("Gora", { tags: ["Novel"] }),
      await book("Gora, hardback", { tags: ["Novel"] }),
      await book("Gora, abridged", { tags: ["Novel"] }),
    ];
    await book("Another novel", { tags: ["Novel"] });
    await boughtTogether(gora, bought, 3);
    const work = await db.write.insertInto("works").defaultValues().returning("id").executeTakeFirstOrThrow();
    await db.write
      .updateTable("books")
      .set({ work_id: work.id })
      .where("id", "in", [gora, hardback, bought])
      .execute();
    expect(await titles([gora])).toEqual(["Another novel"]);
  });

  test("a rare tag counts more than a common one, an author more than an equally rare tag", async () => {
    const gora = await book("Gora", { tags: ["Novel", "Brahmo"], authors: ["Tagore"] });
    for (let n = 0; n < 12; n += 1) await book(`Novel ${n}`, { tags: ["Novel"] });
    await book("Rare tag", { tags: ["Brahmo"] });
    await book("Same author", { authors: ["Tagore"] });
    await book("Both tags", { tags: ["Novel", "Brahmo"] });
    // The newest of the many that share only the common tag.
    expect(await titles([gora], 4)).toEqual(["Same author", "Both tags", "Rare tag", "Novel 11"]);
  });

  test("an author of very many books counts no more than a common tag", async () => {
    const tale = await book("A tale", { tags: ["Fables"], authors: ["Unknown"] });
    for (let n = 0; n < 30; n += 1) await book(`Unknown ${n}`, { authors: ["Unknown"] });
    await book("Another fable", { tags: ["Fables"] });
    expect((await titles([tale]))[0]).toBe("Another fable");
  });

  test("ties are sorted by rating, then by copies sold", async () => {
    const gora = await book("Gora", { tags: ["Novel"] });
    await book("Liked", { tags: ["Novel"], rating_sum: 9, rating_count: 2 });
    await book("Plain", { tags: ["Novel"] });
    await book("Sold", { tags: ["Novel"], sold_count: 4 });
    expect(await titles([gora])).toEqual(["Liked", "Sold", "Plain"]);
  });
});

describe("recommendations never contain", () => {
  test("hidden and sold-out books", async () => {
    const gora = await book("Gora", { tags: ["Novel"], authors: ["Tagore"] });
    for (const gone of [{ hidden: 1 as const }, { stock: 0 }]) {
      const alike = await book("Gone", { tags: ["Novel"], authors: ["Tagore"], ...gone });
      await boughtTogether(gora, alike, 9);
    }
    // Not even as ids, where they would use up the limit.
    expect(await recommendedIds(db.read, [gora], 6)).toEqual([]);
    await book("To be had", { tags: ["Novel"] });
    expect(await titles([gora])).toEqual(["To be had"]);
  });

  test("the book itself or books of the cart; a full cart does not use up the limit", async () => {
    const cart: number[] = [];
    for (let n = 0; n < 14; n += 1) cart.push(await book(`In the cart ${n}`, { tags: ["Novel"] }));
    for (const one of cart) for (const other of cart) if (one < other) await boughtTogether(one, other, 5);
    expect(await titles(cart, 4)).toEqual([]);
    await book("Beside it", { tags: ["Novel"] });
    const together = await book("Bought with the last");
    await boughtTogether(cart.at(-1)!, together, 1);
    expect(await titles(cart, 4)).toEqual(["Bought with the last", "Beside it"]);
  });

  test("more books than requested, or a book twice", async () => {
    const gora = await book("Gora", { tags: ["Novel", "Bengal"], authors: ["Tagore"] });
    for (let n = 0; n < 9; n += 1) {
      const other = await book(`Other ${n}`, { tags: ["Novel", "Bengal"], authors: ["Tagore"] });
      if (n % 2) await boughtTogether(gora, other, n);
    }
    const ids = await recommendedIds(db.read, [gora], 6);
    expect([ids.length, new Set(ids).size]).toEqual([6, 6]);
  });

  test("recommends nothing for an empty cart or a book without tags and authors", async () => {
    const bare = await book("Bare");
    await book("Another");
    expect(await titles([])).toEqual([]);
    expect(await titles([bare])).toEqual([]);
  });
});

test("adds up the pairs of all books in the cart", async () => {
  const [one, two] = [await book("One"), await book("Two")];
  const both = await book("With both");
  const single = await book("With one");
  await boughtTogether(one, both, 2);
  await boughtTogether(two, both, 2);
  await boughtTogether(one, single, 3);
  expect(await titles([one, two])).toEqual(["With both", "With one"]);
});

test("every query uses an index; no table is scanned", async () => {
  const first = await book("First", { tags: ["Novel", "Bengal"], authors: ["Tagore", "Dutt"] });
  const second = await book("Second", { tags: ["Novel"], authors: ["Tagore"] });
  await boughtTogether(first, second, 1);
  const queries = await queriesOf(db.read, (noting) => recommendBooks(noting, [first, second], 6));
  expect(queries.length).toBeGreaterThan(3);
  for (const query of queries) {
    const scanned = await scannedBy(db.read, query);
    // Results of inner selects, a few hundred rows at most.
    const inner = ["list", "partner", "holder"];
    expect(
      scanned.filter((name) => !inner.includes(name)),
      query.sql,
    ).toEqual([]);
  }
});
