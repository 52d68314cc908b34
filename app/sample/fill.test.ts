import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import { matchingIds } from "~/db/search/full-text.server";
import { searchFor } from "~/db/search/text-search";
import { hashPassword, verifyPassword } from "~/platform/secrets/passwords.server";
import { createTestDatabase, failing } from "~/test/database";
import { formatName } from "~/domain/catalogue/books/record/book-formats";
import { createSampleAccounts, SAMPLE_ACCOUNTS } from "./accounts";
import { SAMPLE_BOOKS } from "./sample-books";
import { fillSampleShop } from "./fill";
import { REVIEWS } from "./reviews";
import { LIST_OF_SIXTY } from "./sixty";

const coversDir = mkdtempSync(path.join(tmpdir(), "kitab-covers-"));
afterAll(() => rmSync(coversDir, { recursive: true, force: true }));

const NOW = new Date("2026-11-21T10:00:00.000Z");

async function filledShop(books?: number) {
  const db = await createTestDatabase();
  const added = await fillSampleShop(db, { coversDir, books, now: NOW });
  return { db, added };
}

const count = async (db: ShopDatabase, table: "books" | "reviews" | "authors" | "tags" | "accounts") =>
  (
    await db.read
      .selectFrom(table)
      .select(sql<number>`count(*)`.as("n"))
      .executeTakeFirstOrThrow()
  ).n;

