import { sql } from "kysely";
import type { ShopDatabase } from "~/db/database.server";

/**
 * Keeps copies of all rows of a running shop's database, in a schema of their own. Its tables stay, only their rows are
 * replaced: making tables anew would take longer.
 * @returns what brings them back, see `ReusedShop`
 */
export async function keepPostgresRows(db: ShopDatabase): Promise<() => Promise<void>> {
  const { rows: tables } = await sql<{ name: string; columns: string }>`
    select c.relname as name, string_agg(quote_ident(a.attname), ',' order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attgenerated = ''
    group by c.relname`.execute(db.read);
  const filled = await tablesWithRows(db, tables);
  await db.executeScript(
    [
      "create schema fresh",
      ...filled.map(({ name }) => `create table fresh.${name} as table public.${name}`),
    ].join(";"),
  );
  const counters = await countersOf(db);
  return async () => {
    const used = await tablesWithRows(db, tables);
    await db.executeScript(
      [
        // Without triggers and references.
        "set local session_replication_role = replica",
        ...used.map(({ name }) => `delete from public.${name}`),
        "update fresh.catalogue_version set version = version + 1000000",
        ...filled.map(
          ({ name, columns }) =>
            `insert into public.${name} (${columns}) overriding system value select ${columns} from fresh.${name}`,
        ),
        ...counters,
      ].join(";"),
    );
  };
}

async function tablesWithRows<T extends { name: string }>(db: ShopDatabase, tables: T[]): Promise<T[]> {
  const questions = tables.map(
    ({ name }) => sql`select ${name} as name where exists (select from ${sql.table(name)})`,
  );
  const { rows } = await sql<{ name: string }>`${sql.join(questions, sql` union all `)}`.execute(db.read);
  const names = new Set(rows.map(({ name }) => name));
  return tables.filter(({ name }) => names.has(name));
}

/** Statements that set the counters of ids to what they are now. */
async function countersOf(db: ShopDatabase): Promise<string[]> {
  const { rows } = await sql<{ name: string; last: number | null; first: number }>`
    select quote_ident(sequencename) as name, last_value as last, start_value as first
    from pg_sequences where schemaname = 'public'`.execute(db.read);
  return rows.map(
    ({ name, last, first }) => `select setval('public.${name}', ${last ?? first}, ${last !== null})`,
  );
}
