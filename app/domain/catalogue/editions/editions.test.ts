import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { catalogueBook, catalogueReader } from "~/test/factories-catalogue";
import { createStaff } from "~/test/factories";
import { queriesOf, scannedBy } from "~/test/databases/queries";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { setHidden } from "../books/book-visibility.server";
import { findBook } from "../books/books.server";
import { countStars, listReviews, reviewsOfBook, saveReview } from "~/domain/readers/reviews/reviews.server";
import { editionLabels, type Labelled, MOST_EDITIONS } from "../books/editions";
import {
  booksOfWorks,
  editionsForStaff,
  isbnsOfOthers,
  reviewedBooks,
  visibleEditions,
} from "./editions.server";
import { linkEditions, poolReviews, unlinkEdition } from "./link-editions.server";

/** Godan as paperback, hardback and e-book, and another book. */
async function createEditions() {
  const db = await createTestDatabase();
  const book = (fields: Parameters<typeof catalogueBook>[1]) => catalogueBook(db.write, fields);
  const hardback = await book({ title: "Godan", format: "BB", isbn13: "9780143065838" });
  const paperback = await book({ title: "Godan", format: "BC", price: 30000, sale_price: 25000 });
  const ebook = await book({ title: "Godan", format: "EA", stock: 0 });
  const other = await book({ title: "Gaban" });
  const staffId = await createStaff(db.write);
  return { db, hardback, paperback, ebook, other, staffId };
}

/** Compares every book's rating with a fresh count, and looks for works that should have ended. */
async function expectRight(read: Awaited<ReturnType<typeof createTestDatabase>>["read"]) {
  const books = await read.selectFrom("books").select(["id", "rating_sum", "rating_count"]).execute();
  for (const { id, ...kept } of books) {
    const reviews = await read
      .selectFrom("reviews")
      .select("rating")
      .where("hidden", "=", 0)
      .where("book_id", "in", await reviewedBooks(read, id))
      .execute();
    const sum = reviews.reduce((total, { rating }) => total + rating, 0);
    expect(kept).toEqual({ rating_sum: sum, rating_count: reviews.length });
  }
  const works = await read
    .selectFrom("works as w")
    .leftJoin("books as b", "b.work_id", "w.id")
    .select((eb) => ["w.id", eb.fn.count("b.id").as("count")])
    .groupBy("w.id")
    .execute();
  expect(works.filter(({ count }) => Number(count) < 2)).toEqual([]);
}

