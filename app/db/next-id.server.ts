import { sql } from "kysely";
import { byEngine, isPostgres } from "./by-engine";
import type { Db } from "./engine";

/** Tables to which the sample shop adds rows with ids of its own choice. */
type Table = "books" | "orders" | "payments" | "refunds";

/**
 * The highest id that a row of this table ever had, 0 before the first: an id is never given twice, also when its row is
 * gone. A row without an id gets the next one by itself, on both engines.
 */
export async function lastIdOf(db: Db, table: Table): Promise<number> {
  const given = byEngine({
    sqlite: sql<number | null>`(select seq from sqlite_sequence where name = ${table})`,
    postgres: () =>
      sql<number | null>`pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')::regclass)`,
  });
  const { rows } = await sql<{ id: number }>`select coalesce(${given}, 0) as id`.execute(db);
  return rows[0]!.id;
}

/** Says that rows with ids after `lastIdOf` were added: PostgreSQL's counter does not see them. */
export async function idsWereGiven(trx: Db, table: Table): Promise<void> {
  if (!isPostgres(trx)) return;
  const highest = sql`greatest((select max(id) from ${sql.table(table)}), ${await lastIdOf(trx, table)})`;
  await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${highest}) where ${highest} > 0`.execute(
    trx,
  );
}
