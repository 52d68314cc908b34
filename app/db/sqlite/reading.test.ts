import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import SQLite from "better-sqlite3";
import { CompiledQuery, type RawBuilder, sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { createSqliteDatabase } from "~/test/database";
import { openDatabase, type ShopDatabase } from "../database.server";
import { slowReads } from "../waits.server";
import { ReadingDriver } from "./reading.server";
import { SlowReads } from "./slow-reads.server";

/** A shop whose file counts as large, so that its thread reads what is slow. */
async function largeShop(): Promise<ShopDatabase> {
  const { file } = await createSqliteDatabase();
  const shop = openDatabase(file, { slowReadsFrom: 0 });
  onTestFinished(() => shop.close());
  return shop;
}

/** How many reads of this work were in a thread. */
async function readApart(work: () => Promise<unknown>): Promise<number> {
  const before = slowReads.count;
  await work();
  return slowReads.count - before;
}

/** Takes the longer, the more it counts. */
const counting = (upTo: number) => sql<{ count: number }>`
  with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${upTo})
  select count(*) as count from numbers`;
const LONG = 1_000_000;

const isApart = async ({ read }: ShopDatabase, query: RawBuilder<unknown>) =>
  (await readApart(() => query.execute(read))) === 1;

/** Runs a quick query until it is read in this thread. @returns how often it was not */
async function untilHere(shop: ShopDatabase, query: RawBuilder<unknown>): Promise<number> {
  let runs = 0;
  while (await isApart(shop, query)) expect(++runs).toBeLessThan(5000);
  return runs;
}

test("the thread gives the same rows and errors as this one", async () => {
  const here = await createSqliteDatabase();
  const apart = await largeShop();
  const all = sql`select 'किताब' as text, 1.5 as number, 9007199254740991 as most, null as absent, x'00ff' as bytes`;
  const wrong = sql`select * from nowhere`;
  const errorOf = async ({ read }: ShopDatabase) => wrong.execute(read).catch((error: unknown) => error);
  const count = await readApart(async () => {
    const { rows } = await all.execute(apart.read);
    expect(rows).toEqual((await all.execute(here.read)).rows);
    expect(Buffer.isBuffer((rows[0] as { bytes: unknown }).bytes)).toBe(true);
    expect(await errorOf(apart)).toBeInstanceOf(SQLite.SqliteError);
    expect(await errorOf(apart)).toMatchObject({ message: "no such table: nowhere", code: "SQLITE_ERROR" });
  });
  expect(count).toBe(3);
  expect(await errorOf(here)).toMatchObject({ message: "no such table: nowhere", code: "SQLITE_ERROR" });
});

test("a small file is read in this thread", async () => {
  const shop = await createSqliteDatabase();
  const few = openDatabase(shop.file, { slowReadsFrom: 1_000_000_000 });
  onTestFinished(() => few.close());
  for (const { read } of [shop, few]) expect(await readApart(() => counting(LONG).execute(read))).toBe(0);
});

test("other reads go on while the thread reads", async () => {
  const shop = await largeShop();
  await untilHere(shop, sql`select 1`);
  const order: string[] = [];
  const noted = (query: RawBuilder<unknown>, name: string) =>
    query.execute(shop.read).then(() => void order.push(name));
  const slow = noted(counting(LONG), "slow");
  await nextTurn();
  await Promise.all([slow, noted(sql`select 1`, "quick")]);
  expect(order).toEqual(["quick", "slow"]);
});

test("what was slow is read in the thread until it has been quick many times; a search always", async () => {
  const shop = await largeShop();
  expect(await untilHere(shop, counting(1))).toBeGreaterThan(0);
  // It is slow here, once.
  expect(await isApart(shop, counting(LONG))).toBe(false);
  expect(await untilHere(shop, counting(1))).toBeGreaterThan(10);
  const search = sql`select rowid from books_index where books_index match ${"title:cow"}`;
  for (let run = 0; run < 300; run++) expect(await isApart(shop, search)).toBe(true);
});

test("reads what has been committed before, and cannot write", async () => {
  const { read, write } = await largeShop();
  for (const name of ["Hindi", "Bangla"]) {
    await write.insertInto("languages").values({ name, name_key: name.toLowerCase() }).execute();
    // Of another text each time, so that the thread reads it.
    const { rows } = await sql`select name as ${sql.ref(name)} from languages where name = ${name}`.execute(
      read,
    );
    expect(rows).toEqual([{ [name]: name }]);
  }
  await expect(sql`delete from languages returning id`.execute(read)).rejects.toThrow(/read-?only/);
});

test("a thread that ends, or does not start, is replaced by this one", async () => {
  const { file } = await createSqliteDatabase();
  const folder = mkdtempSync(path.join(tmpdir(), "kitab-thread-"));
  const dies = path.join(folder, "dies.mjs");
  writeFileSync(
    dies,
    'import { parentPort } from "node:worker_threads"; parentPort.on("message", () => { throw new Error("out of memory"); });',
  );
  for (const program of [dies, path.join(folder, "absent.mjs"), "no path at all"]) {
    const apart = new SlowReads(file, setImmediate, { program });
    const database = new SQLite(file, { readonly: true });
    const turns = () => ({ goOn: setImmediate, isLong: () => false });
    const driver = new ReadingDriver(database, { slowReads: apart, slowReadsFrom: 0, turns });
    const read = await driver.acquireConnection();
    const warnings: string[] = [];
    const note = ({ message }: Error) => void (message.includes("slow reads") && warnings.push(message));
    process.on("warning", note);
    const answers = await Promise.all(
      [1, 2, 3].map((number) => read.executeQuery(CompiledQuery.raw(`select ${number} as number`))),
    );
    expect(answers.flatMap(({ rows }) => rows)).toEqual([{ number: 1 }, { number: 2 }, { number: 3 }]);
    // None is started again for a minute.
    expect(await apart.read("select 1", [])).toBeNull();
    await nextTurn();
    expect(warnings).toEqual([expect.stringMatching(/^The thread of slow reads ended: /)]);
    process.off("warning", note);
    await driver.destroy();
  }
});

test("a read in a turn that has taken long waits for another turn", async () => {
  const shop = await createSqliteDatabase();
  const waiting: (() => void)[] = [];
  let isLong = true;
  shop.goOnInTurns({ goOn: (work) => void waiting.push(work), isLong: () => isLong });
  const rows: unknown[] = [];
  const reading = sql`select 1 as one`.execute(shop.read).then((result) => rows.push(...result.rows));
  await nextTurn();
  expect(rows).toEqual([]);
  waiting.shift()!();
  await reading;
  expect(rows).toEqual([{ one: 1 }]);
  isLong = false;
  await sql`select 1 as one`.execute(shop.read);
  expect(waiting).toEqual([]);
});

test("what waited for the thread goes on in turns, in the order in which it asked", async () => {
  const { read, goOnInTurns } = await largeShop();
  const waiting: (() => void)[] = [];
  goOnInTurns({ goOn: (work) => void waiting.push(work), isLong: () => false });
  const done: number[] = [];
  const all = [1, 2, 3].map((number) =>
    sql`select ${sql.lit(number)} as number`.execute(read).then(() => done.push(number)),
  );
  await expect.poll(() => waiting.length).toBe(3);
  expect(done).toEqual([]);
  for (const number of [1, 2, 3]) {
    waiting.shift()!();
    await nextTurn();
    expect(done.at(-1)).toBe(number);
  }
  await Promise.all(all);
});

test("an idle thread ends, and the next read starts another", async () => {
  const { file } = await createSqliteDatabase();
  const apart = new SlowReads(file, setImmediate, { idleMs: 1 });
  // A pragma is of one connection, which ends with its thread.
  expect(await apart.read("pragma busy_timeout = 77", [])).toMatchObject({ rows: [{ timeout: 77 }] });
  await expect
    .poll(async () => (await apart.read("pragma busy_timeout", []))!.rows)
    .toEqual([{ timeout: 0 }]);
  await apart.close();
});

test("closing waits for what the thread reads", async () => {
  const { file } = await createSqliteDatabase();
  const shop = openDatabase(file, { slowReadsFrom: 0 });
  const reading = counting(LONG).execute(shop.read);
  await nextTurn();
  await shop.close();
  expect((await reading).rows).toEqual([{ count: LONG }]);
});
