import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { createAccount } from "~/test/factories";
import { createOlderShop, rowsOf, tablesOf } from "~/test/databases/older-shop";
import { isOnPostgres } from "~/test/databases/postgres";
import { TooOld } from "./before-1.0.server";
import type { Db } from "~/db/database.server";

/** Everything that a schema has, as its engine tells it, by kind and name. */
async function schemaOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`${sql.raw(isOnPostgres ? ON_POSTGRES : ON_SQLITE)}`.execute(
    db,
  );
  return rows.map(({ line }) => plain(line)).toSorted();
}

/**
 * Texts of SQLite are as they were written: a table that was renamed has its name in quotes, a new column a line of its own.
 * PostgreSQL sets brackets of its own, others for a text that it has read twice.
 */
const plain = (text: string) =>
  (isOnPostgres ? text.replace(/[()]/g, " ") : text)
    .replace(/--.*/g, "")
    .replace(/\s+/g, " ")
    .replace(/ ?([(),]) ?/g, "$1")
    .replace(/^(.*?)"(\w+)"\(/, "$1$2(")
    .replace(/^(\w+ \w+ )create (unique )?(\w+)/i, (start) => start.toLowerCase())
    .trim();

const ON_SQLITE = `select type || ' ' || name || ' ' || sql as line from sqlite_schema
  where sql is not null and name not like 'kysely%'`;

const ON_POSTGRES = `
  select format('column %s.%s %s: %s %s %s %s %s %s', c.relname, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod),
    a.attnotnull, a.attidentity, a.attgenerated, a.attcollation::regcollation, pg_get_expr(d.adbin, d.adrelid)) as line
  from pg_attribute a join pg_class c on c.oid = a.attrelid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where c.relkind = 'r' and a.attnum > 0 and c.relnamespace = current_schema()::regnamespace and c.relname not like 'kysely%'
  union all select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
  from pg_constraint where connamespace = current_schema()::regnamespace and conrelid::regclass::text not like 'kysely%'
  union all select 'index ' || indexdef from pg_indexes where schemaname = current_schema() and tablename not like 'kysely%'
  union all select 'view ' || viewname || ' ' || definition from pg_views where schemaname = current_schema()
  union all select 'trigger ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select 'function ' || pg_get_functiondef(oid) from pg_proc where pronamespace = current_schema()::regnamespace
  union all select 'relation ' || relname || ' ' || relkind::text || relpersistence::text || coalesce(array_to_string(reloptions, ','), '')
  from pg_class where relnamespace = current_schema()::regnamespace
  union all select 'collation ' || collname from pg_collation where collnamespace = current_schema()::regnamespace`;

async function contentsOf(db: Db) {
  const contents: Record<string, unknown> = {};
  for (const [table, columns] of await tablesOf(db)) contents[table] = await rowsOf(db, table, columns);
  return contents;
}

test("a shop of before version 1.0 is taken over: its tables, and the rows that every shop has, are a new one's", async () => {
  const { db, upgrade } = await createOlderShop();
  const fresh = await createTestDatabase();
  await upgrade();
  expect(await schemaOf(db.read)).toEqual(await schemaOf(fresh.read));
  expect(await contentsOf(db.read)).toEqual(await contentsOf(fresh.read));
  const history = (of: Db) => sql`select name from kysely_migration order by name`.execute(of);
  expect((await history(db.read)).rows).toEqual((await history(fresh.read)).rows);
  expect(await upgrade()).toEqual([]);
});

test("one that has not run all migrations of then is refused with the way to go, and stays as it is", async () => {
  const { db, upgrade } = await createOlderShop();
  await createAccount(db.write, { email: "early@neem.in" });
  await sql`delete from kysely_migration where name = '20261127T0800_found_in_imports'`.execute(db.write);
  const before = await contentsOf(db.read);
  await expect(upgrade()).rejects.toThrow(TooOld);
  await expect(upgrade()).rejects.toThrow(
    /start it once with the commit [0-9a-f]{8}, then with this version/,
  );
  expect(await contentsOf(db.read)).toEqual(before);
});
