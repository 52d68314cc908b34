import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { importById, listImports } from "~/domain/imports/runs/import-runs.server";
import { csvFile } from "~/test/import-files";
import { testShop } from "~/test/shop";

const shop = testShop();

function start(args: string[]): ChildProcess & { ended: Promise<{ code: number | null; out: string }> } {
  const child = spawn(process.execPath, ["scripts/import.mjs", ...args], {
    env: { PATH: process.env.PATH, ...shop.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<{ code: number | null; out: string }>((resolve) => {
    let out = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (out += chunk));
    child.once("close", (code) => resolve({ code, out }));
  });
  return Object.assign(child, { ended });
}
const run = (...args: string[]) => start(args).ended;

const COLUMNS = ["SKU", "Title", "Contributors", "Brief", "Price", "Stock", "Tags", "Publisher", "Language"];
const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    SKU: `S${index}`,
    Title: `Book ${index}`,
    Contributors: `Author ${index % 7}`,
    Brief: "A book.",
    Price: "100",
    Stock: "3",
    Tags: "Novel",
    Publisher: "Neem",
    Language: "Hindi",
  }));

const titles = async () =>
  (await shop.db.read.selectFrom("books").select("title").orderBy("id").execute()).map(({ title }) => title);

test("explains wrong arguments; a dry run shows what would happen and leaves the shop as it is", async () => {
  expect(await run("a.csv", "--mode", "all")).toMatchObject({
    code: 2,
    out: expect.stringContaining("Usage"),
  });
  const refused = path.join(shop.dataDir, "refused.csv");
  const file = csvFile(COLUMNS, [...rows(2), { ...rows(1)[0]!, SKU: "X", Price: "much" }]);
  const dry = await run(file, "--dry-run", "--refused", refused);
  expect(dry).toMatchObject({ code: 1, out: expect.stringContaining("3 rows: 2 added, 0 changed") });
  expect(dry.out).toContain('Row 4, "Book 0": Price: Price must be a number');
  expect(readFileSync(refused, "utf8")).toContain("Why it was refused\nX,Book 0,");
  expect(await titles()).toEqual([]);
  expect((await listImports(shop.db.read, { page: 1 })).count).toBe(0);
});

test("kill -9 in the middle neither loses nor doubles a row: the running shop goes on", async () => {
  const { read, write } = shop.db;
  const command = start([csvFile(COLUMNS, rows(300))]);
  const state = () => read.selectFrom("bulk_changes").select(["id", "status", "written"]).executeTakeFirst();
  while (((await state())?.written ?? 0) === 0) await sleep(5);
  command.kill("SIGKILL");
  await command.ended;
  const killed = (await state())!;
  expect(killed).toMatchObject({ status: "importing" });
  expect(killed.written).toBeLessThan(300);
  expect(await titles()).toHaveLength(killed.written);
  // Half a minute later.
  await write.updateTable("bulk_changes").set({ held_until: "2026-01-01T00:00:00.000Z" }).execute();
  while ((await state())!.status === "importing") await sleep(50);
  expect(await importById(read, killed.id)).toMatchObject({ status: "imported", written: 300 });
  expect(await titles()).toEqual(rows(300).map(({ Title }) => Title));
});
