import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { createAccountToken } from "~/domain/people/accounts/account-tokens.server";
import { confirmEmailChange } from "~/domain/people/accounts/passwords/email-change.server";
import { rotateRefreshToken, startRefreshFamily } from "~/domain/people/accounts/refresh-tokens.server";
import { applyCoupon } from "~/domain/sales/cart/cart-coupon.server";
import { fieldsOf } from "~/domain/catalogue/books/book";
import { updateBook } from "~/domain/catalogue/books/record/save-book.server";
import { findEditableBook } from "~/domain/catalogue/books/staff/staff-books.server";
import { placeOrder } from "~/domain/sales/checkout/place-order.server";
import { importMappingSchema } from "~/domain/book-files/mapping";
import { createImport } from "~/domain/book-files/runs/create-import.server";
import { planRun, requestImport, undoImport } from "~/domain/book-files/runs/import-steps.server";
import { runImports } from "~/domain/book-files/runs/run-imports.server";
import { eachMorning } from "~/domain/shop/notices/each-morning.server";
import { cancelByCustomer, cancelByStaff } from "~/domain/sales/orders/cancellation.server";
import { applyPayment } from "~/domain/sales/payments/apply-payment.server";
import { lapse } from "~/domain/sales/payments/lapse.server";
import { refundByStaff } from "~/domain/sales/payments/refunds/staff-refunds.server";
import { setStaffStatus } from "~/domain/people/staff/staff-change.server";
import { createTestDatabase } from "~/test/database";
import { createAccount, createBook, createStaff } from "~/test/factories";
import { createCoupon } from "~/test/factories-coupons";
import { csvFile } from "~/test/files/import-files";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import {
  capturedPayment,
  createPaidOrder,
  createPendingOrder,
  type CustomerWithCart,
  customerWithCart,
  orderRecords,
  refundKey,
} from "~/test/orders";
import { isOnPostgres } from "~/test/databases/postgres";
import { race } from "~/test/databases/race";