describe("the sample catalogue", () => {
  it("contains the sixty books of the list", async () => {
    const { db } = await filledShop();
    const rows = await db.read
      .selectFrom("books as b")
      .innerJoin("languages as l", "l.id", "b.language_id")
      .innerJoin("book_authors as ba", "ba.book_id", "b.id")
      .innerJoin("authors as a", "a.id", "ba.author_id")
      .select(["b.id", "b.title", "a.name as author", "l.name as language", "b.published_on as published"])
      .execute();
    const found = rows.map((row) => [row.title, row.author, row.language, row.published ?? ""].join(", "));
    expect(found.sort()).toEqual(LIST_OF_SIXTY.map((row) => row.slice(0, 4).join(", ")).sort());
    const tags = await db.read
      .selectFrom("book_tags as bt")
      .innerJoin("tags as t", "t.id", "bt.tag_id")
      .innerJoin("books as b", "b.id", "bt.book_id")
      .select(["b.title", "t.name"])
      .execute();
    const tagged = new Set(tags.map((row) => `${row.title}: ${row.name}`));
    for (const [title, , , , tag] of LIST_OF_SIXTY) expect(tagged).toContain(`${title}: ${tag}`);
  });

  it("has the title of each Indian book in its own script", async () => {
    const { db } = await filledShop();
    const books = await db.read
      .selectFrom("books as b")
      .innerJoin("languages as l", "l.id", "b.language_id")
      .select(["b.title", "b.original_title as original", "l.name as language"])
      .execute();
    for (const { title, original, language } of books) {
      if (language === "English") expect([title, original]).toEqual([title, null]);
      else expect([title, original]).toEqual([title, expect.stringMatching(/^[^a-z]+$/i)]);
    }
    expect(books.find(({ title }) => title === "Godaan")!.original).toBe("गोदान");
    const authors = await db.read
      .selectFrom("authors as a")
      .leftJoin("name_pages as n", (join) => join.onRef("n.id", "=", "a.id").on("n.entity", "=", "author"))
      .select(["a.name", "n.native_name as native"])
      .execute();
    // She wrote in English alone.
    const without = authors.filter(({ native }) => native === null).map(({ name }) => name);
    expect(without).toEqual(["Sarojini Naidu"]);
    expect(authors.find(({ name }) => name === "Premchand")!.native).toBe("प्रेमचंद");
  });

  it("has plausible prices and stock, with one book sold out and six low in stock", async () => {
    const { db } = await filledShop();
    const books = await db.read.selectFrom("books").selectAll().execute();
    expect(books.filter((book) => book.stock === 0)).toHaveLength(1);
    expect(books.filter((book) => book.stock >= 1 && book.stock <= 4)).toHaveLength(6);
    expect(books.filter((book) => book.featured === 1)).toHaveLength(8);
    expect(books.filter((book) => book.sale_price !== null)).toHaveLength(14);
    for (const book of books) {
      expect(book.charged_price).toBeGreaterThanOrEqual(9_900);
      expect(book.price).toBeLessThanOrEqual(149_900);
      expect(book.sale_price ?? 0).toBeLessThan(book.price);
      expect(book.isbn13).toBeNull();
      expect(book.brief.length).toBeLessThanOrEqual(400);
      expect(book.description.split("\n\n")).toHaveLength(2);
    }
    expect(new Set(books.map((book) => book.brief)).size).toBe(60);
    expect(new Set(books.map((book) => book.description)).size).toBe(60);
  });

  it("has books in several formats, each of them one that shoppers can filter by", async () => {
    const { db } = await filledShop();
    const books = await db.read.selectFrom("books").select("format").execute();
    const names = books.map(({ format }) => formatName(format));
    const counts = [...new Set(names)].map((name) => [name, names.filter((other) => other === name).length]);
    expect(Object.fromEntries(counts)).toEqual({
      Paperback: 45,
      Hardback: 11,
      "Boxed set": 2,
      Pamphlet: 2,
    });
  });

  it("gives every book its own cover in all six files", async () => {
    const { db } = await filledShop();
    const books = await db.read.selectFrom("books").select(["title", "cover"]).execute();
    expect(new Set(books.map((book) => book.cover)).size).toBe(60);
    for (const { title, cover } of books) {
      expect(cover, title).toMatch(/^[0-9a-f]{16}\.webp$/);
      const stem = cover!.slice(0, 16);
      for (const end of [".webp", "-320.webp", "-160.webp", "-640.avif", "-320.avif", "-160.avif"]) {
        expect(existsSync(path.join(coversDir, stem + end)), `${title} ${end}`).toBe(true);
      }
    }
    expect(readdirSync(coversDir).filter((name) => name.startsWith("."))).toEqual([]);
  });

  it("has valid reviews of its books, dated after the book was added and not in the future", async () => {
    const { db, added } = await filledShop();
    const reviews = await db.read
      .selectFrom("reviews as r")
      .innerJoin("books as b", "b.id", "r.book_id")
      .select(["r.remarks", "r.created_at as written", "b.created_at as added"])
      .execute();
    expect(added).toEqual({ books: 60, reviews: reviews.length, orders: 0 });
    const titles = new Set(SAMPLE_BOOKS.map((book) => book.title));
    expect(Object.keys(REVIEWS).filter((title) => !titles.has(title))).toEqual([]);
    expect(reviews).toHaveLength(Object.values(REVIEWS).flat().length);
    for (const { remarks, written, added: since } of reviews) {
      expect(remarks.length).toBeLessThanOrEqual(500);
      expect(written > since && written <= NOW.toISOString()).toBe(true);
    }
    const rated = await db.read
      .selectFrom("books")
      .select("rating")
      .where("title", "=", "Gora")
      .executeTakeFirstOrThrow();
    expect(rated.rating).toBe(4);
  });

  it("adds nothing the second time, and does not overwrite existing covers", async () => {
    const { db } = await filledShop();
    const cover = path.join(
      coversDir,
      (await db.read.selectFrom("books").select("cover").executeTakeFirstOrThrow()).cover!,
    );
    const whole = readFileSync(cover);
    writeFileSync(cover, "kept");
    expect(await fillSampleShop(db, { coversDir, now: NOW })).toEqual({ books: 0, reviews: 0, orders: 0 });
    expect(await fillSampleShop(await createTestDatabase(), { coversDir, now: NOW })).toMatchObject({
      books: 60,
    });
    expect(readFileSync(cover, "utf8")).toBe("kept");
    expect(await count(db, "books")).toBe(60);
    writeFileSync(cover, whole);
  });

  it("is rolled back completely when it fails", async () => {
    const db = await createTestDatabase();
    const mend = await failing(db, "insert on books", "power cut", "new.title = 'Heer'");
    await expect(fillSampleShop(db, { coversDir })).rejects.toThrow("power cut");
    for (const table of ["books", "reviews", "authors", "tags", "accounts"] as const)
      expect(await count(db, table)).toBe(0);
    await mend();
    expect(await fillSampleShop(db, { coversDir })).toMatchObject({ books: 60 });
  });
});

