import { existsSync, mkdtempSync, readdirSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { countTextMatches } from "~/db/search/full-text.server";
import { word } from "~/db/search/text-search";
import { createTestDatabase } from "~/test/database";
import { catalogueBook, FULL_BOOK } from "~/test/factories-catalogue";
import { createStaff } from "~/test/factories";
import { csvFile, uploadedFile } from "~/test/files/import-files";
import { createEndpoint, storedDeliveries } from "~/test/servers/webhook-endpoints";
import { runWithStops } from "~/test/files/import-stops";
import { listAudit } from "~/domain/kit/audit/audit-log.server";
import { parseAuditSearch } from "~/domain/kit/audit/audit-search";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { ALL_RIGHTS } from "~/domain/kit/rights/rights";
import { bookChangedJson } from "~/domain/catalogue/books/record/book-events.json";
import { updateBook } from "~/domain/catalogue/books/record/save-book.server";
import { findEditableBook, findEditableBooks } from "~/domain/catalogue/books/staff/staff-books.server";
import { fieldsOf, historyOf, ownNames } from "~/domain/catalogue/books/book";
import { importMappingSchema } from "../mapping";
import type { ImportMode, PlannedBook } from "../plan/plan";
import { importById, importNames, importRows, listImports, mappingFor } from "./import-runs.server";
import { createImport } from "./create-import.server";
import { cancelImport, deleteImport, planRun, requestImport, undoImport } from "./import-steps.server";
import { sweepReports } from "./old-reports.server";
import { refusedRows } from "./refused-rows.server";
import { runImports } from "./run-imports.server";
import { writePlanned } from "./write-planned.server";
import { advance, holderName, Stopped, claimRun } from "./batches.server";

const shop = await createTestDatabase();
const { read, write } = shop;
const dir = mkdtempSync(path.join(tmpdir(), "kitab-imports-"));
const staff = { id: await createStaff(write), name: "Asha Rao" };
const COLUMNS = ["ISBN", "Title", "Contributors", "Brief", "Price", "Stock", "Tags", "Publisher", "Language"];
let gora = 0;

beforeEach(async () => {
  for (const table of ["bulk_changes", "books", "authors", "tags", "publishers", "languages"] as const)
    await write.deleteFrom(table).execute();
  gora = await catalogueBook(write, { ...FULL_BOOK, isbn13: "9780306406157", stock: 4 });
});

/** Runs what is asked for; by default until nothing is left to do. */
const run = async (stopping = new AbortController().signal, holder?: string) => {
  while ((await runImports(shop, { dir, stopping, ...(holder && { holder }) })) > 0 && !stopping.aborted);
};

async function upload(rows: Record<string, string>[], fileName = "books.csv") {
  const created = await createImport(write, { path: csvFile(COLUMNS, rows), fileName, staff, dir });
  if (!created.ok) throw new Error(created.message);
  return created.id;
}

const OPTIONS = { mode: "add_and_change" as ImportMode, mapping: importMappingSchema.parse({}) };

/** @returns the id of a checked import */
async function checked(rows: Record<string, string>[], options = OPTIONS) {
  const id = await upload(rows);
  expect(await planRun(write, id, options)).toEqual({ ok: true });
  await run();
  return id;
}

async function imported(rows: Record<string, string>[]) {
  const id = await checked(rows);
  expect(await requestImport(write, id, staff)).toEqual({ ok: true });
  await run();
  return id;
}

const NOVEL = {
  Title: "Godan",
  Contributors: "Premchand; Gordon C. Roadarmel (Translator)",
  Brief: "A cow.",
  Price: "350",
  Stock: "5",
  Tags: "Novel; Village",
  Publisher: "Saraswati",
  Language: "Hindi",
};
const novels = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...NOVEL,
    Title: `Novel ${index}`,
    ISBN: `97881${String(index + 1).padStart(7, "0")}0`,
  }));