describe("editions of one work", () => {
  test("are linked, and shown in the order of their formats; the last one left is alone again", async () => {
    const { db, hardback, paperback, ebook, other, staffId } = await createEditions();
    const link = (bookId: number, otherId: number) => linkEditions(db.write, { bookId, otherId, staffId });
    const shown = async (id: number) => (await visibleEditions(db.read, id)).map((edition) => edition.id);
    expect(await shown(hardback)).toEqual([]);
    expect(await link(hardback, paperback)).toEqual({ ok: true, title: "Godan" });
    expect(await link(ebook, paperback)).toMatchObject({ ok: true });
    expect(await link(ebook, hardback)).toMatchObject({ ok: true });
    expect(await visibleEditions(db.read, ebook)).toMatchObject([
      { id: paperback, label: "Paperback", price: 30000, salePrice: 25000 },
      { id: hardback, label: "Hardback", isbn13: "9780143065838" },
      { id: ebook, label: "E-book", stock: 0 },
    ]);

    const [newest] = await readAudit(db.read, "book", hardback);
    expect(newest!.changes).toEqual([
      {
        field: "Other editions",
        before: [`Godan (#${paperback})`],
        after: [`Godan (#${paperback})`, `Godan (#${ebook})`],
      },
    ]);
    expect((await readAudit(db.read, "book", ebook)).length).toBe(1);

    await setHidden(db.write, { bookId: paperback, hidden: true, staffId });
    expect(await shown(ebook)).toEqual([hardback, ebook]);
    expect((await editionsForStaff(db.read, ebook)).editions.map(({ hidden }) => hidden)).toEqual([
      true,
      false,
      false,
    ]);

    expect(await unlinkEdition(db.write, { bookId: hardback, staffId })).toMatchObject({ ok: true });
    expect(await shown(ebook)).toEqual([]);
    await db.write.deleteFrom("books").where("id", "=", paperback).execute();
    const rows = await db.read.selectFrom("books").select("work_id").execute();
    expect(rows.map((row) => row.work_id)).toEqual([null, null, null]);
    expect(await db.read.selectFrom("works").selectAll().execute()).toEqual([]);
    expect(await poolReviews(db.write, { bookId: other, pooled: true, staffId })).toMatchObject({
      ok: false,
    });
  });

  test("a book belongs to one work, which has a limit", async () => {
    const { db, hardback, paperback, ebook, other, staffId } = await createEditions();
    const link = (bookId: number, otherId: number) => linkEditions(db.write, { bookId, otherId, staffId });
    await link(hardback, paperback);
    await link(ebook, other);
    expect(await link(hardback, other)).toEqual({
      ok: false,
      message: "“Gaban” is linked to other books. Remove it from them first",
    });
    expect(await link(hardback, hardback)).toEqual({ ok: false, message: "This is the same book" });
    expect(await link(hardback, 99999)).toEqual({ ok: false, message: "Book Not Found" });
    for (let count = 2; count < MOST_EDITIONS; count++)
      expect(await link(hardback, await catalogueBook(db.write, { title: `Godan ${count}` }))).toMatchObject({
        ok: true,
      });
    expect(await link(hardback, await catalogueBook(db.write, { title: "One more" }))).toEqual({
      ok: false,
      message: "A work can have at most 20 editions",
    });
  });

  test("are linked and read without reading all books", async () => {
    const { db, hardback, paperback, ebook, staffId } = await createEditions();
    const queries = await queriesOf(db.write, async (write) => {
      for (const otherId of [paperback, ebook])
        await linkEditions(write, { bookId: hardback, otherId, staffId });
      await isbnsOfOthers(write, [hardback, ebook]);
      await booksOfWorks(write, { ids: [ebook], isbns: ["9780143065838"] });
      await unlinkEdition(write, { bookId: ebook, staffId });
    });
    expect(queries.length).toBeGreaterThan(20);
    for (const query of queries) expect(await scannedBy(db.read, query), query.sql).toEqual([]);
  });

  test("of one format are told apart by what differs", () => {
    const labelsOf = (...books: Partial<Labelled>[]) => [
      ...editionLabels(
        books.map((book, id) => ({
          id,
          language: "Hindi",
          format: "BC",
          editionStatement: null,
          editionNumber: null,
          publishedOn: null,
          isbn13: null,
          ...book,
        })),
      ).values(),
    ];
    expect(labelsOf({}, { format: "EA" }, { format: null })).toEqual(["Paperback", "E-book", "Edition"]);
    expect(labelsOf({}, { language: "Urdu" })).toEqual(["Paperback, Hindi", "Paperback, Urdu"]);
    expect(labelsOf({ publishedOn: "1936-06-10" }, { publishedOn: "1994" }, { format: "BB" })).toEqual([
      "Paperback, 1936",
      "Paperback, 1994",
      "Hardback",
    ]);
    expect(labelsOf({ editionNumber: 2 }, { editionStatement: "Centenary" })).toEqual([
      "Paperback, edition 2",
      "Paperback, Centenary",
    ]);
    expect(labelsOf({}, {}, { isbn13: "9780143065838" })).toEqual([
      "Paperback",
      "Paperback",
      "Paperback, 9780143065838",
    ]);
  });
});

