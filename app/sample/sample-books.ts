import { sql } from "kysely";
import type { Db } from "~/db/database.server";

/** Records the books with ids above `afterId` as sample books. @param trx the transaction that adds them */
export async function recordSampleBooks(trx: Db, afterId: number): Promise<void> {
  await sql`insert into sample_books (book_id, title) select id, title from books where id > ${afterId}`.execute(
    trx,
  );
}
