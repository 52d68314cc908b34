import { type RawBuilder, sql } from "kysely";
import { byEngine, isPostgres } from "./by-engine";
import type { Db } from "./engine";
import type { Tables } from "./tables";

/** Tables to which rows are added with an id of their own choice. */
type Table = keyof Tables & ("books" | "orders" | "payments" | "refunds" | NamedTable);
type NamedTable = "authors" | "languages" | "publishers" | "tags" | "series" | "logistics_providers";

/**
 * The id after this one, for a new row. SQLite gives rows without an id the next one after the table's; PostgreSQL has a
 * counter, which is set to this id as well. @param trx the transaction that adds the row
 */
export async function idAfter(trx: Db, table: Table, last: RawBuilder<number>): Promise<number> {
  const next = sql<number>`1 + ${last}`;
  const id = byEngine({
    sqlite: next,
    postgres: () => sql<number>`setval(pg_get_serial_sequence(${table}, 'id'), ${next})`,
  });
  const { rows } = await sql<{ id: number }>`select ${id} as id`.execute(trx);
  return rows[0]!.id;
}

/** Says that rows with ids of the caller's choice were added, so that later rows without an id get one after them. */
export async function idsWereGiven(trx: Db, table: Table): Promise<void> {
  if (!isPostgres(trx)) return;
  await sql`select setval(pg_get_serial_sequence(${table}, 'id'), max(id)) from ${sql.table(table)}`.execute(
    trx,
  );
}
