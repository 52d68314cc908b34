import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { catalogueBook } from "~/test/factories-catalogue";
import { findBook } from "../books.server";
import { type CatalogueFilters, NO_FILTERS, pageTotal, pageWindow, SORT_ORDERS } from "./catalogue";
import {
  countBooks,
  featuredBooks,
  listBookIds,
  listBooks,
  listTags,
  priceBounds,
  spellTags,
} from "./catalogue.server";

type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>;

const ALL = { offset: 0, limit: 1000 };

async function titles(db: TestDatabase, filters: Partial<CatalogueFilters>) {
  const { books, count } = await listBooks(db.read, { ...NO_FILTERS, ...filters }, ALL);
  expect(count).toBe(books.length);
  return books.map((book) => book.title);
}

describe("a small shop", () => {
  let db: TestDatabase;
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    db = await createTestDatabase();
    const books = [
      {
        title: "Gitanjali",
        authors: ["Rabindranath Tagore"],
        tags: ["Poetry"],
        price: 29_900,
        created_at: "2026-01-01T00:00:00.000Z",
      },
      {
        title: "Gora",
        authors: ["Rabindranath Tagore"],
        tags: ["Novel", "Politics"],
        price: 49_900,
        sale_price: 19_900,
        featured: 1,
        created_at: "2026-01-02T00:00:00.000Z",
      },
      {
        title: "devdas",
        authors: ["Sarat Chandra Chattopadhyay"],
        tags: ["Novel"],
        price: 19_900,
        created_at: "2026-01-03T00:00:00.000Z",
      },
      {
        title: "Meghnad Badh Kavya",
        authors: ["Michael Madhusudan Dutt"],
        tags: ["Epic", "Poetry"],
        price: 99_900,
        stock: 0,
        created_at: "2026-01-04T00:00:00.000Z",
      },
      {
        title: "Withdrawn",
        authors: ["Rabindranath Tagore"],
        tags: ["Novel", "Banned"],
        price: 100,
        hidden: 1,
        featured: 1,
        isbn13: "9780804429573",
        created_at: "2026-01-05T00:00:00.000Z",
      },
      {
        title: "On Poetry",
        authors: ["A. Critic", "B. Critic"],
        tags: ["Essays"],
        price: 59_900,
        isbn13: "9780306406157",
        brief: "About Gora, gitanjali & others.",
        publisher: "Peepal House",
        created_at: "2026-01-06T00:00:00.000Z",
      },
    ] as const;
    for (const book of books)
      ids[book.title] = await catalogueBook(db.write, {
        ...book,
        authors: [...book.authors],
        tags: [...book.tags],
      });
    await db.write
      .updateTable("books")
      .set({ rating_sum: 9, rating_count: 2 })
      .where("title", "=", "devdas")
      .execute();
    await db.write
      .updateTable("books")
      .set({ rating_sum: 5, rating_count: 1 })
      .where("title", "=", "Gitanjali")
      .execute();
  });

  test("sorts in every order", async () => {
    expect(await titles(db, { sort: "featured" })).toEqual([
      "Gora",
      "Gitanjali",
      "devdas",
      "On Poetry",
      "Meghnad Badh Kavya",
    ]);
    expect(await titles(db, { sort: "newest" })).toEqual([
      "On Poetry",
      "Meghnad Badh Kavya",
      "devdas",
      "Gora",
      "Gitanjali",
    ]);
    expect(await titles(db, { sort: "price_asc" })).toEqual([
      "Gora",
      "devdas",
      "Gitanjali",
      "On Poetry",
      "Meghnad Badh Kavya",
    ]);
    expect(await titles(db, { sort: "price_desc" })).toEqual([
      "Meghnad Badh Kavya",
      "On Poetry",
      "Gitanjali",
      "devdas",
      "Gora",
    ]);
    expect(await titles(db, { sort: "title" })).toEqual([
      "devdas",
      "Gitanjali",
      "Gora",
      "Meghnad Badh Kavya",
      "On Poetry",
    ]);
    expect(await titles(db, { sort: "rating" })).toEqual([
      "Gitanjali",
      "devdas",
      "On Poetry",
      "Meghnad Badh Kavya",
      "Gora",
    ]);
  });

  test("matches books with any of the tags, ignoring case; an unknown tag matches nothing", async () => {
    expect(await titles(db, { tags: ["novel", "EPIC"], sort: "title" })).toEqual([
      "devdas",
      "Gora",
      "Meghnad Badh Kavya",
    ]);
    expect(await titles(db, { tags: ["Cookery"] })).toEqual([]);
    expect(await titles(db, { tags: ["Cookery", "Epic"] })).toEqual(["Meghnad Badh Kavya"]);
    expect(await spellTags(db.read, ["nOVEL", "Cookery"])).toEqual(["Novel", "Cookery"]);
  });

  test("the price range is inclusive and applies to the charged price", async () => {
    expect(await titles(db, { minPrice: 19_900, maxPrice: 29_900, sort: "title" })).toEqual([
      "devdas",
      "Gitanjali",
      "Gora",
    ]);
    expect(await titles(db, { minPrice: 49_900, maxPrice: 49_900 })).toEqual([]);
    expect(await titles(db, { maxPrice: 19_900, sort: "title" })).toEqual(["devdas", "Gora"]);
  });

  test("combines tags, price range and search term", async () => {
    expect(
      await titles(db, { tags: ["Novel", "Poetry"], maxPrice: 29_900, q: "tagore", sort: "title" }),
    ).toEqual(["Gitanjali", "Gora"]);
    expect(await titles(db, { tags: ["Epic"], q: "tagore" })).toEqual([]);
  });

  test("searches all fields, and ranks title before authors before tags before texts", async () => {
    expect(await titles(db, { q: "gora", sort: "relevance" })).toEqual(["Gora", "On Poetry"]);
    expect((await titles(db, { q: "poetry", sort: "relevance" }))[0]).toBe("On Poetry");
    expect(await titles(db, { q: "poetry", sort: "title" })).toEqual([
      "Gitanjali",
      "Meghnad Badh Kavya",
      "On Poetry",
    ]);
    expect(await titles(db, { q: "peepal" })).toEqual(["On Poetry"]);
    expect(await titles(db, { q: "MADHUSUDAN kavya" })).toEqual(["Meghnad Badh Kavya"]);
  });

  test("requires every word; only the last may be the beginning of a word", async () => {
    expect(await titles(db, { q: "rabindranath gitan" })).toEqual(["Gitanjali"]);
    expect(await titles(db, { q: "rabind gitanjali" })).toEqual([]);
    expect(await titles(db, { q: "gora devdas" })).toEqual([]);
  });

  test("finds an ISBN with or without hyphens, with 10 or 13 digits, complete or as a prefix", async () => {
    for (const q of [
      "9780306406157",
      "978-0-306-40615-7",
      "978 0306 406157",
      "0306406152",
      "0-306-40615-2",
      "97803064",
    ]) {
      expect(await titles(db, { q }), q).toEqual(["On Poetry"]);
    }
    expect(await titles(db, { q: "9780306406158" }), "one wrong digit").toEqual(["On Poetry"]);
    expect(await titles(db, { q: "9780306406258" }), "two wrong digits").toEqual([]);
    expect(await titles(db, { q: "080442957X" }), "a hidden book's").toEqual([]);
  });

  test("hidden books appear nowhere", async () => {
    for (const sort of SORT_ORDERS) expect(await titles(db, { sort })).not.toContain("Withdrawn");
    expect(await titles(db, { q: "withdrawn" })).toEqual([]);
    expect(await titles(db, { tags: ["Banned"] })).toEqual([]);
    expect(await titles(db, { maxPrice: 1000 })).toEqual([]);
    expect((await featuredBooks(db.read, 10)).map((book) => book.title)).not.toContain("Withdrawn");
    expect(await findBook(db.read, ids.Withdrawn!)).toBeNull();
    expect(await listTags(db.read)).toEqual([
      expect.objectContaining({ name: "Epic", count: 1 }),
      expect.objectContaining({ name: "Essays", count: 1 }),
      expect.objectContaining({ name: "Novel", count: 2 }),
      expect.objectContaining({ name: "Poetry", count: 2 }),
      expect.objectContaining({ name: "Politics", count: 1 }),
    ]);
    expect(await priceBounds(db.read)).toEqual({ lowest: 19_900, highest: 99_900 });
  });

  test("featured books: those chosen by staff first, then the best rated", async () => {
    expect((await featuredBooks(db.read, 3)).map((book) => book.title)).toEqual([
      "Gora",
      "Gitanjali",
      "devdas",
    ]);
  });

  test("returns a book with all its visible fields, and a card with the fields of a list", async () => {
    expect(await findBook(db.read, ids["On Poetry"]!)).toMatchObject({
      title: "On Poetry",
      authors: [{ name: "A. Critic" }, { name: "B. Critic" }],
      tags: [{ name: "Essays" }],
      publisher: { name: "Peepal House" },
      language: { name: "English" },
      isbn13: "9780306406157",
      price: 59_900,
      salePrice: null,
      publishedOn: null,
    });
    const { books } = await listBooks(db.read, { ...NO_FILTERS, q: "gora" }, { offset: 0, limit: 1 });
    expect(books).toEqual([
      {
        id: ids.Gora,
        title: "Gora",
        authors: ["Rabindranath Tagore"],
        price: 49_900,
        salePrice: 19_900,
        rating: 0,
        ratingCount: 0,
        cover: null,
        stock: 10,
      },
    ]);
    expect(await findBook(db.read, 987_654)).toBeNull();
  });
});

