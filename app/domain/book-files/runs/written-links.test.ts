import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { createStaff } from "~/test/factories";
import { catalogueBook, FULL_BOOK } from "~/test/factories-catalogue";
import { csvFile } from "~/test/files/import-files";
import { queriesOf, scannedBy } from "~/test/databases/queries";
import { runWithStops } from "~/test/files/import-stops";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { MOST_EDITIONS } from "~/domain/catalogue/books/editions";
import { editionsForStaff } from "~/domain/catalogue/editions/editions.server";
import { linkEditions, poolReviews, unlinkEdition } from "~/domain/catalogue/editions/link-editions.server";
import { importMappingSchema } from "../mapping";
import type { ImportMode } from "../plan/plan";
import { awaitedBy } from "./awaited-editions.server";
import { importById, importRows } from "./import-runs.server";
import { createImport } from "./create-import.server";
import { cancelImport, planRun, requestImport, undoImport } from "./import-steps.server";
import { sweepReports } from "./old-reports.server";
import { runImports } from "./run-imports.server";

type Shop = Awaited<ReturnType<typeof createTestDatabase>>;
let shop: Shop;
let [read, write] = [] as unknown as [Shop["read"], Shop["write"]];
const dir = mkdtempSync(path.join(tmpdir(), "kitab-imports-"));
const WHO = "Kamini Iyer";
let staff = { id: 0, name: WHO };
let by = { staffId: 0 };

const [PAPER, HARD, EBOOK, OTHER] = ["9780306406157", "9788171670000", "9780143065838", "9788126415397"];
const COLUMNS = ["ISBN", "Title", "Contributors", "Brief", "Price", "Tags", "Publisher", "Language"];

beforeEach(async () => {
  shop = await createTestDatabase();
  ({ read, write } = shop);
  staff = { id: await createStaff(write), name: WHO };
  by = { staffId: staff.id };
});

type Row = Record<string, string>;

const NOVEL = {
  Title: "Gora",
  Contributors: "Rabindranath Tagore",
  Brief: "A foundling.",
  Price: "300",
  Tags: "Novel",
  Publisher: "Neem Tree Press",
  Language: "Bengali",
};
/** A row of a new book. */
const novel = (isbn: string, ...others: string[]): Row => ({
  ...NOVEL,
  ISBN: isbn,
  "Other formats": others.join("; "),
});
/** A row of a known book that says nothing but its other editions. */
const only = (isbn: string, ...others: string[]): Row => ({ ISBN: isbn, "Other formats": others.join("; ") });
/** Books that have nothing to do with others. */
const strangers = (count: number) =>
  Array.from({ length: count }, (_, index) => novel(`97881${String(index).padStart(8, "0")}`));

const run = async (stopping = new AbortController().signal) => {
  while ((await runImports(shop, { dir, stopping })) > 0 && !stopping.aborted);
};

async function checked(rows: Row[], mode: ImportMode = "add_and_change") {
  const file = csvFile([...COLUMNS, "Other formats"], rows);
  const created = await createImport(write, { path: file, fileName: "books.csv", staff, dir });
  if (!created.ok) throw new Error(created.message);
  const options = { mode, mapping: importMappingSchema.parse({}) };
  expect(await planRun(write, created.id, options)).toEqual({ ok: true });
  await run();
  return created.id;
}

async function imported(rows: Row[]) {
  const id = await checked(rows);
  expect(await requestImport(write, id, staff)).toEqual({ ok: true });
  await run();
  expect(await importById(read, id)).toMatchObject({ status: "imported" });
  return id;
}

async function undone(id: number) {
  expect(await undoImport(write, id, staff)).toEqual({ ok: true });
  await run();
  expect(await importById(read, id)).toMatchObject({ status: "undone" });
  const { rows } = await importRows(read, id, { page: 1 });
  return rows.map(({ state, leftBecause }) => [state, leftBecause]);
}

