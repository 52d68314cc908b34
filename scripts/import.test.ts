import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { importById, listImports } from "~/domain/book-files/runs/import-runs.server";
import { csvFile, uploadedFile } from "~/test/files/import-files";
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

test("names what was left out, row by row, twenty of them", async () => {
  const many = rows(24).map((row, index) => ({ ...row, SKU: `H${index}`, ISBN: "9.78814E+12" }));
  const { code, out } = await run(csvFile([...COLUMNS, "ISBN"], many), "--dry-run");
  expect(code).toBe(0);
  expect(out).toMatch(/^Row 2, "Book 0": ISBN: .*cut its digits/m);
  expect(out.match(/^Row \d+, .*cut its digits/gm)).toHaveLength(20);
  expect(out).toContain("… and hints on 4 more rows.");
});

test("says how the table was read, and takes sheet, row of the headings and default values", async () => {
  const list = uploadedFile("Neem Tree Press\nवस्तु|दाम|Title|Author\n1|2|Godan|Premchand\n");
  const lacking = ["--default", "Publisher=Neem", "--default", "language = Hindi", "--default", "Tags=Novel"];
  const found = await run(list, "--dry-run", ...lacking, "--default", "Brief=b", "--default", "MRP=9");
  expect(found.out).toContain("Read: cells separated by vertical bars (|), headings in row 2.");
  expect(found).toMatchObject({ code: 0, out: expect.stringContaining("1 rows: 1 added") });
  const wrong = await run(list, "--dry-run", "--heading-row", "1");
  expect(wrong).toMatchObject({ code: 1, out: expect.stringContaining("No column is known to hold") });
  expect((await run(list, "--sheet", "Books")).out).toContain("A CSV file has no sheets");
  expect((await run(list, "--default", "Colour=red")).out).toContain("no column called Colour");
  expect(await run(list, "--heading-row", "first")).toMatchObject({ code: 2 });
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

test("the command prints what the check asks, and takes the answers as options", async () => {
  const row = {
    Contributors: "Asha Rao",
    Brief: "A book.",
    Tags: "Novel",
    Publisher: "Neem",
    Language: "Hindi",
  };
  const file = csvFile(
    ["Title", "Price", ...Object.keys(row)],
    [
      { ...row, Title: "Asked one", Price: "1.299" },
      { ...row, Title: "Asked two", Price: "99.50" },
    ],
  );
  const asked = await run(file, "--dry-run");
  expect(asked.code).toBe(1);
  expect(asked.out).toContain('--read "Price: decimal=comma"');
  const answered = await run(file, "--dry-run", "--read", "Price: decimal=comma");
  expect(answered).toMatchObject({ code: 0, out: expect.stringContaining("2 added") });
  for (const wrong of [
    ["--read", "Cost: decimal=comma"],
    ["--read", "Price: sign=comma"],
    ["--answer", "twin=same"],
  ])
    expect((await run(file, "--dry-run", ...wrong)).code).toBe(1);
});