const GORA = { ISBN: "9780306406157", Price: "320", Stock: "9" };

const titles = async () =>
  (await read.selectFrom("books").select("title").orderBy("id").execute()).map(({ title }) => title);

test("a file is checked, imported and undone", async () => {
  const id = await checked([{ ...NOVEL, ISBN: "9788126415885" }, GORA, { ISBN: "9788126415886" }, {}]);
  const report = await importById(read, id);
  expect(report).toMatchObject({
    status: "planned",
    fileName: "books.csv",
    who: "Asha Rao",
    counts: { rows: 3, added: 1, changed: 1, unchanged: 0, refused: 1 },
    can: { plan: true, import: true, cancel: false, undo: false, delete: true },
  });
  expect(await titles()).toEqual(["Gora"]);
  const { rows } = await importRows(read, id, { page: 1 });
  expect(rows.map(({ row, outcome, bookId }) => [row, outcome, bookId])).toEqual([
    [2, "added", null],
    [3, "changed", gora],
    [4, "refused", null],
  ]);
  expect(rows[1]!.changes).toEqual([
    { field: "Price", before: "₹300.00", after: "₹320.00" },
    { field: "Stock", before: 4, after: 9 },
  ]);
  expect((await importRows(read, id, { page: 1, outcome: "refused" })).rows[0]!.problems).not.toEqual([]);
  expect((await importNames(read, id)).missing).toEqual(
    expect.arrayContaining([{ kind: "author", count: 2, names: ["Premchand", "Gordon C. Roadarmel"] }]),
  );

  expect(await requestImport(write, id, staff)).toEqual({ ok: true });
  await run();
  expect(await importById(read, id)).toMatchObject({
    status: "imported",
    written: 2,
    namesCreated: 5,
    progress: { done: 3, total: 3 },
    can: { plan: false, import: false, undo: true, delete: false },
  });
  const [, godan] = await read.selectFrom("books").select("id").orderBy("id").execute();
  const book = await findEditableBook(read, godan!.id);
  expect(book).toMatchObject({
    title: "Godan",
    price: 35_000,
    stock: 5,
    publisher: { name: "Saraswati" },
    tags: [{ name: "Novel" }, { name: "Village" }],
    contributors: [
      { name: "Premchand", role: "A01" },
      { name: "Gordon C. Roadarmel", role: "B06" },
    ],
  });
  expect(await readAudit(read, "book", godan!.id)).toMatchObject([{ action: "added" }]);
  expect(await readAudit(read, "book", gora)).toMatchObject([
    { action: "updated", changes: [{ field: "Price" }, { field: "Stock", before: 4, after: 9 }] },
  ]);
  expect(await importRows(read, id, { page: 1, state: "written" })).toMatchObject({ count: 2 });

  expect(await undoImport(write, id, staff)).toEqual({ ok: true });
  await run();
  expect(await importById(read, id)).toMatchObject({ status: "undone", undone: 2, notUndone: 0 });
  expect(await titles()).toEqual(["Gora"]);
  expect(await findEditableBook(read, gora)).toMatchObject({ price: 30_000, stock: 4, version: 3 });
  expect((await readAudit(read, "import", id)).map(({ action }) => action)).toEqual([
    "undid",
    "began to undo",
    "finished",
    "started",
  ]);
  expect(await read.selectFrom("authors").select("name").orderBy("name").execute()).toEqual([
    { name: "Rabindranath Tagore" },
    { name: "W. W. Pearson" },
  ]);
  // The id of a deleted book is not given to another one, which would get its history.
  const again = await imported([{ ...NOVEL, ISBN: "9788126415885" }]);
  const { rows: added } = await importRows(read, again, { page: 1 });
  expect(added[0]!.bookId).toBeGreaterThan(godan!.id);
  expect((await listImports(read, { page: 1 })).rows.map((one) => one.id)).toEqual([again, id]);
});

