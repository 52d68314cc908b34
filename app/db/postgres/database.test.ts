import { type AddressInfo, createServer } from "node:net";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { networkTo } from "~/test/databases/network";
import { isOnPostgres } from "~/test/databases/postgres";
import { queryDepth } from "~/test/databases/query-depth";
import { sendWithNext } from "~/db/writing/send-with-next.server";
import { beside } from "~/db/writing/beside.server";
import { type Db, isDatabaseAway, openDatabase } from "../database.server";
import { together } from "~/db/writing/together.server";
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
  test("a transaction that runs alone waits for all other writes, and they for it; reads wait for nothing and see nothing unfinished", async () => {
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
        beside(other.write, async (late) => {
          await raise(late).execute();
          order.push("beside");
        }),
        third.write.transaction().execute(async (late) => {
          order.push("alone");
          await raise(late).execute();
        }),
      ]);
      // PostgreSQL says so.
      await expect.poll(() => waitingAtLock(one.read)).toBe(3);
      expect(await versionIn(other.read)).toBe(before);
      await trx
        .updateTable("catalogue_version")
        .set({ version: seen + 1 })
        .execute();
      order.push("first");
    });
    await waiting;
    expect(order[0]).toBe("first");
    expect(order.slice(1).toSorted()).toEqual(["alone", "beside", "statement"]);
    expect(await versionIn(other.read)).toBe(before + 4);
    await Promise.all([other.close(), third.close()]);
  });

  test("as many connections write as the shop is told", async () => {
    const { file } = await createTestDatabase();
    const few = openDatabase(file, { writers: 2 });
    const connections = await Promise.all(
      Array.from({ length: 9 }, () =>
        beside(few.write, async (trx) => {
          const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
          return rows[0]!.pid;
        }),
      ),
    );
    expect(new Set(connections).size).toBe(2);
    await few.close();
  });

  test("those that run alone in one process come in the order in which they began", async () => {
    const { write } = await createTestDatabase();
    const order: number[] = [];
    const alone = (n: number) => write.transaction().execute(async () => void order.push(n));
    await Promise.all([1, 2, 3, 4].map(alone));
    expect(order).toEqual([1, 2, 3, 4]);
  });

  const count = (trx: Db, year: string) =>
    trx
      .insertInto("invoice_counters")
      .values({ financial_year: year, last_number: 1 })
      .onConflict((conflict) =>
        conflict
          .column("financial_year")
          .doUpdateSet((eb) => ({ last_number: eb("invoice_counters.last_number", "+", 1) })),
      );
  const counted = (db: Db) =>
    db.selectFrom("invoice_counters").select("last_number").orderBy("financial_year").execute();

  test("transactions beside each other do not wait, in one process or several", async () => {
    const { one, other } = await openedTwice();
    let written = 0;
    await Promise.all(
      [one, one, other].map(({ write }, at) =>
        beside(write, async (trx) => {
          await count(trx, `202${at}-2${at + 1}`).execute();
          written += 1;
          // None ends before all have written.
          await expect.poll(() => written).toBe(3);
        }),
      ),
    );
    expect(await counted(one.read)).toHaveLength(3);
    await other.close();
  });

  test("a deadlock is not answered: the transaction that the server ends is run again, whole", async () => {
    const { one, other } = await openedTwice();
    await Promise.all(["A", "B"].map((year) => count(one.write, year).execute()));
    let runs = 0;
    let first = 0;
    const both = (write: Db, years: [string, string]) =>
      beside(write, async (trx) => {
        runs += 1;
        await count(trx, years[0]).execute();
        first += 1;
        await expect.poll(() => first).toBeGreaterThan(1);
        await count(trx, years[1]).execute();
      });
    await Promise.all([both(one.write, ["A", "B"]), both(other.write, ["B", "A"])]);
    expect(runs).toBeGreaterThan(2);
    expect(await counted(one.read)).toEqual([{ last_number: 3 }, { last_number: 3 }]);
    expect(await one.whyNotWritable()).toBeNull();
    await other.close();
  });

  test("what is sent with the next statement is written with the commit, or fails with the next statement; a rollback drops it", async () => {
    const { write, read } = await createTestDatabase();
    await beside(write, (trx) => sendWithNext(trx, count(trx, "A")));
    expect(await counted(read)).toEqual([{ last_number: 1 }]);
    const wrong = (trx: Db) => sendWithNext(trx, sql`select 1 / 0`);
    await expect(beside(write, wrong)).rejects.toThrow("division by zero");
    const later = beside(write, async (trx) => {
      await sendWithNext(trx, count(trx, "A"));
      await wrong(trx);
      await Promise.all([count(trx, "B").execute(), count(trx, "C").execute()]);
    });
    await expect(later).rejects.toThrow("division by zero");
    const refused = beside(write, async (trx) => {
      await sendWithNext(trx, count(trx, "A"));
      throw new Error("no");
    });
    await expect(refused).rejects.toThrow("no");
    expect(await counted(read)).toEqual([{ last_number: 1 }]);
  });

  test("statements of one transaction that are started together are one round trip, with its beginning", async () => {
    const { write } = await createTestDatabase();
    await count(write, "A").execute();
    const trips = await queryDepth(write, () =>
      beside(write, async (trx) => {
        await sendWithNext(trx, count(trx, "A"));
        const [rows, others] = await Promise.all([counted(trx), counted(trx)]);
        expect([rows, others]).toEqual([[{ last_number: 2 }], [{ last_number: 2 }]]);
        await sendWithNext(trx, count(trx, "A"));
      }),
    );
    // The second with the commit.
    expect(trips).toBe(2);
    expect(await queryDepth(write, () => count(write, "A").execute())).toBe(1);
    expect(await queryDepth(write, () => beside(write, async () => {}))).toBe(0);
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

  test("statements of a transaction that do not wait for each other are sent without waiting for answers", async () => {
    const one = await createTestDatabase();
    const network = await networkTo(one.file);
    const far = openDatabase(network.url);
    const lock = (db: Db) => sql`select pg_advisory_xact_lock(36)`.execute(db);
    await far.write.transaction().execute(async (trx) => {
      let sent: Promise<unknown> | undefined;
      await one.read.transaction().execute(async (other) => {
        await lock(other);
        sent = together([lock(trx), sql`select 'the second'`.execute(trx)]);
        await expect.poll(() => network.hasSent("the second")).toBe(true);
      });
      await sent;
    });
    await far.close();
    network.close();
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
