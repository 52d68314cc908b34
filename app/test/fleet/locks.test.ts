import { sql } from "kysely";
import { expect, test } from "vitest";
import { openDatabase } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { onlyOnPostgres } from "~/test/engines";

onlyOnPostgres("what only one process does at a time", () => {
  /** The database of a shop, opened by two processes. */
  async function twoProcesses() {
    const one = await createTestDatabase();
    return { one, other: openDatabase(one.file) };
  }
  const endLocks = (db: Awaited<ReturnType<typeof createTestDatabase>>) =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'kitab locks' and datname = current_database()`.execute(db.read);

  /** Of two keys, unlike the lock of writes. */
  const ofThisDatabase = sql`locktype = 'advisory' and objsubid = 2
    and database = (select oid from pg_database where datname = current_database())`;

  test("a name is refused while anybody has it, and free afterwards", async () => {
    const { one, other } = await twoProcesses();
    const seen = await one.exclusively("mail", async () => [
      await other.exclusively("mail", async () => "both"),
      await one.exclusively("mail", async () => "twice in one process"),
      await other.exclusively("refunds", async () => "another name"),
    ]);
    expect(seen).toEqual([undefined, undefined, "another name"]);
    await expect(one.exclusively("mail", () => Promise.reject(new Error("failed")))).rejects.toThrow(
      "failed",
    );
    expect(await other.exclusively("mail", async () => "free")).toBe("free");
    await other.close();
  });

  test("who loses the connection is told, and others may begin; the next try connects anew", async () => {
    const { one, other } = await twoProcesses();
    let taken: string | undefined;
    await one.exclusively("mail", async (lost) => {
      await endLocks(one);
      await expect.poll(() => lost.aborted).toBe(true);
      taken = await other.exclusively("mail", async () => "taken over");
      // Its work may go on for a moment: this process does not begin it a second time.
      expect(await one.exclusively("mail", async () => "again")).toBeUndefined();
    });
    expect(taken).toBe("taken over");
    expect(await one.exclusively("mail", async () => "anew")).toBe("anew");
    await other.close();
  });

  test("a connection that says nothing any more is as good as lost", async () => {
    const { one, other } = await twoProcesses();
    await one.exclusively("mail", async (lost) => {
      const { rows } = await sql<{ pid: number }>`select pid from pg_locks
        where ${ofThisDatabase} and granted`.execute(one.read);
      const { pid } = rows[0]!;
      process.kill(pid, "SIGSTOP");
      try {
        await expect.poll(() => lost.aborted).toBe(true);
      } finally {
        process.kill(pid, "SIGCONT");
      }
      await expect.poll(() => other.exclusively("mail", async () => "taken over")).toBe("taken over");
    });
    await other.close();
  });

  test("whoever waits for a lock gets it in the order of asking, also after one that vanished", async () => {
    const { one, other } = await twoProcesses();
    const order: string[] = [];
    let end: (() => void) | undefined;
    const first = one.afterOthers("pictures", () => new Promise<void>((resolve) => (end = resolve)));
    await expect.poll(() => end).toBeDefined();
    const waiting = async () => {
      const { rows } = await sql<{ count: number }>`select count(*) as count from pg_locks
        where ${ofThisDatabase} and not granted`.execute(one.read);
      return rows[0]!.count;
    };
    const asked = [];
    for (const [index, db] of [other, one, other].entries()) {
      asked.push(db.afterOthers("pictures", async () => void order.push(`${index}`)));
      await expect.poll(waiting).toBe(index + 1);
    }
    expect(order).toEqual([]);
    end!();
    await Promise.all([first, ...asked]);
    expect(order).toEqual(["0", "1", "2"]);

    const lost = one.afterOthers("pictures", async (signal) => {
      const next = other.afterOthers("pictures", async () => "mine");
      await expect.poll(waiting).toBe(1);
      await sql`select pg_terminate_backend(pid) from pg_locks where ${ofThisDatabase} and granted`.execute(
        one.read,
      );
      await expect.poll(() => signal.aborted).toBe(true);
      return next;
    });
    expect(await lost).toBe("mine");
    await other.close();
  });
});