const shopBook = (isbn13: string | null, fields = {}) =>
  catalogueBook(write, { ...FULL_BOOK, sale_price: null, isbn13, ...fields });
const link = async (bookId: number, otherId: number) =>
  expect(await linkEditions(write, { bookId, otherId, ...by })).toMatchObject({ ok: true });

/** The works of the shop, each by the ISBNs (or ids) of its books. */
async function works() {
  const rows = await read
    .selectFrom("books")
    .select(["id", "isbn13", "work_id"])
    .where("work_id", "is not", null)
    .orderBy("id")
    .execute();
  const lists = new Map<number, typeof rows>();
  for (const row of rows) lists.set(row.work_id!, [...(lists.get(row.work_id!) ?? []), row]);
  const left = await read.selectFrom("works").select("id").execute();
  expect(left.map(({ id }) => id).sort()).toEqual([...lists.keys()].sort());
  return [...lists.values()].map((books) => books.map(({ id, isbn13 }) => isbn13 ?? id));
}

const idOf = async (isbn13: string) =>
  (await read.selectFrom("books").select("id").where("isbn13", "=", isbn13).executeTakeFirstOrThrow()).id;

/** The editions in the history of a book, the newest entry first. */
const history = async (bookId: number) =>
  (await readAudit(read, "book", bookId)).flatMap(({ who, changes }) =>
    changes
      .filter(({ field }) => field === "Other editions")
      .map(({ before, after }) => [who, before, after]),
  );
const outcomes = async (id: number) =>
  (await importRows(read, id, { page: 1 })).rows.map(({ outcome, state }) => [outcome, state]);

const LEFT = "Its other editions have changed since: they stay";

