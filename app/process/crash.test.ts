import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import SQLite from "better-sqlite3";
import { expect, test } from "vitest";
import { createBuyers, expectWhole, keepBuying, settle } from "~/test/payments/checkouts";
import { createBook } from "~/test/factories";
import { isOnPostgres } from "~/test/databases/postgres";
import { startTestShop } from "~/test/shop";

const ROUNDS = 3;
const BUYERS = 12;
const STOCK = 1000;

test(
  "kill -9 during checkouts neither loses nor duplicates acknowledged orders",
  { timeout: 180_000 },
  async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), "kitab-crash-"));
    let shop = await startTestShop({}, dataDir);
    const book = await createBook(shop.db.write, { stock: STOCK });
    const buyers = await createBuyers(shop, BUYERS);
    const acknowledged: number[] = [];

    for (let round = 0; round < ROUNDS; round += 1) {
      const work = Promise.allSettled(buyers.map((buyer) => keepBuying(shop, { buyer, book }, acknowledged)));
      // Kill the shop during other checkouts, once at least one of this round was acknowledged.
      const before = acknowledged.length;
      const until = Date.now() + 10_000;
      while (acknowledged.length === before && Date.now() < until) await sleep(5);
      await sleep(round * 120);
      await shop.stop("SIGKILL");
      await work; // each fails when its connection breaks
      await shop.db.close();
      shop = await startTestShop({}, dataDir);
    }

    await settle(shop);
    await expectWhole(shop, { acknowledged, book, stock: STOCK });

    await shop.stop();
    await shop.remove();
    if (!isOnPostgres) {
      const file = new SQLite(path.join(dataDir, "kitab.db"));
      expect(file.pragma("integrity_check", { simple: true })).toBe("ok");
      expect(file.pragma("foreign_key_check")).toEqual([]);
      file.close();
    }
    rmSync(dataDir, { recursive: true, force: true });
  },
);
