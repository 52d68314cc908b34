import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { catalogueBook } from "~/test/factories-catalogue";
import { createStaff } from "~/test/factories";
import { csvFile } from "~/test/files/import-files";
import { importMappingSchema } from "../mapping";
import { importById, importNames, importRows, mappingFor } from "./import-runs.server";
import { createImport } from "./create-import.server";
import { planRun } from "./import-steps.server";
import { runImports } from "./run-imports.server";

// What a check finds about a file as a whole.

const shop = await createTestDatabase();
const { read, write } = shop;
const dir = mkdtempSync(path.join(tmpdir(), "kitab-found-"));
const staff = { id: await createStaff(write), name: "Asha Rao" };

beforeEach(async () => {
  for (const table of ["bulk_changes", "books", "authors", "tags", "publishers", "languages"] as const)
    await write.deleteFrom(table).execute();
});

async function checked(rows: Record<string, string>[], mapping: object = {}) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const created = await createImport(write, { path: csvFile(columns, rows), fileName: "a.csv", staff, dir });
  if (!created.ok) throw new Error(created.message);
  const given = { mode: "add_and_change" as const, mapping: importMappingSchema.parse(mapping) };
  expect(await planRun(write, created.id, given)).toEqual({ ok: true });
  while ((await runImports(shop, { dir, stopping: new AbortController().signal })) > 0);
  const run = (await importById(read, created.id))!;
  return { run, columns, rows: (await importRows(read, run.id, { page: 1 })).rows };
}

const BOOK = { Brief: "A book.", Price: "250", Publisher: "Saar Books", Language: "Hindi", Tags: "Novel" };
const by = (...authors: string[]) =>
  authors.map((Author, index) => ({ Title: `Title ${index}`, Author, ...BOOK }));
const authorsOf = ({ rows }: Awaited<ReturnType<typeof checked>>) =>
  rows.map(({ changes }) => changes.find(({ field }) => field === "Authors")?.after ?? null);

test("people are counted split and whole, with the choice remembered for the next file", async () => {
  const rows = by("Asha Rao and Ila Sen", "Asha Rao, Neil Das", "Ila Sen & Neil Das", "Neil Das");
  const first = await checked(rows);
  expect(first.run.found.columns).toMatchObject([
    { heading: "Author", kind: "lists", way: "split", whole: 4, split: 3 },
  ]);
  const { missing } = await importNames(read, first.run.id);
  expect(missing).toContainEqual({ kind: "author", count: 3, names: ["Asha Rao", "Ila Sen", "Neil Das"] });
  const whole = await checked(rows, { readings: { Author: { lists: "whole" } }, answers: { twins: "add" } });
  expect(authorsOf(whole)).toEqual(rows.map(({ Author }) => [Author]));
  expect(await mappingFor(read, whole.columns)).toMatchObject({
    readings: { Author: { lists: "whole" } },
    answers: {},
  });
});

test("a name that the shop has is one, and one with the surname in front is the same person", async () => {
  await catalogueBook(write, {
    title: "One",
    authors: ["Tagore & Sons", "R. K. Menon"],
    tags: ["Poems/Songs"],
  });
  const rows = by("Tagore & Sons", "Menon, R. K.", "Asha Rao & Ila Sen").map((row) => ({
    ...row,
    Tags: "Poems/Songs",
  }));
  const report = await checked(rows);
  expect(authorsOf(report)).toEqual([["Tagore & Sons"], ["R. K. Menon"], ["Asha Rao", "Ila Sen"]]);
  const { missing } = await importNames(read, report.run.id);
  expect(missing.map(({ kind, names }) => [kind, names])).toEqual(
    expect.arrayContaining([["author", ["Asha Rao", "Ila Sen"]]]),
  );
  expect(missing.some(({ kind }) => kind === "tag")).toBe(false);
});

test("surnames stand in front where the whole column is so; else it is asked", async () => {
  expect(authorsOf(await checked(by("Tagore, Rabindranath", "Menon, R. K.")))).toEqual([
    ["Rabindranath Tagore"],
    ["R. K. Menon"],
  ]);
  const mixed = by("Tagore, Rabindranath", "Asha Rao");
  expect((await checked(mixed)).rows.map(({ outcome }) => outcome)).toEqual(["refused", "added"]);
  const readings = { Author: { lists: "inverted" } };
  expect(authorsOf(await checked(mixed, { readings }))).toEqual([["Rabindranath Tagore"], ["Asha Rao"]]);
});

test("a wrong number in rows of different books is no ISBN", async () => {
  const rows = by("Asha Rao", "Ila Sen").map((row) => ({ ...row, ISBN: "1234567890123" }));
  const report = await checked(rows);
  expect(report.rows.map(({ outcome, warnings }) => [outcome, warnings.length])).toEqual([
    ["added", 1],
    ["added", 1],
  ]);
  expect(report.rows[0]!.changes.some(({ field }) => field === "ISBN")).toBe(false);
});

test("units: asked, and then as staff say", async () => {
  const rows = by("Asha Rao", "Ila Sen").map((row, index) => ({ ...row, Weight: ["0.35", "1,2"][index]! }));
  const weights = ({ rows: report }: Awaited<ReturnType<typeof checked>>) =>
    report.map(({ changes }) => changes.find(({ field }) => field.startsWith("Weight"))?.after ?? null);
  const asked = await checked(rows);
  expect(asked.run.found.columns).toMatchObject([{ heading: "Weight", kind: "unit", way: "open" }]);
  expect(weights(asked)).toEqual([null, null]);
  expect(weights(await checked(rows, { readings: { Weight: { unit: "kg" } } }))).toEqual([350, 1200]);
});

test("a discount becomes a sale price, to the nearest rupee", async () => {
  const discounts = { "10%": "₹225.00", "15": "₹213.00", "0": null, "": null, "0.1": null, many: null };
  const rows = by(...Object.keys(discounts).map((_, index) => `Author ${"ABCDEF"[index]}`));
  const report = await checked(
    rows.map((row, index) => ({ ...row, "Discount %": Object.keys(discounts).sort()[index]! })),
  );
  const sales = report.rows.map(({ changes, warnings }) => [
    changes.find(({ field }) => field === "Sale Price")?.after ?? null,
    warnings.length,
  ]);
  const expected = Object.keys(discounts)
    .sort()
    .map((key) => [discounts[key as "15"], key === "0.1" || key === "many" ? 1 : 0]);
  expect(sales).toEqual(expected);
});

test("columns that the owner added to another shop's export are asked about too", async () => {
  const heading = "Author (product.metafields.custom.author)";
  const rows = ["Tagore, Rabindranath", "Asha Rao"].map((author, index) => ({
    Handle: `h${index}`,
    Title: `Title ${index}`,
    "Body (HTML)": "A book.",
    Vendor: "Saar Books",
    Tags: "Novel",
    "Variant SKU": `S${index}`,
    "Variant Price": "250",
    "Language (product.metafields.custom.language)": "Hindi",
    [heading]: author,
  }));
  const asked = await checked(rows);
  expect(asked.run.format).toBe("shopify");
  expect(asked.run.found.columns).toMatchObject([{ heading, kind: "lists", way: "open" }]);
  const told = await checked(rows, { readings: { [heading]: { lists: "inverted" } } });
  expect(authorsOf(told)).toEqual([["Rabindranath Tagore"], ["Asha Rao"]]);
});
