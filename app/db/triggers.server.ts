import { sql } from "kysely";
import type { Db } from "./engine";

/**
 * Does something that a trigger forbids, for the rare case in which it is right: the trigger is dropped and made again
 * as it was. @param trx the caller's transaction; other connections always see the trigger
 */
export async function withoutTrigger(trx: Db, name: string, work: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_schema where type = 'trigger' and name = ${name}`.execute(trx);
  if (!rows[0]) throw new Error(`there is no trigger ${name}`);
  await sql`drop trigger ${sql.table(name)}`.execute(trx);
  await work();
  await sql.raw(rows[0].sql).execute(trx);
}
