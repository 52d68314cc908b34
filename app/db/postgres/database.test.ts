import { type AddressInfo, createServer } from "node:net";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { networkTo } from "~/test/network";
import { isOnPostgres } from "~/test/postgres";
import { type Db, isDatabaseAway, openDatabase } from "../database.server";
import type { PostgresAway } from "./away.server";

/** SQLSTATE of a lock that was waited for too long. */
const LOCK_NOT_AVAILABLE = "55P03";

/** Two handles of one database, as two processes have them. */
async function openedTwice() {
  const one = await createTestDatabase();
  const other = openDatabase(one.file);
  return { one, other };
}

const raise = (db: Db) =>
  db.updateTable("catalogue_version").set((eb) => ({ version: eb("version", "+", 1) }));
const versionIn = async (db: Db) =>
  (await db.selectFrom("catalogue_version").select("version").executeTakeFirstOrThrow()).version;

describe.runIf(isOnPostgres)("PostgreSQL", () => {
  test("one transaction writes at a time in all processes; reads do not wait and see nothing unfinished", async () => {
    const { one, other } = await openedTwice();
    const third = openDatabase(one.file);
    const before = await versionIn(one.read);
    const order: string[] = [];
    let waiting!: Promise<unknown>;
    await one.write.transaction().execute(async (trx) => {
      const seen = await versionIn(trx);
      waiting = Promise.all([
        raise(other.write)
          .execute()
          .then(() => order.push("statement")),
        other.write.transaction().execute(async (late) => {
          order.push("transaction");
          await raise(late).execute();
        }),
        raise(third.write)
          .execute()
          .then(() => order.push("of the third")),
      ]);
      // One write of each of the others is at the lock: PostgreSQL says so.
      await expect.poll(() => waitingAtLock(one.read)).toBe(2);
      expect(await versionIn(other.read)).toBe(before);
      await trx
        .updateTable("catalogue_version")
        .set({ version: seen + 1 })
        .execute();
      order.push("first");
    });
    await waiting;
    expect(order[0]).toBe("first");
    // Those of one process in the order in which they began.
    expect(order.slice(1).filter((name) => name !== "of the third")).toEqual(["statement", "transaction"]);
    expect(await versionIn(other.read)).toBe(before + 4);
    await Promise.all([other.close(), third.close()]);
  });

  test("writes asked for while another process keeps the lock wait for it together, not one after the other", async () => {
    const { one, other } = await openedTwice();
    await one.write.transaction().execute(async (trx) => {
      // The server ends a transaction in which nothing happens.
      const busy = setInterval(() => void sql`select 1`.execute(trx), 1000);
      const writes = Array.from({ length: 10 }, () => raise(other.write).execute());
      const results = await Promise.allSettled(writes);
      clearInterval(busy);
      // Waiting one after the other, the last would get no connection within thirty seconds, and fail with no code.
      expect(
        results.map((result) => result.status === "rejected" && (result.reason as PostgresAway).code),
      ).toEqual(writes.map(() => LOCK_NOT_AVAILABLE));
    });
    await raise(other.write).execute();
    await other.close();
  });

  test("a write waits as long as the writes before it go on, however slow they are", async () => {
    const { one, other } = await openedTwice();
    const before = await versionIn(one.read);
    const slowly = (db: Db) =>
      db.transaction().execute(async (trx) => {
        await raise(trx).execute();
        await sql`select pg_sleep(1.5)`.execute(trx);
      });
    // In turn: the last one of each takes the lock after more than five seconds.
    await Promise.all([one, other].flatMap(({ write }) => [1, 2, 3].map(() => slowly(write))));
    expect(await versionIn(one.read)).toBe(before + 6);
    await other.close();
  });

  test("a failed statement that somebody swallowed does not become half a transaction", async () => {
    const { write, read } = await createTestDatabase();
    const before = await versionIn(read);
    const attempt = write.transaction().execute(async (trx) => {
      await raise(trx).execute();
      await sql`select 1 / 0`.execute(trx).catch(() => {});
    });
    await expect(attempt).rejects.toThrow("nothing of it was written");
    expect(await versionIn(read)).toBe(before);
    await raise(write).execute();
    expect(await versionIn(read)).toBe(before + 1);
  });

  test("the handle for reading cannot write", async () => {
    const { read } = await createTestDatabase();
    await expect(raise(read).execute()).rejects.toThrow("read-only");
  });

  test("values come out as they do of SQLite; a number that would lose digits is an error", async () => {
    const { read } = await createTestDatabase();
    const { rows } =
      await sql`select sum(n) as sum, count(*) as count, bool_and(n > 1) as all_big, avg(n) as mean,
      ${"a\0b"} = ${"ab"} as same, ${Number.NaN}::bigint as none from (values (1::bigint), (2)) as v (n)`.execute(
        read,
      );
    expect(rows).toEqual([{ sum: 3, count: 2, all_big: 0, mean: 1.5, same: 0, none: null }]);
    await expect(sql`select 9007199254740993::bigint as n`.execute(read)).rejects.toThrow("beyond 2^53");
  });

  test("a stream gives all rows in parts, and its connection can be used again after it was left early", async () => {
    const { read } = await createTestDatabase();
    const numbers = read
      .selectFrom(sql<{ n: number }>`(select generate_series(1, 250) as n)`.as("numbers"))
      .select("n");
    let count = 0;
    for await (const { n } of numbers.stream(100)) count = n;
    expect(count).toBe(250);
    for (let times = 0; times < 12; times++) for await (const { n } of numbers.stream(10)) if (n === 5) break;
    expect(await versionIn(read)).toBeGreaterThan(0);
  });

  test("all who ask for the catalogue's version in one turn share a query; another process's change is seen", async () => {
    const { one, other } = await openedTwice();
    const [first, same] = [one.catalogueVersion(), one.catalogueVersion()];
    expect(first).toBe(same);
    const before = await first;
    await raise(other.write).execute();
    expect(await one.catalogueVersion()).toBe(before + 1);
    await other.close();
  });

  test("connections that the server ended are replaced", async () => {
    const { one, other } = await openedTwice();
    await Promise.all([versionIn(other.read), raise(other.write).execute()]);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(one.read);
    // What was under way or is noticed only now may fail once, as an absence of the database.
    await versionIn(other.read).catch((error: unknown) => expect(isDatabaseAway(error)).toBe(true));
    await raise(other.write)
      .execute()
      .catch((error: unknown) => expect(isDatabaseAway(error)).toBe(true));
    expect(await versionIn(other.read)).toBeGreaterThan(0);
    await raise(other.write).execute();
    expect(await other.whyNotWritable()).toBeNull();
    await other.close();
  });

  test("a network that stalls is an absence of the database, for those who wait and those who come; then it is back", async () => {
    const { file } = await createTestDatabase();
    const network = await networkTo(file);
    const db = openDatabase(network.url);
    await versionIn(db.read);
    network.stall();
    const waiting = versionIn(db.read);
    await expect(waiting).rejects.toSatisfy(isDatabaseAway);
    await expect(raise(db.write).execute()).rejects.toSatisfy(isDatabaseAway);
    expect(await db.whyNotWritable()).toSatisfy(isDatabaseAway);
    network.flow();
    await expect.poll(() => versionIn(db.read).catch(() => 0)).toBeGreaterThan(0);
    // Without a write in between.
    await expect.poll(() => db.whyNotWritable()).toBeNull();
    await raise(db.write).execute();
    await db.close();
    network.close();
  });

  test("a query that takes long is waited for", async () => {
    const { read } = await createTestDatabase();
    const { rows } = await sql<{ done: number }>`select 1 as done from pg_sleep(1.2)`.execute(read);
    expect(rows).toEqual([{ done: 1 }]);
  });
});

test("a server that is not there is an absence of the database", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const db = openDatabase(`postgres://nobody@127.0.0.1:${port}/none`);
  await expect(versionIn(db.read)).rejects.toSatisfy(isDatabaseAway);
  await expect(raise(db.write).execute()).rejects.toSatisfy(isDatabaseAway);
  expect(await db.whyNotWritable()).toSatisfy(isDatabaseAway);
  await db.close();
});

async function waitingAtLock(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_locks l
    join pg_database d on d.oid = l.database and d.datname = current_database()
    where l.locktype = 'advisory' and not l.granted`.execute(db);
  return rows[0]!.count;
}
