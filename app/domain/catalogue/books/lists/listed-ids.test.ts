import { beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { catalogueBook } from "~/test/factories-catalogue";
import { STAFF_SORTS } from "../staff/staff-books";
import { listBooksForStaff, listedIds } from "../staff/staff-books.server";

const { write, read } = await createTestDatabase();
/** Some more than are read at once, many of them equal in what they are sorted by. */
const BOOKS = 130;

beforeAll(async () => {
  await write.transaction().execute(async (trx) => {
    for (let book = 0; book < BOOKS; book++)
      await catalogueBook(trx, {
        title: ["Gora", "gora", "Godan", "=1"][book % 4]!,
        language: ["Hindi", "Bengali"][book % 2]!,
        publisher: `Press ${book % 3}`,
        price: 10_000 * (book % 5),
        stock: book % 7,
        hidden: book % 11 === 0 ? 1 : 0,
      });
  });
});

const sorts = [
  null,
  ...STAFF_SORTS.flatMap((field) => (["asc", "desc"] as const).map((direction) => ({ field, direction }))),
];

test.each(sorts)("all pages of the list in its order: %j", async (sort) => {
  for (const filters of [
    { q: "", lowStock: false, visibility: null },
    { q: "", lowStock: true, visibility: "visible" as const },
    { q: "gora", lowStock: false, visibility: null },
  ]) {
    const search = { ...filters, sort, lowStockMark: 3 };
    const list = await listBooksForStaff(read, { ...search, page: 1, size: BOOKS });
    const ids: number[] = [];
    for await (const some of listedIds(read, search)) ids.push(...some);
    expect(ids).toEqual(list.rows.map(({ id }) => id));
    expect(ids.length).toBeGreaterThan(50);
  }
});