describe("generated books", () => {
  it("fill the shop up to the requested number, and are found by the full-text search", async () => {
    const { db } = await filledShop(1_000);
    expect(await count(db, "books")).toBe(1_000);
    expect(await fillSampleShop(db, { coversDir, books: 2_500, now: NOW })).toMatchObject({ books: 1_500 });
    expect(await fillSampleShop(db, { coversDir, books: 2_500, now: NOW })).toEqual({
      books: 0,
      reviews: 0,
      orders: 0,
    });
    expect(await count(db, "books")).toBe(2_500);

    const last = await db.read
      .selectFrom("books as b")
      .innerJoin("book_authors as ba", "ba.book_id", "b.id")
      .innerJoin("authors as a", "a.id", "ba.author_id")
      .select(["b.id", "b.title", "a.name"])
      .orderBy("b.id", "desc")
      .executeTakeFirstOrThrow();
    const found = await matchingIds("books", searchFor("books", `${last.title} ${last.name}`)!).execute(
      db.read,
    );
    expect(found.rows).toContainEqual({ id: last.id });

    const wrong = await sql<{ n: number }>`select count(*) as n from books b where rating_count <>
      (select count(*) from reviews r where r.book_id = b.id and r.hidden = 0)`.execute(db.read);
    expect(wrong.rows[0]!.n).toBe(0);
    const orphans = await sql<{ n: number }>`select count(*) as n from books b where
      not exists (select 1 from book_authors where book_id = b.id) or not exists (select 1 from book_tags where book_id = b.id)`.execute(
      db.read,
    );
    expect(orphans.rows[0]!.n).toBe(0);
  });
});

describe("the sample accounts", () => {
  it("are created once, confirmed, with the returned password and a delivery address", async () => {
    const db = await createTestDatabase();
    const made = await createSampleAccounts(db.write, hashPassword);
    expect(made.map(({ role, email }) => [role, email])).toEqual([
      ["admin", "admin@kitab.example"],
      ["customer", "customer@kitab.example"],
    ]);
    expect(await createSampleAccounts(db.write, hashPassword)).toEqual(made);
    expect(await count(db, "accounts")).toBe(2);
    for (const { email, password } of made) {
      const row = await db.read
        .selectFrom("accounts")
        .selectAll()
        .where("email", "=", email)
        .executeTakeFirstOrThrow();
      expect(await verifyPassword(password, row.password_hash)).toBe("right");
      expect(row.email_confirmed_at).not.toBeNull();
    }
    const addresses = await db.read.selectFrom("addresses").select(["place", "pincode"]).execute();
    expect(addresses).toEqual([{ place: "Kolkata", pincode: "700029" }]);
  });

  it("are no longer returned once the password was changed", async () => {
    const db = await createTestDatabase();
    await createSampleAccounts(db.write, hashPassword);
    const changed = await hashPassword("Another-one-2");
    if (changed === "busy") throw new Error("no room to hash");
    await db.write
      .updateTable("accounts")
      .set({ password_hash: changed.hash })
      .where("email", "=", SAMPLE_ACCOUNTS[0].email)
      .execute();
    expect((await createSampleAccounts(db.write, hashPassword)).map((account) => account.role)).toEqual([
      "customer",
    ]);
  });

  it("include no admin if the shop has its own", async () => {
    const db = await createTestDatabase();
    const made = await createSampleAccounts(db.write, hashPassword, { admin: false });
    expect(made.map((account) => account.role)).toEqual(["customer"]);
  });
});
