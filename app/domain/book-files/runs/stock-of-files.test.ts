import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { catalogueBook, FULL_BOOK } from "~/test/factories-catalogue";
import { createAccount, createStaff } from "~/test/factories";
import { insertOrder } from "~/test/factories-orders";
import { csvFile } from "~/test/files/import-files";
import { createOrder, orderRecords } from "~/test/orders";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { findEditableBook } from "~/domain/catalogue/books/staff/staff-books.server";
import { fieldsOf } from "~/domain/catalogue/books/book";
import { cancelByStaff } from "~/domain/sales/orders/cancellation.server";
import { updateBook } from "~/domain/catalogue/books/record/save-book.server";
import { bookEditSchema } from "../edits/book-edit.schema";
import { createEdit } from "../edits/book-edits.server";
import { importMappingSchema } from "../mapping";
import type { ImportMode } from "../plan/plan";
import { importById, importRows } from "./import-runs.server";
import { createImport } from "./create-import.server";
import { planRun, requestImport, undoImport } from "./import-steps.server";
import { refusedRows } from "./refused-rows.server";
import { runImports } from "./run-imports.server";

// The stock that a file gives, and what is sold or returned meanwhile.

const shop = await createTestDatabase();
const { read, write } = shop;
const dir = mkdtempSync(path.join(tmpdir(), "kitab-stock-"));
const staff = { id: await createStaff(write), name: "Asha Rao" };
const customer = await createAccount(write);
const ISBN = "9780306406157";
let gora = 0;

beforeEach(async () => {
  for (const table of [
    "bulk_changes",
    "orders",
    "books",
    "authors",
    "tags",
    "publishers",
    "languages",
  ] as const)
    await write.deleteFrom(table).execute();
  gora = await catalogueBook(write, { ...FULL_BOOK, isbn13: ISBN, stock: 67 });
});

const run = async () => {
  while ((await runImports(shop, { dir, stopping: new AbortController().signal })) > 0);
};

async function checked(rows: Record<string, string>[], mode: ImportMode = "add_and_change", answers = {}) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const upload = { path: csvFile(columns, rows), fileName: "stock.csv", staff, dir };
  const created = await createImport(write, upload);
  if (!created.ok) throw new Error(created.message);
  const mapping = importMappingSchema.parse({ answers });
  expect(await planRun(write, created.id, { mode, mapping })).toEqual({ ok: true });
  await run();
  return created.id;
}

async function written(id: number) {
  expect(await requestImport(write, id, staff)).toEqual({ ok: true });
  await run();
}

/** As a sale, or with a negative number a return, does. */
const sell = (copies: number) =>
  write
    .updateTable("books")
    .set((eb) => ({ stock: eb("stock", "-", copies) }))
    .where("id", "=", gora)
    .execute();

const stock = async () => (await findEditableBook(read, gora))!.stock;

describe.each<ImportMode>(["add_and_change", "stock_and_price"])("%s", (mode) => {
  test.each([
    ["a sale", 3, 114],
    ["a return", -2, 119],
    ["more sales than the list has", 66, 51],
  ])("counts %s between check and import, and the undo puts back what was there", async (_, sold, after) => {
    const id = await checked([{ ISBN, Stock: "117", Price: "310" }], mode);
    await sell(sold);
    await written(id);
    expect(await stock()).toBe(after);
    const [row] = (await importRows(read, id, { page: 1 })).rows;
    expect(row!.changes).toContainEqual({ field: "Stock", before: 67 - sold, after });
    expect(await undoImport(write, id, staff)).toEqual({ ok: true });
    await run();
    expect(await stock()).toBe(67 - sold);
  });

  test("a row whose stock the check did not change leaves sales alone", async () => {
    const id = await checked([{ ISBN, Stock: "67", Price: "310" }], mode);
    await sell(4);
    await written(id);
    expect(await stock()).toBe(63);
  });

  test("never below none", async () => {
    const id = await checked([{ ISBN, Stock: "2" }], mode);
    await sell(5);
    await written(id);
    expect(await stock()).toBe(0);
  });

  test("when staff counted too, nobody's count is overwritten in silence", async () => {
    const id = await checked([{ ISBN, Stock: "117" }], mode);
    const book = (await findEditableBook(read, gora))!;
    const fields = { ...fieldsOf(book), stock: 80 };
    const seen = { version: book.version, stock: book.stock };
    await updateBook(write, { bookId: gora, staffId: staff.id, fields, seen });
    await written(id);
    expect(await stock()).toBe(80);
    const [row] = (await importRows(read, id, { page: 1 })).rows;
    expect(row).toMatchObject({ outcome: "refused", problems: [{ column: "Stock" }] });
    expect(row!.problems[0]!.message).toContain("Check the file again");
  });
});

