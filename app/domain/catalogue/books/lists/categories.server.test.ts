import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { catalogueBook } from "~/test/factories-catalogue";
import { addUpSales, listCategories } from "./categories.server";

const { write, read } = await createTestDatabase();

test("keeps a category's figures up to date with its books, their tags and their sales", async () => {
  const figures = async (q = "") =>
    (await listCategories(read, { q, page: 1, size: 10, sort: null })).rows.map(({ name, books, sold }) => [
      name,
      books,
      sold,
    ]);
  const one = await catalogueBook(write, { title: "One", tags: ["Poetry", "Travel"], sold_count: 3 });
  await catalogueBook(write, { title: "Two", tags: ["Poetry"], sold_count: 4, hidden: 1 });
  expect(await figures()).toEqual([
    ["Poetry", 2, 7],
    ["Travel", 1, 3],
  ]);
  expect([await figures("poetry"), await figures("peotry")]).toEqual([
    [["Poetry", 2, 7]],
    [["Poetry", 2, 7]],
  ]);

  await write.updateTable("books").set({ sold_count: 10 }).where("id", "=", one).execute();
  const travel = await write.selectFrom("tags").select("id").where("name", "=", "Travel").executeTakeFirst();
  await write.deleteFrom("book_tags").where("tag_id", "=", travel!.id).execute();
  expect(await figures()).toEqual([
    ["Poetry", 2, 14],
    ["Travel", 0, 0],
  ]);
});

test("copies sold that are not added up yet count, are added up once, and go with their category", async () => {
  const bookId = await catalogueBook(write, { title: "Three", tags: ["History"], sold_count: 1 });
  const { id } = await write
    .selectFrom("tags")
    .select("id")
    .where("name", "=", "History")
    .executeTakeFirstOrThrow();
  const sold = async () =>
    (await listCategories(read, { q: "history", page: 1, size: 10, sort: null })).rows.map((row) => row.sold);
  const pending = async () => (await read.selectFrom("tag_sales").select("copies").execute()).length;
  // As sales on PostgreSQL do by a trigger.
  const sell = () => write.insertInto("tag_sales").values({ tag_id: id, copies: 2 }).execute();
  await sell();
  await sell();
  expect(await sold()).toEqual([5]);
  await addUpSales(write);
  expect([await sold(), await pending()]).toEqual([[5], 0]);
  await sell();
  await write.deleteFrom("book_tags").where("book_id", "=", bookId).execute();
  await write.deleteFrom("tags").where("id", "=", id).execute();
  expect(await pending()).toBe(0);
});