test("books are found by what an import wrote, and by what they had before when it is undone", async () => {
  const found = (text: string) => countTextMatches(read, "books", word(text, ["title", "names", "other"]));
  const words = async () => Promise.all(["gora", "tagore", "swadesh", "godan", "roadarmel"].map(found));
  expect(await words()).toEqual([1, 1, 0, 0, 0]);
  const changed = { ISBN: GORA.ISBN, Title: "Swadesh", Tags: "Village" };
  const id = await imported([changed, { ...NOVEL, ISBN: "9788126415885" }]);
  expect(await words()).toEqual([0, 1, 1, 1, 1]);
  expect(await found("village")).toBe(2);
  expect(await read.selectFrom("search_queue").selectAll().execute()).toEqual([]);
  await undoImport(write, id, staff);
  await run();
  expect(await words()).toEqual([1, 1, 0, 0, 0]);
  expect(await found("village")).toBe(0);
});

test("a stop between any two batches neither loses nor doubles a row", async () => {
  // More than two batches have. Nothing identifies these books: imported twice, they would be there twice.
  const nameless = novels(250).map((row) => ({ ...row, ISBN: "" }));
  const id = await checked([...nameless, GORA]);
  await requestImport(write, id, staff);
  expect(await runWithStops(read, id, run)).toBeGreaterThan(2);
  expect(await titles()).toEqual(["Gora", ...novels(250).map(({ Title }) => Title)]);
  expect(await importById(read, id)).toMatchObject({ written: 251, namesCreated: 5 });
  const { count } = await read
    .selectFrom("audit_entries")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("subject", "=", "book")
    .where("happened_at", ">=", (await importById(read, id))!.startedAt!)
    .executeTakeFirstOrThrow();
  expect(count).toBe(251);
  // In the log they are one entry, and those of the undoing another one.
  await undoImport(write, id, staff);
  await run();
  const { entries } = await listAudit(read, parseAuditSearch(new URLSearchParams("size=5")), ALL_RIGHTS);
  expect(entries.map(({ subject, action }) => [subject, action])).toMatchObject([
    ["import", "undid"],
    ["import", "began to undo"],
    ["import", "finished"],
    ["import", "started"],
    [expect.any(String), expect.any(String)],
  ]);
  expect(entries[3]!.parts).toBeGreaterThanOrEqual(251);
  expect(entries[1]!.parts).toBeGreaterThanOrEqual(251);
});

test("what was cancelled stays, goes on when asked for, and can be undone", async () => {
  const id = await checked(novels(250));
  await requestImport(write, id, staff);
  const running = run();
  while ((await importById(read, id))!.progress.done === 0)
    await new Promise((resolve) => setImmediate(resolve));
  expect(await cancelImport(write, id, staff)).toEqual({ ok: true });
  await running;
  const cancelled = (await importById(read, id))!;
  expect(cancelled).toMatchObject({ status: "cancelled", can: { import: true, undo: true, cancel: false } });
  expect(cancelled.written).toBeGreaterThan(0);
  expect(await titles()).toHaveLength(cancelled.written + 1);
  expect((await cancelImport(write, id, staff)).ok).toBe(false);

  expect(await requestImport(write, id, staff)).toEqual({ ok: true });
  await run();
  expect(await importById(read, id)).toMatchObject({ status: "imported", written: 250 });
  expect(await titles()).toEqual(["Gora", ...novels(250).map(({ Title }) => Title)]);

  const replan = await upload(novels(400));
  await planRun(write, replan, OPTIONS);
  const planning = run();
  while ((await importById(read, replan))!.progress.done === 0)
    await new Promise((resolve) => setImmediate(resolve));
  await cancelImport(write, replan, staff);
  await planning;
  expect(await importById(read, replan)).toMatchObject({
    status: "cancelled",
    hasReport: false,
    can: { plan: true, import: false, delete: true },
  });
  expect(await deleteImport(write, replan, { dir })).toEqual({ ok: true });
  expect(await importById(read, replan)).toBeNull();
});

