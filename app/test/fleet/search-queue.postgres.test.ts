import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { beside } from "~/db/writing/beside.server";
import { type Db, openDatabase } from "~/db/database.server";
import { indexQueued } from "~/db/search/index-rows.server";
import { NO_FILTERS } from "~/domain/catalogue/books/lists/catalogue";
import { listBookIds } from "~/domain/catalogue/books/lists/catalogue.server";
import { createTestDatabase } from "~/test/database";
import { isOnPostgres } from "~/test/databases/postgres";
import { createBook } from "~/test/factories";

/** As a process leaves it that ended between its commit and the index. */
const note = (db: Db, bookId: number) =>
  sql`insert into search_queue (subject, row_id) values ('books', ${bookId})`.execute(db);

describe.runIf(isOnPostgres)("changes of what is searched, beside each other", () => {
  test("a title that is changed while an earlier change of it is being indexed is found", async () => {
    const shop = await createTestDatabase();
    const other = openDatabase(shop.file);
    const bookId = await createBook(shop.write, { title: "Sevasadan" });
    await note(shop.write, bookId);
    let indexing!: Promise<void>;
    await beside(shop.write, async (trx) => {
      await trx.updateTable("books").set({ title: "Godan" }).where("id", "=", bookId).execute();
      let isIndexed = false;
      indexing = beside(other.write, indexQueued).finally(() => (isIndexed = true));
      // It waits for this change, or has read the text of before.
      await expect.poll(async () => isIndexed || (await isAnyoneWaiting())).toBe(true);
    });
    await indexing;
    const found = async (q: string) =>
      (await listBookIds(shop.read, { ...NO_FILTERS, q, sort: "relevance" }, { offset: 0, limit: 9 })).ids;
    expect([await found("Godan"), await found("Sevasadan")]).toEqual([[bookId], []]);
    await other.close();

    async function isAnyoneWaiting() {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(shop.read);
      return rows.length > 0;
    }
  });

  test("a row that one transaction is indexing keeps no other from its commit", async () => {
    const shop = await createTestDatabase();
    const other = openDatabase(shop.file);
    const books = [await createBook(shop.write), await createBook(shop.write)] as const;
    await note(shop.write, books[0]);
    await beside(shop.write, async (trx) => {
      await indexQueued(trx);
      await beside(other.write, (late) =>
        late.updateTable("books").set({ title: "Godan" }).where("id", "=", books[1]).execute(),
      );
    });
    const left = await sql`select 1 from search_queue`.execute(shop.read);
    expect(left.rows).toEqual([]);
    await other.close();
  });
});