describe("pooled reviews", () => {
  test("are listed and counted for all visible editions, each with its edition", async () => {
    const { db, hardback, paperback, ebook, staffId } = await createEditions();
    const asha = await catalogueReader(db.write);
    for (const otherId of [paperback, ebook])
      await linkEditions(db.write, { bookId: hardback, otherId, staffId });
    const review = (bookId: number, rating: number) =>
      saveReview(db.write, { bookId, accountId: asha, rating, remarks: `Read ${rating} times` });
    await review(hardback, 5);
    await review(paperback, 2);
    const seen = async (id: number) => {
      const reviews = await listReviews(db.read, id, { offset: 0, limit: 10 });
      return reviews.map(({ rating, edition }) => [rating, edition]);
    };
    expect(await seen(hardback)).toEqual([[5, undefined]]);

    await poolReviews(db.write, { bookId: ebook, pooled: true, staffId });
    expect(await seen(ebook)).toEqual([
      [2, "Paperback"],
      [5, "Hardback"],
    ]);
    expect(await countStars(db.read, ebook)).toEqual([0, 1, 0, 0, 1]);
    expect(await findBook(db.read, ebook)).toMatchObject({ rating: 3.5, ratingCount: 2 });
    expect(await reviewsOfBook(db.read, hardback, { offset: 1, limit: 1 })).toMatchObject({
      rating: 3.5,
      count: 2,
      reviews: [{ bookId: hardback, rating: 5 }],
    });
    expect((await readAudit(db.read, "book", paperback))[0]!.changes).toEqual([
      { field: "One review pool for all editions", before: false, after: true },
    ]);

    await setHidden(db.write, { bookId: paperback, hidden: true, staffId });
    expect(await seen(ebook)).toEqual([[5, "Hardback"]]);
    await poolReviews(db.write, { bookId: ebook, pooled: false, staffId });
    expect(await findBook(db.read, ebook)).toMatchObject({ rating: 0, ratingCount: 0 });
  });

  test("leave each book's rating right, whatever happens", async () => {
    const BOOKS = 5;
    const book = fc.integer({ min: 0, max: BOOKS - 1 });
    const step = fc.oneof(
      fc.record({ do: fc.constant("link" as const), book, other: book }),
      fc.record({ do: fc.constant("unlink" as const), book }),
      fc.record({ do: fc.constant("pool" as const), book, on: fc.boolean() }),
      fc.record({
        do: fc.constant("review" as const),
        book,
        reader: fc.integer({ min: 0, max: 2 }),
        rating: fc.integer({ min: 1, max: 5 }),
      }),
      fc.record({ do: fc.constant("hide review" as const), book, on: fc.boolean() }),
      fc.record({ do: fc.constant("delete reader" as const), reader: fc.integer({ min: 0, max: 2 }) }),
      fc.record({ do: fc.constant("hide book" as const), book, on: fc.boolean() }),
      fc.record({ do: fc.constant("delete book" as const), book }),
    );
    const { write, read } = await createTestDatabase();
    const staffId = await createStaff(write);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        await write.deleteFrom("books").execute();
        const books: number[] = [];
        for (let index = 0; index < BOOKS; index++)
          books.push(await catalogueBook(write, { title: `Edition ${index}` }));
        // Something to go wrong with from the start.
        await linkEditions(write, { bookId: books[0]!, otherId: books[1]!, staffId });
        await poolReviews(write, { bookId: books[0]!, pooled: true, staffId });
        const readers: number[] = [];
        for (let index = 0; index < 3; index++) readers.push(await catalogueReader(write));
        for (const one of steps) {
          const bookId = "book" in one ? books[one.book]! : 0;
          switch (one.do) {
            case "link":
              await linkEditions(write, { bookId, otherId: books[one.other]!, staffId });
              break;
            case "unlink":
              await unlinkEdition(write, { bookId, staffId });
              break;
            case "pool":
              await poolReviews(write, { bookId, pooled: one.on, staffId });
              break;
            case "review": {
              const accountId = readers[one.reader]!;
              const there = await read
                .selectFrom("accounts")
                .select("id")
                .where("id", "=", accountId)
                .execute();
              if (there.length > 0)
                await saveReview(write, { bookId, accountId, rating: one.rating, remarks: "Read." });
              break;
            }
            case "hide review":
              await write
                .updateTable("reviews")
                .set({ hidden: one.on ? 1 : 0 })
                .where("book_id", "=", bookId)
                .execute();
              break;
            case "delete reader":
              await write.deleteFrom("accounts").where("id", "=", readers[one.reader]!).execute();
              break;
            case "hide book":
              await setHidden(write, { bookId, hidden: one.on, staffId });
              break;
            case "delete book":
              await write.deleteFrom("books").where("id", "=", bookId).execute();
              break;
          }
          await expectRight(read);
        }
      }),
      { numRuns: 25 },
    );
  });
});