test("what happened since the report counts: sales, edits, new books, and refusals", async () => {
  const rows = [
    { ISBN: "9780306406157", Price: "320" },
    { ...NOVEL, ISBN: "9788126415885" },
    { ...NOVEL, ISBN: "9788126415886", Title: "Nirmala" },
    { ...NOVEL, ISBN: "9788126415885", Title: "The same book" },
  ];
  const id = await checked(rows);
  await write.updateTable("books").set({ stock: 1, sale_price: null }).where("id", "=", gora).execute();
  const nirmala = await catalogueBook(write, { title: "Nirmala", isbn13: "9788126415886", stock: 3 });
  for (const title of ["A twin", "Another"]) await catalogueBook(write, { title, isbn13: "9788126415885" });
  await requestImport(write, id, staff);
  await run();
  const { rows: report } = await importRows(read, id, { page: 1 });
  expect(report.map(({ outcome, state }) => [outcome, state])).toEqual([
    ["changed", "written"],
    ["refused", null],
    ["changed", "written"],
    ["refused", null],
  ]);
  expect(report[1]!.problems[0]!.message).toContain("Several books have this ISBN");
  expect(report[3]!.problems).toEqual([{ column: "", message: "Row 3 is about the same book" }]);
  expect(await findEditableBook(read, gora)).toMatchObject({ price: 32_000, salePrice: null, stock: 1 });
  expect(await findEditableBook(read, nirmala)).toMatchObject({ stock: 5, publisher: { name: "Saraswati" } });
  expect(await importById(read, id)).toMatchObject({
    counts: { added: 0, changed: 2, refused: 2 },
    written: 2,
  });
});

test("undoing leaves what has changed since, and hides what customers have to do with", async () => {
  const id = await imported([...novels(4), GORA]);
  const ids = (await importRows(read, id, { page: 1 })).rows.map(({ bookId }) => bookId!);
  const edited = (await findEditableBook(read, ids[0]!))!;
  await updateBook(write, {
    bookId: edited.id,
    staffId: staff.id,
    fields: { ...fieldsOf(edited), brief: "Two cows." },
    seen: { version: null, stock: null },
  });
  await write.updateTable("books").set({ stock: 4 }).where("id", "in", [ids[1]!, gora]).execute();
  await write
    .insertInto("wishlist_items")
    .values({ account_id: staff.id, book_id: ids[2]!, added_at: "2026-11-23T00:00:00.000Z" })
    .execute();
  const later = await checked(novels(1));
  expect((await importById(read, later))!.can).toMatchObject({ import: true, undo: false });
  await undoImport(write, id, staff);
  await run();
  expect(await importById(read, id)).toMatchObject({ status: "undone", undone: 2, notUndone: 3 });
  const left = await importRows(read, id, { page: 1, state: "left" });
  expect(left.rows.map(({ bookId, leftBecause }) => [bookId, leftBecause])).toEqual([
    [ids[0], "Somebody has changed the book since"],
    [ids[1], "Copies were sold or returned since"],
    [gora, "Copies were sold or returned since"],
  ]);
  expect(await titles()).toEqual(["Gora", "Novel 0", "Novel 1", "Novel 2"]);
  expect(await findEditableBook(read, ids[2]!)).toMatchObject({ hidden: true });
});

test("undoing takes no last author from a book that had none before; the rest of it waits for staff", async () => {
  await write.deleteFrom("book_contributors").where("book_id", "=", gora).execute();
  const id = await imported([{ ...GORA, Contributors: "Rabindranath Tagore" }]);
  await undoImport(write, id, staff);
  await run();
  const [row] = (await importRows(read, id, { page: 1, state: "left" })).rows;
  expect(row).toMatchObject({ bookId: gora, leftBecause: expect.stringContaining("it had no author") });
  const { authors, stock } = (await findEditableBook(read, gora))!;
  expect([authors.map(({ name }) => name), stock]).toEqual([["Rabindranath Tagore"], 9]);
});

