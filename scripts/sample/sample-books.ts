import { sql } from "kysely";
import type { Db } from "~/db/database.server";

/** Writes down that the books added after this id came with the sample. @param trx the transaction that adds them */
export async function recordSampleBooks(trx: Db, afterId: number): Promise<void> {
  await sql`insert into sample_books (book_id, title) select id, title from books where id > ${afterId}`.execute(
    trx,
  );
}