describe("an import links editions", () => {
  test.each([
    ["the first names the second", [novel(PAPER!, HARD!), novel(HARD!)]],
    ["the second names the first", [novel(PAPER!), novel(HARD!, PAPER!)]],
    ["each names the other", [novel(PAPER!, HARD!), novel(HARD!, PAPER!)]],
  ])("of which %s, with their history; the file again changes nothing", async (_, rows) => {
    const id = await imported(rows);
    expect(await works()).toEqual([[PAPER, HARD]]);
    const [paper, hard] = [await idOf(PAPER!), await idOf(HARD!)];
    expect(await history(paper)).toEqual([[WHO, [], [`Gora (${HARD})`]]]);
    expect(await history(hard)).toEqual([[WHO, [], [`Gora (${PAPER})`]]]);
    expect(await importRows(read, id, { page: 1 })).toMatchObject({
      rows: [{ bookId: paper }, { bookId: hard }],
    });
    const again = await checked(rows);
    expect((await importById(read, again))!.counts).toMatchObject({ unchanged: 2 });
    expect(await undone(id)).toEqual([
      ["undone", null],
      ["undone", null],
    ]);
    expect(await read.selectFrom("books").select("id").execute()).toEqual([]);
    expect(await works()).toEqual([]);
    expect(await history(paper)).toEqual([
      [WHO, [`Gora (${HARD})`], []],
      [WHO, [], [`Gora (${HARD})`]],
    ]);
  });

  test("that the shop has: the version stays, hidden ones too, and nobody is taken out of the work", async () => {
    const [paper, hard] = [await shopBook(PAPER!), await shopBook("8171670008", { hidden: 1 })];
    const third = await shopBook(null);
    await link(paper, third);
    const id = await checked([only(PAPER!, "8171670008")]);
    expect(await outcomes(id)).toEqual([["changed", null]]);
    await requestImport(write, id, staff);
    await run();
    expect(await works()).toEqual([[PAPER, "8171670008", third]]);
    const rows = await read.selectFrom("books").select(["version", "hidden"]).orderBy("id").execute();
    expect(rows).toEqual([
      { version: 1, hidden: 0 },
      { version: 1, hidden: 1 },
      { version: 1, hidden: 0 },
    ]);
    expect(await history(hard)).toHaveLength(1);
    expect(await history(paper)).toHaveLength(2);
    expect((await importById(read, id))!.written).toBe(1);
    expect(await undone(id)).toEqual([["undone", null]]);
    expect(await works()).toEqual([[PAPER, third]]);
    expect(await history(hard)).toHaveLength(2);
  });

  test("over many batches, with a stop after each", async () => {
    await shopBook(PAPER!);
    const rows = [
      only(PAPER!, OTHER!),
      novel(HARD!, EBOOK!, OTHER!),
      ...strangers(150),
      novel(EBOOK!),
      ...strangers(300).slice(150),
      novel(OTHER!),
    ];
    const id = await checked(rows);
    await requestImport(write, id, staff);
    expect(await runWithStops(read, id, run)).toBeGreaterThan(2);
    expect(await works()).toEqual([[PAPER, HARD, EBOOK, OTHER]]);
    expect(await history(await idOf(EBOOK!))).toHaveLength(3);
    const [first] = await outcomes(id);
    expect(first).toEqual(["unchanged", null]);
    await undone(id);
    expect(await works()).toEqual([]);
    expect(await read.selectFrom("books").select("isbn13").execute()).toEqual([{ isbn13: PAPER }]);
  });

  test("also when it was cancelled and goes on", async () => {
    const refused = Array.from({ length: 300 }, () => ({ Title: "A row of another batch" }));
    const id = await checked([...refused, novel(PAPER!, HARD!), ...strangers(150), novel(HARD!)]);
    await requestImport(write, id, staff);
    const running = run();
    while ((await importById(read, id))!.progress.done === 0)
      await new Promise((resolve) => setImmediate(resolve));
    expect(await cancelImport(write, id, staff)).toEqual({ ok: true });
    await running;
    expect(await works()).toEqual([]);
    await requestImport(write, id, staff);
    await run();
    expect(await works()).toEqual([[PAPER, HARD]]);
  });

  test("as they are when it is written, whatever the report said", async () => {
    const [paper, hard] = [await shopBook(PAPER!), await shopBook(HARD!)];
    const id = await checked([only(PAPER!, HARD!, EBOOK!), novel(EBOOK!), novel(OTHER!, PAPER!)]);
    expect(await outcomes(id)).toEqual([
      ["changed", null],
      ["added", null],
      ["added", null],
    ]);
    await link(paper, hard);
    for (let count = 3; count < MOST_EDITIONS; count++) await link(paper, await shopBook(null));
    await requestImport(write, id, staff);
    await run();
    expect(await outcomes(id)).toEqual([
      ["unchanged", null],
      ["added", "written"],
      ["added", "written"],
    ]);
    const { rows } = await importRows(read, id, { page: 1 });
    expect(rows[2]!.warnings).toEqual([`Not linked: A work can have at most ${MOST_EDITIONS} editions`]);
    const [all] = await works();
    expect(all).toHaveLength(MOST_EDITIONS);
    expect(all).toContain(EBOOK);
  });

  test("not in the mode for stock and price", async () => {
    await shopBook(PAPER!);
    await shopBook(HARD!);
    const id = await checked([{ ...only(PAPER!, HARD!), Price: "310" }], "stock_and_price");
    await requestImport(write, id, staff);
    await run();
    expect(await works()).toEqual([]);
  });

  test("and keeps what rows wait for as long as its report", async () => {
    const id = await imported([novel(PAPER!, HARD!, "0-14-306583-1"), novel(EBOOK!)]);
    const waiting = () => read.selectFrom("bulk_change_editions").select("isbn").orderBy("isbn").execute();
    expect(await works()).toEqual([[PAPER, EBOOK]]);
    expect(await waiting()).toEqual([{ isbn: EBOOK }, { isbn: HARD }]);
    const queries = await queriesOf(read, async (noting) => (await awaitedBy(noting, id))!(noting, [HARD!]));
    expect(queries).toHaveLength(2);
    for (const query of queries) expect(await scannedBy(read, query)).toEqual([]);
    await sweepReports(write, dir, new Date(Date.now() + 91 * 86_400_000));
    expect(await waiting()).toEqual([]);
    expect((await importById(read, id))!.can.undo).toBe(false);
  });
});

