import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { createAccountToken } from "~/domain/people/accounts/account-tokens.server";
import { deleteAccount } from "~/domain/people/accounts/deletion/account-deletion.server";
import { applyCoupon } from "~/domain/sales/cart/cart-coupon.server";
import { addToCart } from "~/domain/sales/cart/cart.server";
import { fieldsOf } from "~/domain/catalogue/books/book";
import { updateBook } from "~/domain/catalogue/books/record/save-book.server";
import { findEditableBook } from "~/domain/catalogue/books/staff/staff-books.server";
import { placeOrder } from "~/domain/sales/checkout/place-order.server";
import { importMappingSchema } from "~/domain/book-files/mapping";
import { createImport } from "~/domain/book-files/runs/create-import.server";
import { planRun, requestImport } from "~/domain/book-files/runs/import-steps.server";
import { runImports } from "~/domain/book-files/runs/run-imports.server";
import { mergeNames } from "~/domain/front/merging/merge-names.server";
import { MASTER_DATA } from "~/domain/kit/master-data";
import { addRemittance, recordRemittance } from "~/domain/sales/at-the-door/remittances.server";
import { cancelByCustomer } from "~/domain/sales/orders/cancellation.server";
import { despatch } from "~/domain/sales/orders/fulfilment/fulfilment.server";
import { answerReturn } from "~/domain/sales/orders/returns/return-answers.server";
import { applyPayment } from "~/domain/sales/payments/apply-payment.server";
import { lapse } from "~/domain/sales/payments/lapse.server";
import { refundByStaff } from "~/domain/sales/payments/refunds/staff-refunds.server";
import { race } from "~/test/databases/race";
import { isOnPostgres } from "~/test/databases/postgres";
import { createTestDatabase } from "~/test/database";
import { NO_COD, planMethod, planZone, storePlan } from "~/test/delivery-plans";
import { createDoorOrder } from "~/test/door-orders";
import { createBook, createStaff, setSettings } from "~/test/factories";
import { INDIAN_STATES } from "~/domain/kit/addresses/indian-states";
import { catalogueBook, FULL_BOOK } from "~/test/factories-catalogue";
import { createCoupon } from "~/test/factories-coupons";
import { csvFile } from "~/test/files/import-files";
import {
  capturedPayment,
  createCarrier,
  createOrder,
  createPendingOrder,
  type CustomerWithCart,
  customerWithCart,
  orderRecords,
  refundKey,
  requestReturn,
} from "~/test/orders";
import { MemoryGateway } from "~/test/payments/memory-gateway";