test("a file takes no last author: neither by its rows nor by a plan that is wrong", async () => {
  const id = await checked([{ ...GORA, Contributors: "Premchand (Translator)" }]);
  expect((await importRows(read, id, { page: 1 })).rows).toMatchObject([
    { outcome: "refused", problems: [{ message: "At least one author is required" }] },
  ]);
  const known = (await findEditableBook(read, gora))!;
  const fields = { ...fieldsOf(known), authorId: [], contributors: [] };
  const before = historyOf(known, ownNames(known));
  const changes = [{ field: "Authors", before: before.Authors ?? null, after: null }];
  const planned = { known, fields, changes, visible: null } as unknown as PlannedBook;
  const by = { staffId: staff.id };
  await expect(
    write.transaction().execute((trx) => writePlanned(trx, [planned], by, new Date())),
  ).rejects.toThrow("would lose its last author");
  expect((await findEditableBook(read, gora))!.authors).toEqual(known.authors);
});

test("a damaged file, one that is gone, and one for which another process works", async () => {
  const damaged = await upload([...novels(400), { ...NOVEL, Brief: "x".repeat(1_000_001) }]);
  await planRun(write, damaged, OPTIONS);
  await run();
  const failed = (await importById(read, damaged))!;
  expect(failed).toMatchObject({ status: "failed", hasReport: false, can: { plan: true, import: false } });
  expect(failed.problem).toContain("longer than 10,00,000 characters");

  const id = await checked(novels(30));
  await requestImport(write, id, staff);
  const held = { holder: "command", held_until: new Date(Date.now() + 30_000).toISOString() };
  await write.updateTable("bulk_changes").set(held).where("id", "=", id).execute();
  await run();
  expect(await importById(read, id)).toMatchObject({ status: "importing", written: 0 });
  for (const file of readdirSync(dir)) await rm(path.join(dir, file));
  await run(undefined, held.holder);
  expect((await importById(read, id))!).toMatchObject({
    status: "failed",
    problem: expect.stringContaining("gone"),
    can: { import: true },
  });
  expect(await titles()).toEqual(["Gora"]);
});

test("an upload that is no table is refused with a sentence; a mapping is kept for the next file", async () => {
  const refused = await createImport(write, {
    path: uploadedFile("%PDF-1.7"),
    fileName: "list.pdf",
    staff,
    dir,
  });
  expect(refused).toMatchObject({ ok: false, message: expect.stringMatching(/^This is .*\.$/) });
  const mapping = importMappingSchema.parse({ columns: { Brief: null }, defaults: { brief: "A book." } });
  const id = await checked(novels(1), { mode: "add_only", mapping });
  expect((await importById(read, id))!.mode).toBe("add_only");
  expect(await mappingFor(read, COLUMNS)).toEqual(mapping);
  expect(await mappingFor(read, ["ISBN"])).toBeNull();
  const twice = importMappingSchema.parse({ columns: { Brief: "title", Title: "title" } });
  expect(await planRun(write, id, { mode: "add_only", mapping: twice })).toMatchObject({ ok: false });
});

const collect = async (rows: AsyncIterable<Record<string, string>>) => {
  const all = [];
  for await (const row of rows) all.push(row);
  return all;
};

