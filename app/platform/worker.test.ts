import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { startWorker } from "./worker.server";

test("a task that waits for another server delays neither the other tasks nor the shop's closing", async () => {
  let stopping: AbortSignal | undefined;
  let rounds = 0;
  let ranThreeTimes = () => {};
  const threeRounds = new Promise<void>((resolve) => (ranThreeTimes = resolve));
  const stop = startWorker(
    [
      { name: "mail", everyMs: 5, run: (signal) => ((stopping = signal), new Promise(() => {})) },
      { name: "sessions", everyMs: 5, run: async () => ((rounds += 1) === 3 && ranThreeTimes(), 0) },
    ],
    await createTestDatabase(),
    20,
  );
  await threeRounds;
  expect(stopping!.aborted).toBe(false);
  await stop();
  expect(stopping!.aborted).toBe(true);
  const after = rounds;
  await sleep(30);
  expect(rounds).toBe(after);
});
