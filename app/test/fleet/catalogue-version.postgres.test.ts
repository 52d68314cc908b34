import { InsertQueryNode, type KyselyPlugin, sql } from "kysely";
import { describe, expect, test } from "vitest";
import { addUpSales, listCategories } from "~/domain/catalogue/books/lists/categories.server";
import { linkEditions, poolReviews } from "~/domain/catalogue/editions/link-editions.server";
import { saveReview } from "~/domain/readers/reviews/reviews.server";
import { createTestDatabase } from "~/test/database";
import { isOnPostgres } from "~/test/databases/postgres";
import { race } from "~/test/databases/race";
import { createAccount, createBook, createStaff } from "~/test/factories";
import { catalogueBook } from "~/test/factories-catalogue";
import { beside } from "~/db/writing/beside.server";
import { catalogueVersion, sweepRises } from "~/db/catalogue-version.server";
import { type Db, openDatabase } from "~/db/database.server";

const sell = (trx: Db, bookId: number) =>
  trx
    .updateTable("books")
    .set((eb) => ({ stock: eb("stock", "-", 1), sold_count: eb("sold_count", "+", 1) }))
    .where("id", "=", bookId)
    .execute();

/** Two transactions, both of which have done their work before either commits. */
async function atOnce(db: Db, one: (trx: Db) => Promise<unknown>, two: (trx: Db) => Promise<unknown>) {
  let done = 0;
  const beforeOther = async (trx: Db, work: (trx: Db) => Promise<unknown>) => {
    await work(trx);
    done += 1;
    await expect.poll(() => done).toBe(2);
  };
  await Promise.all([beside(db, (trx) => beforeOther(trx, one)), beside(db, (trx) => beforeOther(trx, two))]);
}

describe.runIf(isOnPostgres)("changes beside each other", () => {
  test("sales of two books of one category do not wait for each other, and are added up", async () => {
    const { read, write } = await createTestDatabase();
    const [one, two] = [
      await catalogueBook(write, { title: "One", tags: ["Novel"] }),
      await catalogueBook(write, { title: "Two", tags: ["Novel"] }),
    ];
    const before = await catalogueVersion(read);
    await atOnce(
      write,
      (trx) => sell(trx, one),
      (trx) => sell(trx, two),
    );
    expect(await catalogueVersion(read)).toBe(before + 2);
    const sold = async () =>
      (await listCategories(read, { q: "", page: 1, size: 10, sort: null })).rows.map((row) => row.sold);
    expect(await sold()).toEqual([2]);
    await addUpSales(write);
    expect(await sold()).toEqual([2]);
    expect(await read.selectFrom("tags").select("sold_count").execute()).toEqual([{ sold_count: 2 }]);
  });

  test("the version rises when a change is committed, once for each transaction, and for nothing else", async () => {
    const { read, write } = await createTestDatabase();
    const bookId = await createBook(write);
    const before = await catalogueVersion(read);
    await beside(write, async (trx) => {
      await sell(trx, bookId);
      await sell(trx, bookId);
      expect(await catalogueVersion(trx)).toBe(before + 1);
      expect(await catalogueVersion(read)).toBe(before);
    });
    expect(await catalogueVersion(read)).toBe(before + 1);
    const failed = beside(write, async (trx) => {
      await sell(trx, bookId);
      throw new Error("no");
    });
    await expect(failed).rejects.toThrow("no");
    expect(await catalogueVersion(read)).toBe(before + 1);
    await sell(write, bookId);
    expect(await catalogueVersion(read)).toBe(before + 2);
  });

  test("what connections that are gone have raised stays counted", async () => {
    const shop = await createTestDatabase();
    const bookId = await createBook(shop.write);
    const other = openDatabase(shop.file);
    await sell(other.write, bookId);
    await other.close();
    const before = await catalogueVersion(shop.read);
    const rows = async () => (await sql`select 1 from catalogue_rises`.execute(shop.read)).rows.length;
    const connections = await rows();
    await expect
      .poll(async () => {
        await sweepRises(shop.write);
        return rows();
      })
      .toBe(connections - 1);
    expect(await catalogueVersion(shop.read)).toBe(before);
    await sell(shop.write, bookId);
    expect(await catalogueVersion(shop.read)).toBe(before + 1);
  });

  test("two who review a book at once are both in its rating", async () => {
    const shop = await createTestDatabase();
    const bookId = await createBook(shop.write);
    const [asha, ravi] = [await createAccount(shop.write), await createAccount(shop.write)];
    const other = openDatabase(shop.file);
    const review = (db: Db, accountId: number, rating: number) =>
      saveReview(db, { bookId, accountId, rating, remarks: "Read it twice." });
    let isWaiting!: Promise<unknown>;
    await beside(shop.write, async (trx) => {
      await trx
        .insertInto("reviews")
        .values({
          book_id: bookId,
          account_id: asha,
          rating: 5,
          remarks: "Read it.",
          created_at: "2026-11-27T00:00:00.000Z",
          updated_at: "2026-11-27T00:00:00.000Z",
        })
        .execute();
      isWaiting = review(other.write, ravi, 1);
      await expect.poll(() => waitingForLocks(shop.read)).toBe(1);
    });
    await isWaiting;
    expect(
      await shop.read
        .selectFrom("books")
        .select(["rating_sum", "rating_count"])
        .where("id", "=", bookId)
        .execute(),
    ).toEqual([{ rating_sum: 6, rating_count: 2 }]);
    await other.close();
  });

  test("two who review two editions at once, whose reviews are pooled, wait for each other in one order", async () => {
    const shop = await createTestDatabase();
    const staffId = await createStaff(shop.write);
    const editions = [await createBook(shop.write), await createBook(shop.write)] as const;
    await linkEditions(shop.write, { bookId: editions[0], otherId: editions[1], staffId });
    await poolReviews(shop.write, { bookId: editions[0], pooled: true, staffId });
    const readers = [await createAccount(shop.write), await createAccount(shop.write)] as const;
    let written = 0;
    const counting: KyselyPlugin = {
      transformQuery({ node }) {
        if (InsertQueryNode.is(node)) written += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const review = (at: 0 | 1) => (write: Db) =>
      saveReview(write.withPlugin(counting), {
        bookId: editions[at],
        accountId: readers[at],
        rating: 4 + at,
        remarks: "Read it twice.",
      });
    const saved = await race(shop.file, "books", review(0), review(1));
    expect(saved).toEqual([{ ok: true }, { ok: true }]);
    // Nobody had to begin again because of a deadlock.
    expect(written).toBe(2);
    const rating = shop.read.selectFrom("books").select(["rating_sum", "rating_count"]).orderBy("id");
    expect(await rating.execute()).toEqual(editions.map(() => ({ rating_sum: 9, rating_count: 2 })));
  });
});

async function waitingForLocks(db: Db): Promise<number> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}