describe("a shop of 230 books full of ties", () => {
  let db: TestDatabase;
  const shop: { id: number; tags: string[]; price: number; hidden: boolean; moon: boolean }[] = [];
  const tagNames = ["Common", "Half", "Rare"];
  const everyNth = [1, 2, 60];

  beforeAll(async () => {
    db = await createTestDatabase();
    for (let index = 0; index < 230; index++) {
      const tags = tagNames.filter((_, place) => index % (everyNth[place] ?? 1) === 0);
      const moon = index % 3 === 0;
      const price = 10_000 + (index % 4) * 5_000;
      const hidden = index % 10 === 7;
      const id = await catalogueBook(db.write, {
        title: moon ? `Moon ${index % 5}` : `Sun ${index % 5}`,
        tags,
        price,
        hidden: hidden ? 1 : 0,
        featured: index % 50 === 0 ? 1 : 0,
        created_at: `2026-01-0${1 + (index % 3)}T00:00:00.000Z`,
      });
      shop.push({ id, tags, price, hidden, moon });
    }
  });

  test("a tag alone counts its visible books", async () => {
    for (const tag of tagNames) {
      const visible = shop.filter((book) => !book.hidden && book.tags.includes(tag));
      expect(await countBooks(db.read, { ...NO_FILTERS, tags: [tag, tag] })).toBe(visible.length);
    }
  });

  test("for any filters and sort order, the pages hold each matching book exactly once", async () => {
    const price = fc.constantFrom(null, 10_000, 15_000, 20_000, 25_000);
    await fc.assert(
      fc.asyncProperty(
        fc.subarray(tagNames),
        price,
        price,
        fc.constantFrom("", "moon", "mo", "sun"),
        fc.constantFrom(...SORT_ORDERS),
        async (tags, minPrice, maxPrice, q, sort) => {
          const filters = { ...NO_FILTERS, tags, minPrice, maxPrice, q, sort };
          const expected = shop.filter(
            (book) =>
              !book.hidden &&
              (tags.length === 0 || tags.some((tag) => book.tags.includes(tag))) &&
              (minPrice === null || book.price >= minPrice) &&
              (maxPrice === null || book.price <= maxPrice) &&
              (q === "" || book.moon === q.startsWith("mo")),
          );
          const count = await countBooks(db.read, filters);
          const seen: number[] = [];
          for (let page = 0; page < pageTotal(count); page++) {
            seen.push(...(await listBookIds(db.read, filters, pageWindow(page))).ids);
          }
          expect(count).toBe(expected.length);
          expect(new Set(seen).size).toBe(seen.length);
          expect(seen.toSorted((a, b) => a - b)).toEqual(expected.map((book) => book.id));
          expect(seen).toEqual((await listBookIds(db.read, filters, ALL)).ids);
        },
      ),
      { numRuns: 120 },
    );
  });
});