test("refused rows come in the file's own columns with the reason, and can be uploaded again", async () => {
  const id = await checked([...novels(2), { ...NOVEL, ISBN: "9788126415885", Price: "many" }]);
  const refused = (await refusedRows(read, id, dir))!;
  expect(refused.columns.map(({ header }) => header)).toEqual([...COLUMNS, "Why it was refused"]);
  const rows = await collect(refused.rows);
  expect(rows).toMatchObject([{ 0: "9788126415885", 4: "many", why: "Price: Price must be a number" }]);
  const mended = rows.map((row) =>
    Object.fromEntries(refused.columns.map(({ key, header }) => [header, row[key]!])),
  );
  const columns = refused.columns.map(({ header }) => header);
  const file = csvFile(columns, [{ ...mended[0]!, Price: "350" }]);
  const again = await createImport(write, { path: file, fileName: "refused.csv", staff, dir });
  const upload = (await importById(read, again.ok ? again.id : 0))!;
  expect(upload.format).toBe("kitab");
  expect(await mappingFor(read, upload.columns)).toEqual(OPTIONS.mapping);
  await planRun(write, upload.id, OPTIONS);
  await run();
  expect((await importById(read, upload.id))!.counts).toMatchObject({ rows: 1, added: 1 });
});

test("reports and files are removed after 90 days; the history stays", async () => {
  const id = await imported(novels(2));
  const stray = path.join(dir, "stray");
  await writeFile(stray, "");
  const days = (count: number) => new Date(Date.now() + count * 86_400_000);
  expect(await sweepReports(write, dir, days(0.5))).toBe(0);
  expect(existsSync(stray)).toBe(true);
  await sweepReports(write, dir, days(91));
  expect(readdirSync(dir)).toEqual([]);
  expect((await importRows(read, id, { page: 1 })).count).toBe(0);
  expect(await refusedRows(read, id, dir)).toBeNull();
  expect((await listImports(read, { page: 1 })).rows).toMatchObject([
    { status: "imported", written: 2, hasReport: false, can: { undo: false, plan: false, delete: false } },
  ]);
});

test("a process of the shop goes on at once for one that was killed; if that still works, its batch is rolled back", async () => {
  const id = await checked(novels(30));
  await requestImport(write, id, staff);
  const stalled = (await claimRun(write, holderName("stalled")))!;
  await run();
  expect(await importById(read, id)).toMatchObject({ status: "imported", written: 30 });

  const next = await checked(novels(31));
  await requestImport(write, next, staff);
  const taken = (await claimRun(write, holderName("one")))!;
  expect(await claimRun(write, "command 7")).toBeNull();
  expect(await claimRun(write, holderName("other"))).toMatchObject({ id: next });
  const late = (bulk: typeof taken, holder: string) =>
    write.transaction().execute((trx) => advance(trx, bulk, { read, holder: holderName(holder) }, {}));
  await expect(late(taken, "one")).rejects.toThrow(Stopped);
  await expect(late(stalled, "stalled")).rejects.toThrow(Stopped);
  await late(taken, "other");
  await run();
});

test("other servers are told of each book that an import adds, changes or puts back, and of no other", async () => {
  const same = await catalogueBook(write, { ...FULL_BOOK, title: "Left alone", isbn13: "9788172234980" });
  const [kept] = await findEditableBooks(read, [same]);
  await createEndpoint(write, { staffId: staff.id });
  const told = async () => {
    const deliveries = await storedDeliveries(write);
    await write.deleteFrom("webhook_deliveries").execute();
    return deliveries.map(({ type, body }) => {
      const { book } = bookChangedJson.parse(body.data);
      return [type, book.bookId, book.stock];
    });
  };
  const id = await imported([
    { ...NOVEL },
    { ISBN: "9780306406157", Stock: "9" },
    { ISBN: "9788172234980", Stock: String(kept!.stock) },
  ]);
  const added = (await importRows(read, id, { page: 1, outcome: "added" })).rows[0]!.bookId!;
  expect((await told()).sort()).toEqual(
    [
      ["book.changed", gora, 9],
      ["book.changed", added, 5],
    ].sort(),
  );
  expect(await undoImport(write, id, staff)).toEqual({ ok: true });
  await run();
  expect(await told()).toEqual([["book.changed", gora, 4]]);
  await write.deleteFrom("webhook_endpoints").execute();
  await imported([{ ...NOVEL, Title: "Nobody asks" }]);
  expect(await told()).toEqual([]);
});
