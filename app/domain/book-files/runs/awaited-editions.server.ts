import { setImmediate } from "node:timers/promises";
import type { Db } from "~/db/database.server";
import type { AwaitedBy } from "../plan/file-editions.server";
import type { PlannedBook } from "../plan/plan";

// Rows name ISBNs of other editions that come later in the file. An import reads its file in batches, and may begin again
// in the middle: what rows wait for is stored from the check on.

/** ISBNs that are written at once. */
const AT_ONCE = 500;

/** Keeps what the rows of a checked batch wait for. @param start the place of the first one in the file, from 0 */
export async function storeAwaited(trx: Db, bulkId: number, books: PlannedBook[], start: number) {
  const rows = books.flatMap(({ awaited }, index) =>
    awaited.map((isbn) => ({ bulk_change_id: bulkId, position: start + index, isbn })),
  );
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    await trx
      .insertInto("bulk_change_editions")
      .values(rows.slice(at, at + AT_ONCE))
      .execute();
    await setImmediate();
  }
}

/** How an import finds the books that wait for others; null: no row waits. */
export async function awaitedBy(db: Db, bulkId: number): Promise<AwaitedBy | null> {
  const some = await db
    .selectFrom("bulk_change_editions")
    .select("isbn")
    .where("bulk_change_id", "=", bulkId)
    .limit(1)
    .executeTakeFirst();
  if (!some) return null;
  return async (trx, isbns) => {
    const rows = await trx
      .selectFrom("bulk_change_editions as e")
      .innerJoin("bulk_change_rows as r", (join) =>
        join.onRef("r.bulk_change_id", "=", "e.bulk_change_id").onRef("r.position", "=", "e.position"),
      )
      .select(["e.isbn", "r.book_id as bookId"])
      .where("e.bulk_change_id", "=", bulkId)
      .where("e.isbn", "in", isbns)
      .where("r.outcome", "<>", "refused")
      .where("r.book_id", "is not", null)
      .orderBy("e.position")
      .execute();
    return rows.map(({ isbn, bookId }) => ({ isbn, bookId: bookId! }));
  };
}
