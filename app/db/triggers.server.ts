import { sql } from "kysely";
import { isPostgres } from "./by-engine";
import type { Db } from "./engine";

/**
 * Does something that a trigger forbids, for the rare case in which it is right: the trigger is taken away and comes back
 * as it was. @param trx the caller's transaction; other connections always see the trigger
 */
export async function withoutTrigger(trx: Db, name: string, work: () => Promise<void>): Promise<void> {
  if (isPostgres(trx)) await withoutPostgresTrigger(trx, name, work);
  else await withoutSqliteTrigger(trx, name, work);
}

async function withoutSqliteTrigger(trx: Db, name: string, work: () => Promise<void>) {
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_schema where type = 'trigger' and name = ${name}`.execute(trx);
  if (!rows[0]) throw new Error(`there is no trigger ${name}`);
  await sql`drop trigger ${sql.table(name)}`.execute(trx);
  await work();
  await sql.raw(rows[0].sql).execute(trx);
}

async function withoutPostgresTrigger(trx: Db, name: string, work: () => Promise<void>) {
  const { rows } = await sql<{ table: string }>`
    select tgrelid::regclass::text as table from pg_trigger
    where tgname = ${name} and tgrelid::regclass::text not like '%.%'`.execute(trx);
  if (!rows[0]) throw new Error(`there is no trigger ${name}`);
  const { table } = rows[0];
  await sql`alter table ${sql.table(table)} disable trigger ${sql.ref(name)}`.execute(trx);
  await work();
  await sql`alter table ${sql.table(table)} enable trigger ${sql.ref(name)}`.execute(trx);
}
