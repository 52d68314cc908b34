import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { catalogueBook } from "~/test/factories-catalogue";
import { listCategories } from "./categories.server";

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
