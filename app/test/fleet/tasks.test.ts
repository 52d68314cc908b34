import { setTimeout as sleep } from "node:timers/promises";
import { CompiledQuery } from "kysely";
import { expect, test } from "vitest";
import { openDatabase } from "~/db/database.server";
import { wake } from "~/platform/wake.server";
import { startWorker } from "~/platform/worker.server";
import { createTestDatabase } from "~/test/database";
import { onlyOnPostgres } from "~/test/engines";

const END_LOCKS = CompiledQuery.raw(
  "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kitab locks' and datname = current_database()",
);

onlyOnPostgres("background tasks of two processes", () => {
  test("no round runs beside another, and one that was woken runs after that of the other process", async () => {
    const one = await createTestDatabase();
    const other = openDatabase(one.file);
    const rounds: string[] = [];
    let atOnce = 0;
    let most = 0;
    const process = (name: string) => ({
      name: "mail" as const,
      everyMs: 3_600_000,
      async run() {
        most = Math.max(most, (atOnce += 1));
        rounds.push(name);
        await sleep(1500);
        atOnce -= 1;
        return 0;
      },
    });
    const stops = [startWorker([process("one")], one), startWorker([process("other")], other)];
    await expect.poll(() => rounds.length).toBe(1);
    // Both hear of it, as when each process has rows of its own: the one that is busy looks again itself.
    wake("mail");
    await expect.poll(() => new Set(rounds).size).toBe(2);
    expect(most).toBe(1);
    await Promise.all(stops.map((stop) => stop()));
    await other.close();
  });

  test("a round that has lost its lock is told to stop", async () => {
    const one = await createTestDatabase();
    let told = false;
    const run = (stopping: AbortSignal) =>
      new Promise<number>((resolve) => {
        stopping.addEventListener("abort", () => {
          told = true;
          resolve(0);
        });
        void one.write.executeQuery(END_LOCKS);
      });
    const stop = startWorker([{ name: "mail", everyMs: 3_600_000, run }], one);
    await expect.poll(() => told).toBe(true);
    await stop();
  });
});