// Works of two kinds that change the same rows: whichever comes first, the other one sees what it did.
describe.runIf(isOnPostgres)("two works on one order, book, coupon or account at once", () => {
  const gateway = new MemoryGateway();
  const site = { shopName: "Neem Press", origin: "https://books.example.in" };
  const late = new Date(Date.now() + 86_400_000);
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

  test("two customers of one mobile number order to pay at the door: the limit of the number holds", async () => {
    const cod = { ...NO_COD, offered: true };
    await storePlan(db, staffId, {
      zones: [planZone({ states: [...INDIAN_STATES], methods: [planMethod({ cod })] })],
    });
    await setSettings(db, { codOpenPerPhone: 1 });
    const buyers = [await customerWithCart(db), await customerWithCart(db)];
    const place = (write: Db, { accountId, addressId }: CustomerWithCart) =>
      placeOrder(write, accountId, { addressId, gateway: "sandbox", payment: "cod" });
    const outcomes = await atOnce(
      "orders",
      (write) => place(write, buyers[0]!),
      (write) => place(write, buyers[1]!),
    );
    expect(outcomes).toMatchObject([{ ok: true }, { ok: false, reason: "payment" }]);
    await db.deleteFrom("delivery_plan").execute();
  });

  test("a tracking number becomes another order's while a carrier's list is recorded: neither gets its row", async () => {
    await db.deleteFrom("delivery_plan").execute();
    await setSettings(db, { codOpenPerPhone: 10 });
    const made = [await createDoorOrder(db, "shipped"), await createDoorOrder(db, "shipped")];
    const [one, two] = made.map(({ orderId }) => orderId);
    const list = `AWB,Amount\n${made[0]!.trackingNo},${made[0]!.total / 100}\n`;
    const file = { name: "list.csv", bytes: new TextEncoder().encode(list), staffId };
    const added = await addRemittance(db, file);
    if (!added.ok) throw new Error(added.message);
    const setTracking = async (write: Db, id: number, tracking_no: string) => {
      await write.updateTable("orders").set({ tracking_no }).where("id", "=", id).execute();
      await write.updateTable("parcels").set({ tracking_no }).where("order_id", "=", id).execute();
    };
    const [told] = await atOnce(
      "orders",
      (write) => recordRemittance(write, { id: added.id, staffId }),
      async (write) => {
        await setTracking(write, one!, "EK 9 IN");
        await setTracking(write, two!, made[0]!.trackingNo);
      },
    );
    expect(told).toBe("No row of this list can be recorded now");
    const received = await db
      .selectFrom("orders")
      .select("door_received")
      .where("id", "in", [one!, two!])
      .orderBy("id")
      .execute();
    expect(received.map(({ door_received }) => door_received)).toEqual([0, 0]);
    await db.deleteFrom("delivery_plan").execute();
  });

  test("two parcels are shipped with one tracking number: who is second is asked", async () => {
    const providerId = await createCarrier(db);
    const packed = [await createOrder(db, gateway, "packed"), await createOrder(db, gateway, "packed")];
    const ship = (write: Db, { orderId }: { orderId: number }) =>
      despatch(write, { orderId, staffId, providerId, trackingNo: "EK 1 IN" });
    const outcomes = await atOnce(
      "logistics_providers",
      (write) => ship(write, packed[0]!),
      (write) => ship(write, packed[1]!),
    );
    expect(outcomes).toMatchObject([{ ok: true }, { ok: false, isQuestion: true }]);
  });

  test.each(["the sale", "the import"])(
    "a file with new copies of a book is imported while one is sold; first: %s",
    async (first) => {
      const isbn = first === "the sale" ? "9780306406157" : "9780140449136";
      const bookId = await catalogueBook(db, { ...FULL_BOOK, isbn13: isbn, stock: 3 });
      const run = await requestedImport(isbn);
      const buyer = await customerWithCart(db, { bookId });
      let left: number | undefined;
      const buy = async (write: Db) => {
        const { ok } = await order(write, buyer);
        left = await stockOf(bookId);
        return ok;
      };
      if (first === "the sale") expect(await atOnce("books", buy, run)).toEqual([true, 1]);
      else {
        // It has looked whether its plan is still true, and goes on to write.
        expect(await atOnce("current_catalogue_version", run, buy)).toEqual([1, true]);
        // The buyer waited for the new copies.
        expect(left).toBe(4);
      }
      // The file was written before the copy was sold.
      expect(await stockOf(bookId)).toBe(4);
    },
  );

  /** A file that says that there are five copies. @returns its import */
  const requestedImport = async (isbn: string) => {
    const dir = mkdtempSync(path.join(tmpdir(), "kitab-race-"));
    const staff = { id: staffId, name: "Asha Rao" };
    const file = csvFile(["ISBN", "Stock"], [{ ISBN: isbn, Stock: "5" }]);
    const created = await createImport(db, { path: file, fileName: "stock.csv", staff, dir });
    if (!created.ok) throw new Error(created.message);
    const run = (write: Db) =>
      runImports({ read: shop.read, write }, { dir, stopping: new AbortController().signal });
    const mapping = importMappingSchema.parse({});
    await planRun(db, created.id, { mode: "stock_and_price", mapping });
    await run(db);
    expect(await requestImport(db, created.id, staff)).toEqual({ ok: true });
    return run;
  };

  test("merge a publisher while its book is sold: the book has the new one, and the copy is sold", async () => {
    const [fromId, intoId] = [await publisher("Saraswati"), await publisher("Saraswati Press")];
    const bookId = await createBook(db, { publisher_id: fromId });
    const buyer = await customerWithCart(db, { bookId });
    const [merged, sold] = await atOnce(
      "books",
      (write) => mergeNames(write, MASTER_DATA.publisher, { fromId, intoId, staffId }),
      (write) => order(write, buyer),
    );
    expect([merged.ok, sold.ok]).toEqual([true, true]);
    const columns = ["stock", "publisher_id"] as const;
    const book = await db
      .selectFrom("books")
      .select(columns)
      .where("id", "=", bookId)
      .executeTakeFirstOrThrow();
    expect(book).toEqual({ stock: 9, publisher_id: intoId });
  });

  const publisher = async (name: string) => {
    const values = { name, name_key: name.toLowerCase(), sort_key: name.toLowerCase() };
    const made = await db.insertInto("publishers").values(values).returning("id").executeTakeFirstOrThrow();
    return made.id;
  };

  test("cancel an unpaid order in two windows, and let it lapse, once", async () => {
    const placed = await createPendingOrder(db, gateway);
    const { orderId, accountId } = placed;
    const cancel = (write: Db) => cancelByCustomer(write, { orderId, accountId, reason: "" });
    const [one, two] = await atOnce("orders", cancel, cancel);
    expect([one.ok, two.ok]).toEqual([true, false]);
    const other = await createPendingOrder(db, gateway);
    const cancelOther = { orderId: other.orderId, accountId: other.accountId, reason: "" };
    await atOnce(
      "orders",
      (write) => cancelByCustomer(write, cancelOther),
      (write) => lapse(write, late),
    );
    for (const each of [placed, other]) {
      const { row, book, events } = await orderRecords(db, each);
      const cancellations = events.filter(({ kind }) => kind === "cancelled").length;
      expect({ ...book, reason: row.cancel_reason, cancellations }).toEqual({
        stock: 10,
        sold: 0,
        reason: "customer",
        cancellations: 1,
      });
    }
  });

  test("refund a return in two windows once", async () => {
    const placed = await createOrder(db, gateway, "delivered", { staffId, quantity: 2 });
    const { orderId, total } = placed;
    const returnId = await requestReturn(db, placed);
    await answerReturn(db, { orderId, staffId, returnId, answer: "approve", note: "", restock: false });
    const refund = (write: Db) => {
      const half = Math.floor(total / 2);
      return refundByStaff(write, {
        orderId,
        staffId,
        amount: half,
        reason: "Torn",
        key: refundKey(),
        returnId,
      });
    };
    const [one, two] = await atOnce("refunds", refund, refund);
    expect([one.ok, two.ok]).toEqual([true, false]);
    expect((await orderRecords(db, placed)).refunds).toHaveLength(1);
  });

  test("note a return as received, with its copy back in stock, while staff refund the order", async () => {
    const placed = await createOrder(db, gateway, "delivered", { staffId, quantity: 2 });
    const { orderId, total } = placed;
    const returnId = await requestReturn(db, placed);
    const answer = { orderId, staffId, returnId, note: "", restock: true } as const;
    await answerReturn(db, { ...answer, answer: "approve" });
    const received = (write: Db) => answerReturn(write, { ...answer, answer: "received" });
    const [one, two, three] = [
      ...(await atOnce("orders", received, (write) =>
        refundByStaff(write, { orderId, staffId, amount: total, reason: "All torn", key: refundKey() }),
      )),
      await received(db),
    ];
    expect([one.ok, two.ok, three!.ok]).toEqual([true, true, false]);
    const { book, refunds } = await orderRecords(db, placed);
    expect(book.stock).toBe(9);
    expect(refunds).toMatchObject([{ amount: total }]);
  });

  test("a coupon that is used up is free again only after the order that holds it has lapsed", async () => {
    const { id, code } = await createCoupon(db, { total_limit: 1 });
    const withCoupon = async () => {
      const customer = await customerWithCart(db);
      await applyCoupon(db, { accountId: customer.accountId }, code);
      return customer;
    };
    const [asha, ravi] = [await withCoupon(), await withCoupon()];
    expect(await order(db, asha)).toMatchObject({ ok: true, couponCode: code });
    const [, sold] = await atOnce(
      "orders",
      (write) => lapse(write, late),
      (write) => order(write, ravi),
    );
    const uses = await db
      .selectFrom("coupon_uses as u")
      .select("u.account_id")
      .where("u.coupon_id", "=", id)
      .where("u.released_at", "is", null)
      .execute();
    expect(uses).toEqual(sold.ok ? [{ account_id: ravi.accountId }] : []);
  });

  test("a payment that comes as its order lapses keeps the coupon, or does without", async () => {
    const { id, code } = await createCoupon(db, { total_limit: 1 });
    const customer = await customerWithCart(db);
    await applyCoupon(db, { accountId: customer.accountId }, code);
    const placed = await order(db, customer);
    if (!placed.ok) throw new Error(placed.message);
    const gatewayOrderId = `order_of_a_coupon_${placed.orderId}`;
    await db
      .updateTable("orders")
      .set({ gateway_order_id: gatewayOrderId })
      .where("id", "=", placed.orderId)
      .execute();
    const paid = capturedPayment({ gatewayOrderId, total: placed.totals.total });
    const [outcome] = await atOnce(
      "payments",
      (write) => applyPayment(write, paid, "webhook"),
      (write) => lapse(write, late),
    );
    expect(outcome).toMatchObject({ outcome: "paid" });
    const uses = await db
      .selectFrom("coupon_uses")
      .select("released_at")
      .where("coupon_id", "=", id)
      .execute();
    expect(uses).toEqual([{ released_at: null }]);
  });

  test.each(["a pre-order", "the delivery"])(
    "%s comes first: copies that come in belong to who waits",
    async (first) => {
      const bookId = await createBook(db, {
        publishing_status: "forthcoming",
        published_on: "2999-01-01",
        preorder_limit: 5,
        stock: 0,
      });
      const buyer = await customerWithCart(db, { bookId, quantity: 2 });
      const book = (await findEditableBook(db, bookId))!;
      const seen = { version: book.version, stock: 0 };
      const fields = { ...fieldsOf(book), stock: 5 };
      const comesIn = (write: Db) => updateBook(write, { bookId, staffId, fields, seen });
      const buy = (write: Db) => order(write, buyer);
      const [one, two] = await (first === "a pre-order"
        ? atOnce("books", buy, comesIn)
        : atOnce("books", comesIn, buy));
      expect([one.ok, two.ok]).toEqual([true, true]);
      const line = await db
        .selectFrom("order_lines")
        .select("owed")
        .where("book_id", "=", bookId)
        .executeTakeFirstOrThrow();
      expect({ ...line, stock: await stockOf(bookId) }).toEqual({ owed: 0, stock: 3 });
    },
  );

  test.each([true, false])(
    "an account is not deleted while its late order is paid; paid first: %s",
    async (isPaidFirst) => {
      const placed = await createPendingOrder(db, gateway);
      await lapse(db, late);
      const { accountId } = placed;
      const { token } = await createAccountToken(db, accountId, "delete_account", new Date());
      const pay = (write: Db) => applyPayment(write, capturedPayment(placed), "webhook");
      const end = (write: Db) => deleteAccount(write, accountId, { token }, site);
      const [paid, deleted] = isPaidFirst
        ? await atOnce("orders", pay, end)
        : ((await atOnce("orders", end, pay)).toReversed() as [
            Awaited<ReturnType<typeof pay>>,
            Awaited<ReturnType<typeof end>>,
          ]);
      const { row } = await orderRecords(db, placed);
      const { deleted_at } = await db
        .selectFrom("accounts")
        .select("deleted_at")
        .where("id", "=", accountId)
        .executeTakeFirstOrThrow();
      // Paid late, an order is served whoever placed it.
      expect([paid.outcome, row.state]).toEqual(["paid", "paid"]);
      const isDeleted = deleted_at !== null;
      expect([deleted.ok, isDeleted]).toEqual([!isPaidFirst, !isPaidFirst]);
    },
  );

  test("two orders of the same two books, chosen in opposite order, both go through", async () => {
    const books = [await createBook(db), await createBook(db)];
    const buyers: CustomerWithCart[] = [];
    for (const chosen of [books, books.toReversed()]) {
      const buyer = await customerWithCart(db, { bookId: chosen[0]! });
      await addToCart(db, { accountId: buyer.accountId }, { bookId: chosen[1]!, quantity: 1 });
      buyers.push(buyer);
    }
    const [one, two] = await atOnce(
      "books",
      (write) => order(write, buyers[0]!),
      (write) => order(write, buyers[1]!),
    );
    expect([one.ok, two.ok]).toEqual([true, true]);
    expect(await Promise.all(books.map(stockOf))).toEqual([8, 8]);
  });
});
