import { isPostgres } from "~/db/by-engine";
import type { Db } from "~/db/engine";
import { withRetries } from "~/db/postgres/retries.server";

/**
 * A transaction that on PostgreSQL runs at the same time as others of this kind. So `work` first takes the locks that it needs
 * (domain/kit/locks.server.ts), then reads what it decides by. A plain `db.transaction()` runs alone in the whole shop. On SQLite
 * both are the same, since there is one writer.
 * @param work is run again, whole, when the database ends it because of a deadlock: it changes nothing outside of the database
 */
export function beside<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  if (!isPostgres(db)) return db.transaction().execute(work);
  // By this level the connection knows that the transaction need not wait for other writes (postgres/connection.server.ts).
  return withRetries(() => db.transaction().setIsolationLevel("read committed").execute(work));
}
