import { copyFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Db, openDatabase } from "~/db/database.server";
import { createTestDatabase, migratedFile, withoutSync } from "~/test/database";
import {
  type Act,
  fillSmallShop,
  lookAt,
  openAtGateway,
  prepare,
  type SmallShop,
  type Step,
  stepsAbout,
} from "~/test/small-shop";

/*
 * Several people do something at once, each on a connection of their own. The model is the same shop on SQLite, where they do
 * it one after the other: in one of all orders it must answer everybody the same, and look the same afterwards.
 */

/** A longer run: AT_ONCE_RUNS=200 npm run test:postgres app/test/fleet/at-once.test.ts. A run that failed: AT_ONCE_SEED=… */
const RUNS = Number(process.env.AT_ONCE_RUNS ?? 2);
const SEED = process.env.AT_ONCE_SEED;
const MOST_AT_ONCE = 3;
const START = new Date("2026-11-21T06:00:00.000Z").getTime();
const ROUND_MS = 17 * 60_000;

const rounds = fc.array(
  fc
    .record({ who: fc.nat(1), last: fc.constantFrom(0, 0, 1), book: fc.nat(2) })
    .chain((about) => fc.array(stepsAbout(about), { minLength: 2, maxLength: MOST_AT_ONCE })),
  { minLength: 10, maxLength: 20 },
);

test(
  "people who do something at once have and see what they would one after the other",
  { timeout: 60_000 + RUNS * 30_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(rounds, async (all) => {
        const shop = await openTwice();
        for (const [at, steps] of all.entries()) await shop.round(steps, new Date(START + at * ROUND_MS));
        await shop.close();
      }),
      // What happens at once happens otherwise the next time: there is nothing to look for in smaller runs.
      { numRuns: RUNS, endOnFailure: true, ...(SEED && { seed: Number(SEED) }) },
    );
  },
);

/** A shop on the engine of the tests, and its model. */
async function openTwice() {
  const folder = mkdtempSync(path.join(tmpdir(), "kitab-at-once-"));
  const db = await createTestDatabase();
  const others = Array.from({ length: MOST_AT_ONCE - 1 }, () => openDatabase(db.file));
  const actors = [db, ...others];
  const names = await fillSmallShop(db.write, new Date(START));
  let model = path.join(folder, "0.db");
  copyFileSync(await migratedFile(), model);
  const modelNames = await onFile(model, (write) => fillSmallShop(write, new Date(START)));
  let copies = 0;

  /** @returns what each step answers, and how the shop looks afterwards */
  async function act(names: SmallShop, steps: Step[], now: Date, handles: Db[], order: number[] | "at once") {
    const acts: (Act | null)[] = [];
    for (const one of steps) acts.push(await prepare(handles[0]!, names, one, now));
    const answers: unknown[] = [];
    const run = async (at: number) => void (answers[at] = (await acts[at]?.(handles[at]!)) ?? null);
    if (order === "at once") await Promise.all(acts.map((_, at) => run(at)));
    else for (const at of order) await run(at);
    await openAtGateway(handles[0]!, names);
    return { answers, shop: await lookAt(handles[0]!, names) };
  }

  return {
    async round(steps: Step[], now: Date) {
      const found = await act(
        names,
        steps,
        now,
        actors.map(({ write }) => write),
        "at once",
      );
      const modelled = [];
      for (const order of orders(steps.length)) {
        const copy = path.join(folder, `${++copies}.db`);
        copyFileSync(model, copy);
        const one = await onFile(copy, (write) =>
          act(
            modelNames,
            steps,
            now,
            steps.map(() => write),
            order,
          ),
        );
        if (isDeepStrictEqual(one, found)) {
          model = copy;
          return;
        }
        modelled.push(one);
      }
      const order = orders(steps.length);
      const likest = modelled.find(({ answers }) => isDeepStrictEqual(answers, found.answers)) ?? modelled[0];
      expect(found, `${JSON.stringify(steps)} at once, beside one of ${order.length} orders`).toEqual(likest);
    },
    close: () => Promise.all(others.map((other) => other.close())),
  };
}

async function onFile<T>(file: string, work: (write: Db) => Promise<T>): Promise<T> {
  const db = openDatabase(file);
  withoutSync(db);
  return work(db.write).finally(() => db.close());
}

/** All orders of so many. */
function orders(count: number): number[][] {
  if (count === 0) return [[]];
  return orders(count - 1).flatMap((before) =>
    Array.from({ length: count }, (_, at) => [...before.slice(0, at), count - 1, ...before.slice(at)]),
  );
}
