import { isPostgres } from "~/db/by-engine";
import type { Db } from "~/db/engine";
import { again } from "~/db/postgres/again.server";

/**
 * A transaction that runs beside others of its kind, on PostgreSQL: it takes the locks that its rules need by itself
 * (domain/kit/locks.server.ts), before it reads what it decides by. One by `db.transaction()` runs alone in the whole shop.
 * On SQLite both are the same: there is one writer.
 * @param work is run again, whole, when the database ends it because of a deadlock: it pushes nothing to the outside
 */
export function beside<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  if (!isPostgres(db)) return db.transaction().execute(work);
  // The level tells the connection that it is no one's alone (postgres/connection.server.ts).
  return again(() => db.transaction().setIsolationLevel("read committed").execute(work));
}
