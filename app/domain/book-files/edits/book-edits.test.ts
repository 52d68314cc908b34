import { beforeEach, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { catalogueBook } from "~/test/factories-catalogue";
import { createStaff } from "~/test/factories";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { setHidden } from "~/domain/catalogue/books/book-visibility.server";
import { findEditableBooks } from "~/domain/catalogue/books/staff/staff-books.server";
import { importById, importRows } from "../runs/import-runs.server";
import { cancelImport, requestImport, undoImport } from "../runs/import-steps.server";
import { runImports } from "../runs/run-imports.server";
import { type BookEdit, editedBook, ROUNDINGS, type Rounding } from "./book-edit";
import { applySaleDates } from "~/domain/catalogue/books/apply-sale-dates.server";
import { bookEditSchema } from "./book-edit.schema";
import { createEdit } from "./book-edits.server";
import type { Selection } from "./selection";

const shop = await createTestDatabase();
const { read, write } = shop;
const staff = { id: await createStaff(write), name: "Asha Rao" };
let ids: number[] = [];

beforeEach(async () => {
  for (const table of ["bulk_changes", "books", "authors", "tags", "publishers", "languages"] as const)
    await write.deleteFrom(table).execute();
  ids = [];
  for (const [title, price, tags] of [
    ["Godan", 29_900, ["Novel", "Village"]],
    ["Gora", 45_050, ["Novel"]],
    ["Nirmala", 10_000, ["Village"]],
  ] as const)
    ids.push(await catalogueBook(write, { title, price, stock: 4, tags: [...tags], authors: ["Premchand"] }));
});

const run = async (stopping = new AbortController().signal) => {
  while ((await runImports(shop, { dir: "", stopping })) > 0);
};

/** @returns the id of a change that has been worked out */
async function planned(typed: Record<string, string>, selection: Selection = { ids }): Promise<number> {
  const id = await createEdit(write, { typed, edit: bookEditSchema.parse(typed), selection, staff });
  await run();
  return id;
}

async function changed(typed: Record<string, string>, selection?: Selection): Promise<number> {
  const id = await planned(typed, selection);
  expect(await requestImport(write, id, staff)).toEqual({ ok: true });
  await run();
  return id;
}

const books = async () => new Map((await findEditableBooks(read, ids)).map((book) => [book.title, book]));
const priceOf = async () => [...(await books()).values()].map(({ price, salePrice }) => [price, salePrice]);

const RAISE = { price: "raise", priceAmount: "10", rounding: "rupee" };

test("prices are raised after a look at the report, with a history of each book, and undone", async () => {
  const id = await planned(RAISE);
  expect(await importById(read, id)).toMatchObject({
    kind: "edit",
    status: "planned",
    fileName: "Price +10 % (rounded to a whole rupee)",
    counts: { changed: 3, unchanged: 0, refused: 0 },
    can: { plan: false, import: true, undo: false },
  });
  expect((await importRows(read, id, { page: 1 })).rows.map(({ changes }) => changes)).toEqual([
    [{ field: "Price", before: "₹299.00", after: "₹329.00" }],
    [{ field: "Price", before: "₹450.50", after: "₹496.00" }],
    [{ field: "Price", before: "₹100.00", after: "₹110.00" }],
  ]);
  expect(await priceOf()).toEqual([
    [29_900, null],
    [45_050, null],
    [10_000, null],
  ]);

  await requestImport(write, id, staff);
  await run();
  expect((await priceOf()).map(([price]) => price)).toEqual([32_900, 49_600, 11_000]);
  expect((await readAudit(read, "book", ids[0]!))[0]).toMatchObject({ who: "Kamini Iyer" });

  await undoImport(write, id, staff);
  await run();
  expect((await priceOf()).map(([price]) => price)).toEqual([29_900, 45_050, 10_000]);
});

test("all other fields are changed, and a book that refuses is named", async () => {
  await changed({
    sale: "below",
    saleAmount: "20",
    rounding: "nine",
    stock: "take",
    stockAmount: "3",
    addTags: "Classics, novel",
    removeTags: "village",
    tax: "set",
    taxRate: "5",
    featured: "yes",
    visible: "no",
  });
  const now = await books();
  expect(now.get("Godan")).toMatchObject({ salePrice: 23_900, stock: 1, featured: true, hidden: true });
  expect(now.get("Gora")).toMatchObject({ salePrice: 35_900, taxRate: 500 });
  const tags = (title: string) => now.get(title)!.tags.map(({ name }) => name);
  expect(tags("Godan")).toEqual(["Classics", "Novel"]);
  expect(tags("Nirmala")).toEqual(["Classics", "Novel"]);

  const id = await planned({ stock: "take", stockAmount: "2", sale: "end" });
  expect((await importRows(read, id, { page: 1 })).rows.map(({ problems }) => problems)).toEqual(
    ids.map(() => [{ column: "Stock", message: "Stock must be greater than or equal to 0" }]),
  );
  const bare = await planned({ removeTags: "Classics; Novel" });
  expect((await importRows(read, bare, { page: 1 })).rows[0]!.problems).toEqual([
    { column: "Tags", message: "A book needs at least one tag" },
  ]);
});

test("all that the list finds are changed: those of the report, whatever the list finds by then", async () => {
  await setHidden(write, { bookId: ids[2]!, hidden: true, staffId: staff.id });
  const id = await planned({ visible: "no", ...RAISE }, { list: "visibility=visible" });
  expect(await importById(read, id)).toMatchObject({ counts: { rows: 2, changed: 2 } });
  // Another book appears, one of the report goes, and one gets a new price.
  await catalogueBook(write, { title: "Kafan", price: 10_000, authors: ["Premchand"] });
  await write.deleteFrom("books").where("id", "=", ids[0]!).execute();
  await write.updateTable("books").set({ price: 20_000 }).where("id", "=", ids[1]!).execute();
  await requestImport(write, id, staff);
  await run();
  expect(await importById(read, id)).toMatchObject({ status: "imported", written: 1 });
  expect((await books()).get("Gora")).toMatchObject({ price: 22_000, hidden: true });
  const kafan = await read
    .selectFrom("books")
    .select(["price", "hidden"])
    .where("title", "=", "Kafan")
    .execute();
  expect(kafan).toEqual([{ price: 10_000, hidden: 0 }]);
});

test("a change that was stopped goes on once: no price is raised twice", async () => {
  const id = await planned(RAISE);
  await requestImport(write, id, staff);
  const stop = new AbortController();
  stop.abort();
  await runImports(shop, { dir: "", stopping: stop.signal });
  await run();
  await run();
  expect((await priceOf()).map(([price]) => price)).toEqual([32_900, 49_600, 11_000]);
  expect(await cancelImport(write, id, staff)).toMatchObject({ ok: false });
});

test("a percentage of a price is rounded as chosen, and never to nothing", () => {
  const edit = (rounding: Rounding): BookEdit => ({
    ...bookEditSchema.parse({ price: "lower", priceAmount: "33.33" }),
    rounding,
  });
  const at = (price: number) =>
    (Object.keys(ROUNDINGS) as Rounding[]).map(
      (rounding) => editedBook({ id: 1, price, tags: [] } as never, edit(rounding), 1).texts.price,
    );
  expect(at(29_999)).toEqual(["200", "200", "200", "199", "200"]);
  expect(at(31_234)).toEqual(["208", "210", "210", "209", "208.24"]);
  expect(at(100)).toEqual(["1", "5", "10", "9", "0.67"]);
});

test.each([
  [{}, "price: Choose what to change"],
  [{ price: "raise" }, "priceAmount: The percentage is required"],
  [{ price: "lower", priceAmount: "101" }, "priceAmount: The percentage must be 100 or less"],
  [{ price: "set", priceAmount: "ten" }, "priceAmount: The price must be a number"],
  [{ sale: "set", saleAmount: "-1" }, "saleAmount: The price must be greater than or equal to 0"],
  [{ stock: "add", stockAmount: "1.5" }, "stockAmount: Copies must be a whole number"],
  [{ tax: "set", taxRate: "" }, "taxRate: The tax rate is required"],
  [{ addTags: "x".repeat(200) }, "addTags: A name has 30 characters at most"],
])("%o is refused at its field", (typed, message) => {
  const parsed = bookEditSchema.safeParse(typed);
  expect(parsed.error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`)).toEqual([message]);
});

test("a change that gave a sale is undone while the sale lasts: its price ends at once", async () => {
  const sale = { sale: "below", saleAmount: "10", saleFrom: "2099-11-01", saleUntil: "2099-11-30" };
  const id = await changed(sale);
  expect(await applySaleDates(write, new Date("2099-11-10T06:00:00Z"))).toBe(3);
  expect(await undoImport(write, id, staff)).toEqual({ ok: true });
  await run();
  expect(await importById(read, id)).toMatchObject({ status: "undone", undone: 3, notUndone: 0 });
  const now = await read
    .selectFrom("books")
    .select(["sale_price", "planned_sale_price", "sale_until"])
    .execute();
  expect(now).toEqual(now.map(() => ({ sale_price: null, planned_sale_price: null, sale_until: null })));
});

test("a sale has its dates, which are asked for in the right order and with a price", async () => {
  const sale = { sale: "below", saleAmount: "10", saleFrom: "2099-11-01", saleUntil: "2099-11-30" };
  const id = await changed(sale);
  expect(await importById(read, id)).toMatchObject({
    fileName: "Sale price 10 % below the price (rounded to a whole rupee) from 1 Nov 2099 until 30 Nov 2099",
    written: 3,
  });
  expect([...(await books()).values()].map(({ salePrice, saleUntil }) => [salePrice, saleUntil])[0]).toEqual([
    26_900,
    "2099-11-30",
  ]);
  const now = await read.selectFrom("books").select("sale_price").execute();
  expect(now.map(({ sale_price }) => sale_price)).toEqual([null, null, null]);
  await changed({ sale: "end" });
  const [first] = (await books()).values();
  expect(first).toMatchObject({ salePrice: null, saleFrom: null, saleUntil: null });

  const problems = (given: object) =>
    bookEditSchema.safeParse(given).error?.issues.map(({ path, message }) => [path[0], message]);
  expect(problems({ ...sale, saleUntil: "2099-10-31" })).toEqual([
    ["saleUntil", "Sale until must not be before Sale from"],
  ]);
  expect(problems({ ...sale, saleFrom: "soon" })).toEqual([
    ["saleFrom", "Sale from must be a date (YYYY-MM-DD)"],
  ]);
  expect(problems({ price: "set", priceAmount: "5", saleUntil: "2099-10-31" })).toEqual([
    ["sale", "Choose a sale price for these dates"],
  ]);
});

test("no change of many books touches their people", async () => {
  const all = {
    ...RAISE,
    stock: "set",
    stockAmount: "7",
    removeTags: "Novel",
    addTags: "Classic",
    publisher: "Hans",
  };
  const before = [...(await books()).values()].map(({ contributors }) => contributors);
  await changed(all);
  const after = [...(await books()).values()];
  expect(after.map(({ contributors }) => contributors)).toEqual(before);
  expect(after.map(({ stock }) => stock)).toEqual([7, 7, 7]);
});