// Each of these rules reads before it writes. Two processes read the same, unless one waits until the other has written.
describe.runIf(isOnPostgres)("two processes of a shop at once", () => {
  const gateway = new MemoryGateway();
  const site = { shopName: "Neem Press", origin: "https://books.example.in" };
  let shop: Awaited<ReturnType<typeof createTestDatabase>>;
  let db: Db;
  let staffId: number;
  beforeAll(async () => {
    shop = await createTestDatabase();
    db = shop.write;
    staffId = await createStaff(db);
  });

  const atOnce = <One, Two>(
    table: keyof Tables,
    one: (write: Db) => Promise<One>,
    two: (write: Db) => Promise<Two>,
    nth?: number,
  ) => race(shop.file, table, one, two, nth);

  const order = (write: Db, { accountId, addressId }: CustomerWithCart) =>
    placeOrder(write, accountId, { addressId, gateway: "sandbox" });

  const stockOf = async (bookId: number) =>
    (await db.selectFrom("books").select("stock").where("id", "=", bookId).executeTakeFirstOrThrow()).stock;

  test("sell the last copy once", async () => {
    const bookId = await createBook(db, { stock: 1 });
    const [asha, ravi] = [await customerWithCart(db, { bookId }), await customerWithCart(db, { bookId })];
    const [one, two] = await atOnce(
      "books",
      (write) => order(write, asha),
      (write) => order(write, ravi),
    );
    expect(one).toMatchObject({ ok: true });
    expect(two).toMatchObject({ ok: false, reason: "lines" });
    expect(await stockOf(bookId)).toBe(0);
  });

  test("place one order for a form that was sent twice", async () => {
    const customer = await customerWithCart(db);
    const [one, two] = await atOnce(
      "orders",
      (write) => order(write, customer),
      (write) => order(write, customer),
    );
    expect(one).toMatchObject({ ok: true, isNew: true });
    expect(two).toMatchObject({ ok: true, isNew: false, orderId: one.ok && one.orderId });
    expect(await stockOf(customer.bookId)).toBe(9);
  });

  test("apply the news of one payment once", async () => {
    const placed = await createPendingOrder(db, gateway);
    const payment = capturedPayment(placed);
    const [one, two] = await atOnce(
      "payments",
      (write) => applyPayment(write, payment, "webhook"),
      (write) => applyPayment(write, payment, "window"),
    );
    expect(one).toMatchObject({ outcome: "paid" });
    expect(two).toMatchObject({ outcome: "known", isPaid: true });
    const { book, events, mails } = await orderRecords(db, placed);
    expect(book).toEqual({ stock: 9, sold: 1 });
    expect(events.filter(({ kind }) => kind === "paid")).toHaveLength(1);
    expect(mails).toHaveLength(1);
  });

  test("take one of two payments of an order, give the other back, and leave no gap in the invoice numbers", async () => {
    const before = await lastInvoice();
    const placed = await createPendingOrder(db, gateway);
    const [one, two] = await atOnce(
      "payments",
      (write) => applyPayment(write, capturedPayment(placed), "webhook"),
      (write) => applyPayment(write, capturedPayment(placed), "webhook"),
    );
    expect(one).toMatchObject({ outcome: "paid" });
    expect(two).toMatchObject({ outcome: "refunding", reason: "second_payment" });
    expect(await lastInvoice()).toBe(before + 1);
    const { refunds } = await orderRecords(db, placed);
    expect(refunds).toMatchObject([{ amount: placed.total, reason: "second_payment" }]);
  });

  const lastInvoice = async () =>
    (await db.selectFrom("invoice_counters").select("last_number").executeTakeFirst())?.last_number ?? 0;

  test("let an unpaid order lapse or be paid, not both", async () => {
    const placed = await createPendingOrder(db, gateway);
    const late = new Date(Date.now() + 86_400_000);
    const [one] = await atOnce(
      "payments",
      (write) => applyPayment(write, capturedPayment(placed), "webhook"),
      (write) => lapse(write, late),
    );
    expect(one).toMatchObject({ outcome: "paid" });
    const { row, book } = await orderRecords(db, placed);
    expect({ state: row.state, held: row.stock_held, ...book }).toEqual({
      state: "paid",
      held: 1,
      stock: 9,
      sold: 1,
    });
  });

  /** Staff refund a whole order, unless `given` says otherwise. */
  const refund = (
    write: Db,
    { orderId, total }: { orderId: number; total: number },
    given: Partial<Parameters<typeof refundByStaff>[1]> = {},
  ) => refundByStaff(write, { orderId, staffId, amount: total, reason: "Torn", key: refundKey(), ...given });

  test("refund a form that was sent twice once", async () => {
    const placed = await createPaidOrder(db, gateway);
    const key = refundKey();
    const [one, two] = await atOnce(
      "refunds",
      (write) => refund(write, placed, { key }),
      (write) => refund(write, placed, { key }),
    );
    expect([one.ok, two.ok]).toEqual([true, true]);
    expect((await orderRecords(db, placed)).refunds).toMatchObject([{ amount: placed.total }]);
  });

  test("refund no more than was paid", async () => {
    const placed = await createPaidOrder(db, gateway);
    const { orderId, accountId, total } = placed;
    const [one, two] = await atOnce(
      "refunds",
      (write) => refund(write, placed, { amount: 100 }),
      (write) => cancelByCustomer(write, { orderId, accountId, reason: "" }),
    );
    expect([one.ok, two.ok]).toEqual([true, true]);
    const { refunds } = await orderRecords(db, placed);
    expect(refunds.map(({ amount }) => amount)).toEqual([100, total - 100]);
  });

  test("refund without a new proof no more than its limit", async () => {
    const [first, second] = [await createPaidOrder(db, gateway), await createPaidOrder(db, gateway)];
    const unproved = { since: "2026-01-01T00:00:00.000Z", limit: first.total };
    const given = { staffId: await createStaff(db), unproved };
    const [one, two] = await atOnce(
      "refunds",
      (write) => refund(write, first, given),
      (write) => refund(write, second, given),
    );
    expect(one).toMatchObject({ ok: true });
    expect(two).toMatchObject({ ok: false, reason: "needs_proof" });
  });

  test("cancel an order once", async () => {
    const placed = await createPaidOrder(db, gateway);
    const { orderId, accountId, total } = placed;
    const [one, two] = await atOnce(
      "orders",
      (write) => cancelByStaff(write, { orderId, staffId, note: "" }),
      (write) => cancelByCustomer(write, { orderId, accountId, reason: "" }),
    );
    expect(one).toMatchObject({ ok: true });
    expect(two).toMatchObject({ ok: false, reason: "wrong_step" });
    const { book, refunds } = await orderRecords(db, placed);
    expect(book).toEqual({ stock: 10, sold: 0 });
    expect(refunds).toMatchObject([{ amount: total }]);
  });

  test("take no more pre-orders than staff allow", async () => {
    const bookId = await createBook(db, {
      publishing_status: "forthcoming",
      published_on: "2999-01-01",
      preorder_limit: 1,
      stock: 0,
    });
    const [asha, ravi] = [await customerWithCart(db, { bookId }), await customerWithCart(db, { bookId })];
    const [one, two] = await atOnce(
      "books",
      (write) => order(write, asha),
      (write) => order(write, ravi),
    );
    expect(one).toMatchObject({ ok: true });
    expect(two).toMatchObject({ ok: false, reason: "lines" });
  });

  test("use a coupon no more often than it allows", async () => {
    const { id, code } = await createCoupon(db, { total_limit: 1 });
    const withCoupon = async () => {
      const customer = await customerWithCart(db);
      await applyCoupon(db, { accountId: customer.accountId }, code);
      return customer;
    };
    const [asha, ravi] = [await withCoupon(), await withCoupon()];
    const [one, two] = await atOnce(
      "coupons",
      (write) => order(write, asha),
      (write) => order(write, ravi),
    );
    expect(one).toMatchObject({ ok: true, couponCode: code });
    expect(two).toMatchObject({ ok: false, reason: "coupon" });
    const uses = await db.selectFrom("coupon_uses").select("order_id").where("coupon_id", "=", id).execute();
    expect(uses).toHaveLength(1);
  });

  test("keep what the first of two editors of a book wrote", async () => {
    const bookId = await createBook(db);
    const book = (await findEditableBook(db, bookId))!;
    const seen = { version: book.version, stock: book.stock };
    const edit = (write: Db, brief: string) =>
      updateBook(write, { bookId, staffId, fields: { ...fieldsOf(book), brief }, seen });
    const [one, two] = await atOnce(
      "books",
      (write) => edit(write, "A cow."),
      (write) => edit(write, "Two cows."),
    );
    expect(one).toMatchObject({ ok: true });
    expect(two).toMatchObject({ ok: false, reason: "changed" });
    expect((await findEditableBook(db, bookId))!.brief).toBe("A cow.");
  });

  test("keep an owner of the shop", async () => {
    const owners = [await createStaff(db), await createStaff(db)];
    // These two are the only ones.
    await db
      .updateTable("accounts")
      .set({ job: "catalogue" })
      .where("role", "=", "admin")
      .where("id", "not in", owners)
      .execute();
    const deactivate = (write: Db, by: number, memberId: number) =>
      setStaffStatus(write, { staffId: by, memberId, status: "inactive" }, site);
    const [one, two] = await atOnce(
      "accounts",
      (write) => deactivate(write, owners[0]!, owners[1]!),
      (write) => deactivate(write, owners[1]!, owners[0]!),
    );
    expect(one).toMatchObject({ ok: true });
    expect(two).toMatchObject({ ok: false, reason: "not_owner" });
  });

  test("give an address to one of two accounts", async () => {
    const newEmail = "shared@example.com";
    const link = async () =>
      (await createAccountToken(db, await createAccount(db), "change_email", new Date(), newEmail)).token;
    const [asha, ravi] = [await link(), await link()];
    const [one, two] = await atOnce(
      "accounts",
      (write) => confirmEmailChange(write, asha, site),
      (write) => confirmEmailChange(write, ravi, site),
    );
    expect(one).toMatchObject({ email: newEmail });
    expect(two).toBeNull();
  });

  test("answer a token that was sent twice with the same pair", async () => {
    const { refreshToken } = await startRefreshFamily(db, await createAccount(db));
    const [one, two] = await atOnce(
      "refresh_tokens",
      (write) => rotateRefreshToken(write, refreshToken),
      (write) => rotateRefreshToken(write, refreshToken),
    );
    expect(two).toEqual(one);
    expect(await rotateRefreshToken(db, one!.refreshToken)).not.toBeNull();
  });

  test("do the work of a morning once", async () => {
    let times = 0;
    const work = async () => void (times += 1);
    const morning = new Date("2026-11-23T04:00:00.000Z");
    await db.insertInto("daily_notices").values({ event: "low_stock", last_day: "2026-11-22" }).execute();
    await atOnce(
      "daily_notices",
      (write) => eachMorning(write, "low_stock", morning, work),
      (write) => eachMorning(write, "low_stock", morning, work),
      // The first look is before the transaction.
      2,
    );
    expect(times).toBe(1);
  });

  test("do not undo what somebody writes into a book while its import is undone", async () => {
    const dir = mkdtempSync(path.join(tmpdir(), "kitab-race-"));
    const staff = { id: staffId, name: "Asha Rao" };
    const run = (write: Db) =>
      runImports({ read: shop.read, write }, { dir, stopping: new AbortController().signal });
    const row = { Title: "Godan", Contributors: "Premchand", Brief: "A cow.", Price: "350", Stock: "5" };
    const rest = { Tags: "Novel", Publisher: "Saraswati", Language: "Hindi" };
    const columns = Object.keys({ ...row, ...rest });
    const given = { path: csvFile(columns, [{ ...row, ...rest }]), fileName: "books.csv", staff, dir };
    const created = await createImport(db, given);
    if (!created.ok) throw new Error(created.message);
    await planRun(db, created.id, { mode: "add_and_change", mapping: importMappingSchema.parse({}) });
    await run(db);
    await requestImport(db, created.id, staff);
    await run(db);
    const { id: bookId } = await db
      .selectFrom("books")
      .select("id")
      .where("title", "=", "Godan")
      .executeTakeFirstOrThrow();
    const book = (await findEditableBook(db, bookId))!;
    const seen = { version: book.version, stock: book.stock };
    expect(await undoImport(db, created.id, staff)).toEqual({ ok: true });
    const [edited] = await atOnce(
      "books",
      (write) =>
        updateBook(write, { bookId, staffId, fields: { ...fieldsOf(book), brief: "Two cows." }, seen }),
      run,
    );
    expect(edited).toMatchObject({ ok: true });
    expect(await findEditableBook(db, bookId)).toMatchObject({ brief: "Two cows." });
  });
});