describe("undoing takes back", () => {
  test("what the import linked, and leaves what staff linked before", async () => {
    const [paper, third] = [await shopBook(PAPER!), await shopBook(null)];
    await link(paper, third);
    await shopBook(HARD!);
    const id = await imported([{ ...only(HARD!, PAPER!), Price: "310" }, novel(EBOOK!, HARD!)]);
    expect(await works()).toEqual([[PAPER, third, HARD, EBOOK]]);
    await undone(id);
    expect(await works()).toEqual([[PAPER, third]]);
    expect(await history(paper)).toHaveLength(5);
    expect(await history(await idOf(HARD!))).toHaveLength(4);
  });

  test("nothing of a work that staff have changed since", async () => {
    const [paper, hard, ebook] = [await shopBook(PAPER!), await shopBook(HARD!), await shopBook(EBOOK!)];
    const id = await imported([only(PAPER!, HARD!)]);
    await link(hard, ebook);
    expect(await undone(id)).toEqual([["left", LEFT]]);
    expect(await importById(read, id)).toMatchObject({ undone: 0, notUndone: 1 });
    expect(await works()).toEqual([[PAPER, HARD, EBOOK]]);

    for (const bookId of [paper, hard]) await unlinkEdition(write, { bookId, ...by });
    const priced = await imported([{ ...only(PAPER!, HARD!), Price: "310" }]);
    for (const bookId of [paper, hard]) await unlinkEdition(write, { bookId, ...by });
    await link(paper, hard);
    expect(await undone(priced)).toEqual([["undone", LEFT]]);
    expect(await works()).toEqual([[PAPER, HARD]]);
    const { price } = await read
      .selectFrom("books")
      .select("price")
      .where("id", "=", paper)
      .executeTakeFirstOrThrow();
    expect(price).toBe(30_000);

    await unlinkEdition(write, { bookId: paper, ...by });
    const pooled = await imported([only(PAPER!, HARD!)]);
    await poolReviews(write, { bookId: paper, pooled: true, ...by });
    expect(await undone(pooled)).toEqual([["left", LEFT]]);
    expect((await editionsForStaff(read, hard)).poolsReviews).toBe(true);
  });

  test("nothing of a book that was changed since; added books go nonetheless", async () => {
    const paper = await shopBook(PAPER!);
    const id = await imported([
      only(PAPER!, HARD!),
      novel(HARD!),
      novel(EBOOK!, PAPER!),
      novel(OTHER!, PAPER!),
    ]);
    await write.updateTable("books").set({ version: 2 }).where("isbn13", "=", EBOOK!).execute();
    expect(await undone(id)).toEqual([
      [null, null],
      ["undone", null],
      ["left", "Somebody has changed the book since"],
      ["undone", null],
    ]);
    expect(await works()).toEqual([[PAPER, EBOOK]]);
    expect((await history(paper))[0]).toEqual([
      WHO,
      [`Gora (${HARD})`, `Gora (${EBOOK})`],
      [`Gora (${EBOOK})`],
    ]);
  });

  test("the links of an added book that is only hidden", async () => {
    const paper = await shopBook(PAPER!);
    const id = await imported([novel(HARD!, PAPER!)]);
    const hard = await idOf(HARD!);
    await write
      .insertInto("wishlist_items")
      .values({ account_id: staff.id, book_id: hard, added_at: "2026-11-23T00:00:00.000Z" })
      .execute();
    await undone(id);
    expect(await works()).toEqual([]);
    expect(await history(hard)).toHaveLength(2);
    expect(await history(paper)).toHaveLength(2);
  });
});
