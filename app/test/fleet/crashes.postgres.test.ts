import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createBuyers, expectWhole, keepBuying, settle } from "~/test/payments/checkouts";
import { createBook } from "~/test/factories";
import { ownPostgres } from "~/test/databases/own-postgres";
import { isOnPostgres } from "~/test/databases/postgres";
import { startTestShop, type TestShop } from "~/test/shop";

// Fifty rounds: npm run test:crashes
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 3);
const BUYERS = 12;
const STOCK = 10_000;

test.runIf(isOnPostgres)(
  "kill -9 of a process or of PostgreSQL during checkouts neither loses nor duplicates acknowledged orders",
  { timeout: 120_000 + ROUNDS * 30_000 },
  async () => {
    // As a server is that nobody has set up: what it has acknowledged is on the disk.
    const server = await ownPostgres({});
    onTestFinished(() => server.stop());
    const dataDir = mkdtempSync(path.join(tmpdir(), "kitab-crashes-"));
    const start = () => startTestShop({ DATABASE_URL: server.url }, dataDir);
    const shops = [await start(), await start()];
    const book = await createBook(shops[0]!.db.write, { stock: STOCK });
    const buyers = await createBuyers(shops[0]!, BUYERS);
    const acknowledged: number[] = [];

    for (let round = 0; round < ROUNDS; round += 1) {
      const stopping = new AbortController();
      const buying = buyers.map((buyer, index) =>
        keepBuying(shops[index % 2]!, { buyer, book }, acknowledged, stopping.signal),
      );
      const work = Promise.allSettled(buying);
      // During other checkouts, once at least one of this round was acknowledged.
      const before = acknowledged.length;
      await Promise.race([
        expect.poll(() => acknowledged.length).toBeGreaterThan(before),
        // Nobody has killed anything yet.
        Promise.all(buying),
      ]);
      await sleep((round % 5) * 90);
      const victim = round % 3;
      if (victim < 2) {
        await shops[victim]!.stop("SIGKILL");
        await shops[victim]!.db.close();
        shops[victim] = await start();
      } else {
        await server.kill();
        await server.start();
      }
      stopping.abort();
      await work;
      for (const shop of shops) await expect.poll(() => isWell(shop)).toBe(true);
    }

    const [shop] = shops as [TestShop];
    await settle(shop);
    await expectWhole(shop, { acknowledged, book, stock: STOCK });
    process.stdout.write(`${ROUNDS} crashes, ${acknowledged.length} acknowledged orders\n`);
    for (const one of shops) await one.remove();
    rmSync(dataDir, { recursive: true, force: true });
  },
);

const isWell = async ({ origin }: TestShop) =>
  (await fetch(`${origin}/healthz`).catch(() => null))?.status === 200;
