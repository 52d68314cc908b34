import { beforeAll, expect, test } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { catalogueBook } from "~/test/factories-catalogue";
import { STAFF_SORTS, type StaffSort } from "./staff-books";
import { findEditableBook, listBooksForStaff } from "./staff-books.server";

let db: ShopDatabase;
const id: Record<string, number> = {};

const BOOKS = [
  { title: "godan", authors: ["Premchand"], tags: ["Novel"], publisher: "Zubaan", language: "Hindi", price: 30_000, stock: 3 },
  { title: "Gora", authors: ["Rabindranath Tagore", "A. Translator"], tags: ["Novel", "Classics"], publisher: "Aleph", language: "Bengali", price: 20_000, sale_price: 15_000, stock: 50, isbn13: "9780306406157" },
  { title: "Anandamath", authors: ["Bankim Chandra"], tags: ["Politics"], publisher: "aleph", language: "Bengali", price: 20_000, stock: 0, hidden: 1 as const },
  { title: "Zero", authors: ["Premchand"], tags: ["Essays"], publisher: "Mango", language: "English", price: 10_000, stock: 6, description: "Says much of Gora." },
]; // oxfmt-ignore

beforeAll(async () => {
  db = await createTestDatabase();
  for (const book of BOOKS) id[book.title] = await catalogueBook(db.write, book);
});

const ALL = {
  q: "",
  page: 1,
  size: 50,
  sort: null,
  lowStock: false,
  visibility: null,
  lowStockMark: 5,
} as const;

async function titles(search: Partial<Parameters<typeof listBooksForStaff>[1]>): Promise<string[]> {
  const { rows, count } = await listBooksForStaff(db.read, { ...ALL, ...search });
  expect(count).toBe(rows.length);
  return rows.map((book) => book.title);
}

const by = (field: StaffSort, direction: "asc" | "desc" = "asc") => ({ sort: { field, direction } });

test("lists all columns of each book; includes hidden books", async () => {
  const { rows } = await listBooksForStaff(db.read, { ...ALL, q: "gora" });
  expect(rows).toEqual([
    {
      id: id.Gora,
      title: "Gora",
      language: "Bengali",
      publisher: "Aleph",
      authors: ["Rabindranath Tagore", "A. Translator"],
      tags: ["Classics", "Novel"],
      price: 20_000,
      salePrice: 15_000,
      stock: 50,
      hidden: false,
      cover: null,
      isOverdue: false,
      preordered: 0,
      preorderLimit: null,
    },
  ]);
  expect(await titles({})).toEqual(["Zero", "Anandamath", "Gora", "godan"]);
});

test("sorts by each column in both directions, ties by id", async () => {
  const orders: Record<StaffSort, string[]> = {
    title: ["Anandamath", "godan", "Gora", "Zero"],
    languageName: ["Gora", "Anandamath", "Zero", "godan"],
    publisherName: ["Gora", "Anandamath", "Zero", "godan"],
    price: ["Zero", "Gora", "Anandamath", "godan"],
    stock: ["Anandamath", "godan", "Zero", "Gora"],
  };
  for (const field of STAFF_SORTS) {
    expect(await titles(by(field))).toEqual(orders[field]);
    expect(await titles(by(field, "desc"))).toEqual(orders[field].toReversed());
  }
});

test.each([
  ["the title", "god", ["godan"]],
  ["an author", "tagore", ["Gora"]],
  ["the publisher", "zubaan", ["godan"]],
  ["a tag", "politics", ["Anandamath"]],
  ["a whole ISBN in another spelling", "0-306-40615-2", ["Gora"]],
  ["the beginning of an ISBN", "97803", ["Gora"]],
  ["words of several columns", "premchand essays", ["Zero"]],
  ["no description", "says", []],
  ["nothing that could be an operator", '" OR * ) NOT title:', []],
  ["nothing to look for", "…", []],
])("searches %s", async (_, q, expected) => {
  expect(await titles({ q })).toEqual(expected);
  expect(await titles({ q, ...by("title") })).toEqual(expected);
});

test("combines filters with search and sorting", async () => {
  expect(await titles({ lowStock: true, ...by("title") })).toEqual(["Anandamath", "godan"]);
  expect(await titles({ lowStock: true, lowStockMark: 6, ...by("stock", "desc") })).toEqual([
    "Zero",
    "godan",
    "Anandamath",
  ]);
  expect(await titles({ visibility: "hidden" })).toEqual(["Anandamath"]);
  expect(await titles({ visibility: "visible", ...by("languageName") })).toEqual(["Gora", "Zero", "godan"]);
  expect(await titles({ visibility: "visible", lowStock: true, q: "novel" })).toEqual(["godan"]);
  expect(await titles({ visibility: "hidden", q: "novel" })).toEqual([]);
});

test("pages neither skip nor repeat books; a page past the end is the last", async () => {
  const page = (page: number) => listBooksForStaff(db.read, { ...ALL, ...by("price"), size: 3, page });
  const [first, second, far] = [await page(1), await page(2), await page(99)];
  expect([...first.rows, ...second.rows].map((book) => book.title)).toEqual([
    "Zero",
    "Gora",
    "Anandamath",
    "godan",
  ]);
  expect(far).toEqual(second);
  expect(second).toMatchObject({ count: 4, page: 2, pageCount: 2 });
});

test("counts are up to date after a change of stock", async () => {
  await titles({ lowStock: true });
  await db.write.updateTable("books").set({ stock: 5 }).where("id", "=", id.Zero!).execute();
  expect(await titles({ lowStock: true, ...by("title") })).toEqual(["Anandamath", "godan", "Zero"]);
});

test("finds a book for its form, even if hidden", async () => {
  expect(await findEditableBook(db.read, id.Anandamath!)).toMatchObject({
    title: "Anandamath",
    hidden: true,
    publisher: { name: "Aleph" },
    authors: [{ name: "Bankim Chandra" }],
    version: 1,
  });
  expect(await findEditableBook(db.read, 999)).toBeNull();
});

test("filters by books that are not out yet, and by those whose date has come while none is in stock", async () => {
  const shop = await createTestDatabase();
  const forthcoming = (title: string, published_on: string | null, stock = 0) =>
    catalogueBook(shop.write, {
      title,
      published_on,
      stock,
      publishing_status: "forthcoming",
      preorder_limit: 5,
    });
  await catalogueBook(shop.write, { title: "Out", published_on: "2026", stock: 0 });
  await forthcoming("Next", "2999-01-01", 4);
  await forthcoming("Some day", null);
  await forthcoming("Overdue", "2026-01-01");
  await forthcoming("Arrived", "2026-01-01", 4);
  const list = async (release: "coming" | "overdue") =>
    (await listBooksForStaff(shop.read, { ...ALL, release })).rows;
  expect(await list("coming")).toMatchObject([
    { title: "Some day", forthcoming: { releasedOn: null, canPreorder: false } },
    {
      title: "Next",
      stock: 4,
      preorderLimit: 5,
      forthcoming: { releasedOn: "2999-01-01", canPreorder: true },
    },
  ]);
  expect(await list("overdue")).toMatchObject([{ title: "Overdue", isOverdue: true }]);
});