test("adding only leaves the stock of known books", async () => {
  const id = await checked([{ ISBN, Stock: "117" }], "add_only");
  await sell(3);
  expect((await importById(read, id))!.can.import).toBe(false);
  expect(await stock()).toBe(64);
});

test.each([
  ["set", "100", 97],
  ["add", "10", 74],
  ["take", "10", 54],
])("a change of many books counts sales too: %s", async (how, copies, after) => {
  const typed = { stock: how, stockAmount: copies };
  const edit = bookEditSchema.parse(typed);
  const id = await createEdit(write, { typed, edit, selection: { ids: [gora] }, staff });
  await run();
  await sell(3);
  await written(id);
  expect(await stock()).toBe(after);
});

async function order(state: "paid" | "cancelled", quantity: number, placed: { placedAt?: string } = {}) {
  const orderId = await insertOrder(write, { accountId: customer, state, ...placed });
  const line = { title: "Gora", mrp: 30_000, unit_price: 30_000, quantity, hsn: "4901", tax_rate: 0 };
  await write
    .insertInto("order_lines")
    .values({ ...line, order_id: orderId, book_id: gora })
    .execute();
}

describe("an old list", () => {
  const raised = async (copies: string) => {
    const id = await checked([{ ISBN, Stock: copies }], "stock_and_price");
    const { found } = (await importById(read, id))!;
    const [row] = (await importRows(read, id, { page: 1 })).rows;
    return [found.oldStock, row!.warnings.filter((warning) => warning.startsWith("Stock: ")).length];
  };

  test("is one that has more copies than the shop, as many as were sold since", async () => {
    expect(await raised("69")).toEqual([0, 0]);
    await order("paid", 2);
    expect(await raised("69")).toEqual([1, 1]);
    // More than were sold: somebody has delivered.
    expect(await raised("70")).toEqual([0, 0]);
    expect(await raised("66")).toEqual([0, 0]);
  });

  test("is the last one again, when copies were sold between its check and its writing", async () => {
    const list = await checked([{ ISBN, Stock: "70" }], "stock_and_price");
    await order("paid", 1, { placedAt: new Date().toISOString() });
    await sell(1);
    await written(list);
    expect(await stock()).toBe(69);
    expect(await raised("70")).toEqual([1, 1]);
  });

  test("is not one after which nothing was sold", async () => {
    await order("paid", 2);
    await order("cancelled", 9);
    await written(await checked([{ ISBN, Stock: "65" }], "stock_and_price"));
    expect(await raised("67")).toEqual([0, 0]);
  });
});

test("the file of refused rows overwrites nothing in silence when it is uploaded again", async () => {
  const rows = [
    { ISBN, Title: "Gora", Price: "795" },
    { ISBN, Title: "Gora", Price: "999" },
  ];
  const id = await checked(rows);
  await written(id);
  const refused = (await refusedRows(read, id, dir))!;
  const again: Record<string, string>[] = [];
  for await (const row of refused.rows)
    again.push(Object.fromEntries(refused.columns.map(({ key, header }) => [header, row[key] ?? ""])));
  expect(again).toEqual([
    { ISBN, Title: "Gora", Price: "999", "Why it was refused": "Row 2 is about the same book" },
  ]);
  const next = await checked(again);
  const report = (await importById(read, next))!;
  expect(report.counts).toMatchObject({ changed: 0, refused: 1 });
  expect(report.found.rows).toMatchObject([
    { kind: "doubles", rows: 1, examples: [{ row: 2, title: "Gora" }] },
  ]);
  const changed = await checked(again, "add_and_change", { doubles: "change" });
  expect((await importById(read, changed))!.counts).toMatchObject({ changed: 1, refused: 0 });
});

test("an import, sales around it and its undoing leave every copy where it is: sold copies are not brought back", async () => {
  const gateway = new MemoryGateway();
  const buy = (quantity: number) =>
    createOrder(write, gateway, "paid", { bookId: gora, quantity, staffId: staff.id });
  const id = await checked([{ ISBN, Stock: "117", Price: "310" }]);
  const first = await buy(3);
  await written(id);
  // 50 came: they are beside the 64 that were left.
  expect(await stock()).toBe(114);
  const second = await buy(4);
  // The sale price, which the file says nothing about.
  expect([first.total, second.total]).toEqual([3 * 24_950, 4 * 24_950]);
  expect(await undoImport(write, id, staff)).toEqual({ ok: true });
  await run();
  const [row] = (await importRows(read, id, { page: 1 })).rows;
  expect(row).toMatchObject({ state: "left", leftBecause: "Copies were sold or returned since" });
  expect(await stock()).toBe(110);
  await cancelByStaff(write, { orderId: second.orderId, staffId: staff.id, note: "" });
  expect(await stock()).toBe(114);
  const { refunds } = await orderRecords(read, second);
  expect(refunds.map(({ amount }) => amount)).toEqual([second.total]);
  expect((await orderRecords(read, first)).refunds).toEqual([]);
});
