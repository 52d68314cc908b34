import { expect, test } from "vitest";
import { catalogueBook } from "~/test/factories-catalogue";
import { isOnPostgres } from "~/test/postgres";
import { guestBrowser, ownShop } from "~/test/shop";

const TOKEN = "a-token-for-metrics";
/** A file of this size has a thread that reads (db/shop-database.server.ts). */
const LARGE_BYTES = 70_000_000;

const shop = ownShop({ METRICS_TOKEN: TOKEN });

test.skipIf(isOnPostgres)(
  "a shop with a large file searches in a thread, and finds what has just changed",
  async () => {
    const { write, executeScript } = shop.db;
    await executeScript(`create table padding (bytes blob);
    insert into padding values (zeroblob(${LARGE_BYTES}))`);
    const guest = guestBrowser(shop);
    const page = async (path: string) => (await guest.get(path)).text();
    const readApart = async () => {
      const headers = { Authorization: `Bearer ${TOKEN}` };
      const metrics = await (await fetch(`${shop.origin}/metrics`, { headers })).text();
      return Number(/^kitab_slow_reads_total (\d+)$/m.exec(metrics)![1]);
    };
    const id = await catalogueBook(write, { title: "The Cartographer" });
    expect(await page("/books?q=cartographer")).toContain("The Cartographer");
    expect(await readApart()).toBeGreaterThan(0);
    await write.updateTable("books").set({ title: "The Printer" }).where("id", "=", id).execute();
    expect(await page("/books?q=cartographer")).toContain("0 books found");
    expect(await page("/books?q=printer")).toContain("The Printer");
    expect(await page(`/books/${id}`)).toContain("The Printer");
    expect(shop.output()).not.toContain("Warning");
  },
);
