import { beforeEach, describe, expect, test } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { catalogueBook } from "~/test/factories-catalogue";
import { bestsellerDetails, bestsellers, shelvedCategories } from "./shelves.server";

let db: ShopDatabase;
beforeEach(async () => {
  db = await createTestDatabase();
});

describe("the bestsellers", () => {
  test("are sorted by copies sold, without hidden and unsold books, with sold-out books", async () => {
    await catalogueBook(db.write, { title: "Third", sold_count: 1 });
    await catalogueBook(db.write, { title: "First", sold_count: 9 });
    await catalogueBook(db.write, { title: "Second, sold out", sold_count: 4, stock: 0 });
    await catalogueBook(db.write, { title: "Withdrawn", sold_count: 99, hidden: 1 });
    await catalogueBook(db.write, { title: "Never sold" });
    const titles = ["First", "Second, sold out", "Third"];
    expect((await bestsellers(db.read)).map((book) => book.title)).toEqual(titles);
    expect((await bestsellerDetails(db.read)).map((book) => book.title)).toEqual(titles);
  });

  test("are at most fifty; ties go to the newer book; a sale changes the order", async () => {
    const ids: number[] = [];
    for (let n = 0; n < 52; n += 1)
      ids.push(await catalogueBook(db.write, { title: `Book ${n}`, sold_count: 2 }));
    const before = await bestsellers(db.read);
    expect(before.map((book) => book.id)).toEqual(ids.slice(2).reverse());
    await db.write.updateTable("books").set({ sold_count: 3 }).where("id", "=", ids[0]!).execute();
    expect((await bestsellers(db.read))[0]!.id).toBe(ids[0]);
  });
});

describe("the categories", () => {
  test("are sorted by name, with their number of visible books and the covers of the three best", async () => {
    const novel = (title: string, given: object) =>
      catalogueBook(db.write, { title, tags: ["Novel"], cover: `${title}.webp`, ...given });
    await novel("plain", {});
    await novel("featured", { featured: 1 });
    await novel("liked", { rating_sum: 5, rating_count: 1 });
    await novel("fair", { rating_sum: 3, rating_count: 1 });
    await novel("hidden", { featured: 1, hidden: 1 });
    await catalogueBook(db.write, { title: "Alone", tags: ["Epic"] });
    await catalogueBook(db.write, { title: "Gone", tags: ["Withdrawn"], hidden: 1 });
    const found = await shelvedCategories(db.read);
    expect(found.map(({ name, count, covers }) => ({ name, count, covers }))).toEqual([
      { name: "Epic", count: 1, covers: [null] },
      { name: "Novel", count: 4, covers: ["featured.webp", "liked.webp", "fair.webp"] },
    ]);
  });
});
