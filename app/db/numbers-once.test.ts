import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { testOnSqlite } from "~/test/engines";
import { isOnPostgres } from "~/test/databases/postgres";
import { isOwnTable } from "./copying/databases";
import type { ShopDatabase } from "./database.server";
import { idsWereGiven, lastIdOf } from "./next-id.server";

// A number that was given once is never given again: clients hold the numbers of rows that are gone, in tabs, programs
// and tokens.

/** Tables with a number of their own that no client can hold: each has one row, which is never deleted. */
const ONE_ROW = ["catalogue_version", "delivery_plan", "home_draft"];

/** What refuses rows made up by a test: checks, references and triggers. */
async function withoutRules(db: ShopDatabase): Promise<void> {
  const statements = isOnPostgres
    ? sql<{ text: string }>`
        select format('alter table %I drop constraint %I cascade', relname, conname) as text
        from pg_constraint c join pg_class r on r.oid = c.conrelid
        where contype in ('c', 'f') and r.relnamespace = current_schema()::regnamespace
        union all
        select format('alter table %I disable trigger user', relname) from pg_class
        where relkind = 'r' and relnamespace = current_schema()::regnamespace`
    : sql<{ text: string }>`select 'drop trigger ' || name as text from sqlite_schema where type = 'trigger'`;
  const { rows } = await statements.execute(db.write);
  if (!isOnPostgres)
    await db.executeScript("pragma foreign_keys = off; pragma ignore_check_constraints = on");
  await db.executeScript(rows.map(({ text }) => text).join(";"));
}

let made = 0;
const DUMMIES: Record<string, () => unknown> = {
  text: () => `x${++made}`,
  blob: () => Buffer.from(`${++made}`),
  bytea: () => Buffer.from(`${++made}`),
};

/** Tables with a number of their own, and the columns that a row must fill. */
async function numberedTables(db: ShopDatabase) {
  const tables = await db.read.introspection.getTables();
  return tables
    .filter(({ name, isView, columns }) => {
      // Names that are gone, and pages of names, have the number of another table beside its name.
      const id = columns.find(
        (column) => column.name === "id" && !columns.some((one) => one.name === "entity"),
      );
      const isOfSearch = isOwnTable(name) || name.includes("_index_");
      return !isView && !isOfSearch && id !== undefined && /^(integer|int8)$/i.test(id.dataType);
    })
    .map(({ name, columns }) => ({
      name,
      required: columns.filter(
        (column) => column.name !== "id" && !column.isNullable && !column.hasDefaultValue,
      ),
    }));
}

test("every table that numbers its rows gives no number twice, when the highest is deleted too", async () => {
  const db = await createTestDatabase();
  const tables = await numberedTables(db);
  expect(tables.length).toBeGreaterThan(50);
  await withoutRules(db);
  const again: string[] = [];
  for (const { name, required } of tables.filter((table) => !ONE_ROW.includes(table.name))) {
    const table = sql.table(name);
    const add = async () => {
      const values = required.map(({ dataType }) => DUMMIES[dataType.toLowerCase()]?.() ?? ++made);
      const into = required.length
        ? sql`insert into ${table} (${sql.join(required.map((column) => sql.ref(column.name)))}) values (${sql.join(values)})`
        : sql`insert into ${table} default values`;
      return (await sql<{ id: number }>`${into} returning id`.execute(db.write)).rows[0]!.id;
    };
    await add();
    const highest = await add();
    await sql`delete from ${table} where id = ${highest}`.execute(db.write);
    if ((await add()) <= highest) again.push(name);
    await sql`delete from ${table}`.execute(db.write);
    if ((await add()) <= highest + 1) again.push(name);
  }
  expect(again).toEqual([]);
});

test("each table with one row never has another", async () => {
  const db = await createTestDatabase();
  for (const name of ONE_ROW) {
    const { rows } = await sql<{ id: number }>`select id from ${sql.table(name)}`.execute(db.read);
    // A shop without a delivery plan has no row yet.
    expect(name === "delivery_plan" ? [] : [{ id: 1 }], name).toEqual(rows);
    await expect(
      sql`insert into ${sql.table(name)} (id) values (2)`.execute(db.write),
      name,
    ).rejects.toThrow();
  }
});

test("ids that the sample chooses come after all that were given, and later ones after these", async () => {
  const db = await createTestDatabase();
  expect(await lastIdOf(db.read, "books")).toBe(0);
  await withoutRules(db);
  const columns = (await numberedTables(db)).find(({ name }) => name === "orders")!.required;
  const add = async (id?: number) => {
    const names = [...columns.map(({ name }) => name), ...(id === undefined ? [] : ["id"])];
    const values = columns.map(({ dataType }) => DUMMIES[dataType.toLowerCase()]?.() ?? ++made);
    const { rows } = await sql<{ id: number }>`
      insert into orders (${sql.join(names.map((name) => sql.ref(name)))})
      values (${sql.join(id === undefined ? values : [...values, id])}) returning id`.execute(db.write);
    return rows[0]!.id;
  };
  await add(7);
  await idsWereGiven(db.write, "orders");
  expect(await lastIdOf(db.write, "orders")).toBe(7);
  expect(await add()).toBe(8);
  await sql`delete from orders`.execute(db.write);
  await idsWereGiven(db.write, "orders");
  expect(await lastIdOf(db.write, "orders")).toBe(8);
});

testOnSqlite("nothing but a migration can write to the schema's own text", async () => {
  const db = await createTestDatabase();
  const write = () => db.executeScript("update sqlite_schema set sql = '' where name = 'carts'");
  expect(write).toThrow(/may not be modified/);
});
