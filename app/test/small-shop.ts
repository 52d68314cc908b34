import fc from "fast-check";
import type { Kysely } from "kysely";
import { createAccountToken } from "~/domain/people/accounts/account-tokens.server";
import { deleteAccount } from "~/domain/people/accounts/deletion/account-deletion.server";
import { applyCoupon } from "~/domain/sales/cart/cart-coupon.server";
import { addToCart, mergeGuestCart, removeItem, setQuantity } from "~/domain/sales/cart/cart.server";
import { fieldsOf } from "~/domain/catalogue/books/book";
import { updateBook } from "~/domain/catalogue/books/record/save-book.server";
import { findEditableBook } from "~/domain/catalogue/books/staff/staff-books.server";
import { placeOrder } from "~/domain/sales/checkout/place-order.server";
import { cancelByCustomer, cancelByStaff } from "~/domain/sales/orders/cancellation.server";
import { despatch, markDelivered, markPacked } from "~/domain/sales/orders/fulfilment/fulfilment.server";
import { answerReturn } from "~/domain/sales/orders/returns/return-answers.server";
import { askForReturn } from "~/domain/sales/orders/returns/returns.server";
import { applyPayment } from "~/domain/sales/payments/apply-payment.server";
import { lapse } from "~/domain/sales/payments/lapse.server";
import { refundByStaff } from "~/domain/sales/payments/refunds/staff-refunds.server";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { createAccount, createAddress, createBook, createGuestSession, createStaff } from "./factories";
import { createCoupon } from "./factories-coupons";
import { createCarrier } from "./orders";

/*
 * A shop of two customers, three books with few copies and one coupon, for tests of many who do something at once. Rows are
 * named by their place among those of their customer, so that two databases can be compared.
 */

/** One thing that somebody does. `who` is a customer, `book` a book, `last` an order of the customer, 0 the newest. */
export type Step =
  | { do: "add" | "guest add" | "set"; who: number; book: number; copies: number }
  | { do: "remove"; who: number; book: number }
  | { do: "merge" | "coupon" | "order" | "delete"; who: number }
  | { do: "pay"; who: number; last: number; payment: number; status: "captured" | "failed" | "refunded" }
  | { do: "cancel" | "cancel by staff" | "lapse"; who: number; last: number }
  | { do: "pack" | "ship" | "deliver" | "ask"; who: number; last: number }
  | { do: "refund"; who: number; last: number; amount: number; form: number }
  | { do: "answer"; who: number; last: number; answer: "approve" | "decline" | "received" }
  | { do: "stock"; book: number; copies: number };

const one = <const Value>(...values: Value[]) => fc.constantFrom(...values);
const copies = fc.integer({ min: 1, max: 2 });

/** Any step; most are about the same customer, order and book. */
export const stepsAbout = (about: { who: number; last: number; book: number }): fc.Arbitrary<Step> => {
  const who = one(about.who, about.who, about.who, 1 - about.who);
  const book = one(about.book, about.book, 0, 1, 2);
  const order = { who, last: one(about.last, about.last, about.last, 0, 1) };
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: one("add", "guest add", "set"), who, book, copies }) },
    { weight: 1, arbitrary: fc.record({ do: one("remove"), who, book }) },
    { weight: 5, arbitrary: fc.record({ do: one("order", "order", "coupon", "merge"), who }) },
    { weight: 6, arbitrary: fc.record({ do: one("pay"), ...order, payment: fc.nat(1), status: one("captured", "captured", "captured", "failed", "refunded") }) }, // oxfmt-ignore
    { weight: 4, arbitrary: fc.record({ do: one("cancel", "cancel by staff", "lapse"), ...order }) },
    { weight: 4, arbitrary: fc.record({ do: one("pack", "ship", "deliver", "ask"), ...order }) },
    { weight: 2, arbitrary: fc.record({ do: one("refund"), ...order, amount: one(100, 9_975, 20_000), form: fc.nat(3) }) }, // oxfmt-ignore
    { weight: 2, arbitrary: fc.record({ do: one("answer"), ...order, answer: one("approve", "approve", "received", "decline") }) }, // oxfmt-ignore
    { weight: 2, arbitrary: fc.record({ do: one("stock"), book, copies }) },
  );
  // The last thing that a customer does.
  const end = fc.record({ do: one("delete"), who });
  return fc.oneof({ weight: 60, arbitrary: step }, { weight: 1, arbitrary: end });
};

export interface SmallShop {
  customers: { accountId: number; addressId: number; guest: string; token: string }[];
  books: number[];
  code: string;
  staffId: number;
  providerId: number;
}

const SITE = { shopName: "Neem Press", origin: "https://books.example.in" };
const OUT_LATER = { publishing_status: "forthcoming", published_on: "2999-01-01" } as const;

/** Fills an empty database. @param now of the links for deleting the accounts */
export async function fillSmallShop(db: Db, now: Date): Promise<SmallShop> {
  const customers = [];
  for (const name of ["asha", "ravi"]) {
    const accountId = await createAccount(db, { email: `${name}@example.com` });
    const { token } = await createAccountToken(db, accountId, "delete_account", now);
    const addressId = await createAddress(db, accountId);
    customers.push({ accountId, addressId, guest: await createGuestSession(db), token });
  }
  const books = [
    await createBook(db, { title: "Godan", price: 33_300, stock: 5 }),
    await createBook(db, { title: "Nirmala", price: 19_950, stock: 4 }),
    await createBook(db, { title: "Rangbhumi", stock: 0, preorder_limit: 3, ...OUT_LATER }),
  ];
  const { code } = await createCoupon(db, { code: "MONSOON", total_limit: 2, customer_limit: 1 });
  const staffId = await createStaff(db, { email: "staff@example.com" });
  const shop = { customers, books, code, staffId, providerId: await createCarrier(db) };
  for (const step of BEFORE) {
    const act = await prepare(db, shop, step, now);
    await act!(db);
    await openAtGateway(db, shop);
  }
  return shop;
}

const newest = { last: 0 } as const;
const paid = { do: "pay", ...newest, payment: 0, status: "captured" } as const;
/** The first customer has an order that was delivered, the second one that is paid; both have full carts and an unpaid order. */
const BEFORE: Step[] = [
  { do: "add", who: 0, book: 0, copies: 2 },
  { do: "order", who: 0 },
  { ...paid, who: 0 },
  { do: "pack", who: 0, ...newest },
  { do: "ship", who: 0, ...newest },
  { do: "deliver", who: 0, ...newest },
  { do: "add", who: 1, book: 0, copies: 1 },
  { do: "add", who: 1, book: 1, copies: 1 },
  { do: "order", who: 1 },
  { ...paid, who: 1 },
  { do: "add", who: 0, book: 1, copies: 1 },
  { do: "order", who: 0 },
  { do: "add", who: 1, book: 2, copies: 2 },
  { do: "order", who: 1 },
];

/** What somebody is about to do: it has looked at the shop, and has not begun. @returns what came of it, without its words */
export type Act = (db: Db) => Promise<unknown>;

/** Looks up what a step is about; of an order that lapses the time to pay is over. @returns null when there is no such order, return or line */
export async function prepare(db: Db, shop: SmallShop, step: Step, now: Date): Promise<Act | null> {
  const { staffId, providerId } = shop;
  if (step.do === "stock") {
    const bookId = shop.books[step.book]!;
    const book = (await findEditableBook(db, bookId))!;
    const fields = { ...fieldsOf(book), stock: book.stock + step.copies };
    const seen = { version: book.version, stock: book.stock };
    return (write) => updateBook(write, { bookId, staffId, fields, seen }, now).then(briefly);
  }
  const { accountId, addressId, guest, token } = shop.customers[step.who]!;
  const owner = { accountId };
  switch (step.do) {
    case "add":
    case "guest add": {
      const wanted = { bookId: shop.books[step.book]!, quantity: step.copies };
      const of = step.do === "add" ? owner : { sessionHash: guest };
      return (write) => addToCart(write, of, wanted, now).then(briefly);
    }
    case "set":
    case "remove": {
      const bookId = shop.books[step.book]!;
      const line = await db
        .selectFrom("cart_items as i")
        .innerJoin("carts as c", "c.id", "i.cart_id")
        .select("i.id")
        .where("c.account_id", "=", accountId)
        .where("i.book_id", "=", bookId)
        .executeTakeFirst();
      if (!line) return null;
      const ref = { itemId: line.id, bookId };
      if (step.do === "remove") return (write) => removeItem(write, owner, ref);
      return (write) => setQuantity(write, owner, { ...ref, quantity: step.copies }, now).then(briefly);
    }
    case "merge":
      return (write) => write.transaction().execute((trx) => mergeGuestCart(trx, guest, accountId, now));
    case "coupon":
      return (write) => applyCoupon(write, owner, shop.code, now).then(briefly);
    case "order":
      return (write) => placeOrder(write, accountId, { addressId, gateway: "sandbox" }, now).then(briefly);
    case "delete":
      return (write) => deleteAccount(write, accountId, { token }, SITE, now).then(briefly);
  }
  const orders = await db
    .selectFrom("orders")
    .select(["id", "gateway_order_id as at", "total"])
    .where("account_id", "=", accountId)
    .orderBy("id", "desc")
    .execute();
  const order = orders[step.last];
  if (!order) return null;
  const orderId = order.id;
  const request = { orderId, staffId };
  switch (step.do) {
    case "pay": {
      const payment = {
        id: `pay_of_${order.at!}_${step.payment}`,
        orderId: order.at!,
        amount: order.total,
        currency: "INR",
        status: step.status,
        method: "upi",
        errorDescription: null,
      };
      return async (write) => {
        const { orderId: _, ...outcome } = await applyPayment(write, payment, "webhook", now);
        return outcome;
      };
    }
    case "lapse":
      await db.updateTable("orders").set({ pay_by: now.toISOString() }).where("id", "=", orderId).execute();
      // How many had been overdue before it began does not count.
      return (write) => lapse(write, now).then(() => null);
    case "cancel":
      return (write) => cancelByCustomer(write, { orderId, accountId, reason: "" }, now).then(briefly);
    case "cancel by staff":
      return (write) => cancelByStaff(write, { ...request, note: "" }, now).then(briefly);
    case "pack":
      return (write) => markPacked(write, request, now).then(briefly);
    case "ship": {
      const parcel = { ...request, providerId, trackingNo: `T${step.who}-${orders.length - step.last}` };
      return (write) => despatch(write, parcel, now).then(briefly);
    }
    case "deliver":
      return (write) => markDelivered(write, request, now).then(briefly);
    case "ask": {
      const line = await db
        .selectFrom("order_lines")
        .select("book_id as bookId")
        .where("order_id", "=", orderId)
        .orderBy("book_id")
        .executeTakeFirstOrThrow();
      const items = [{ bookId: line.bookId, qty: 1 }];
      const asked = { orderId, accountId, items, reason: "damaged", remarks: "" } as const;
      return (write) => askForReturn(write, asked, now).then(briefly);
    }
    case "answer": {
      const newest = await db
        .selectFrom("return_requests")
        .select("id")
        .where("order_id", "=", orderId)
        .orderBy("id", "desc")
        .executeTakeFirst();
      if (!newest) return null;
      const answer = { ...request, returnId: newest.id, answer: step.answer, note: "n", restock: true };
      return (write) => answerReturn(write, answer, now).then(briefly);
    }
    case "refund": {
      const key = `form-key-of-a-refund-${step.who}-${step.form}`;
      const refund = { ...request, amount: step.amount, reason: "Torn", key };
      return (write) => refundByStaff(write, refund, now).then(briefly);
    }
  }
}

const briefly = (outcome: { ok: boolean; reason?: string }) => ({ ok: outcome.ok, reason: outcome.reason });

/**
 * Gives each order that has none a number at the gateway, as the checkout does after it has placed the order; it has time
 * without end to be paid.
 */
export async function openAtGateway(db: Db, { customers }: SmallShop): Promise<void> {
  for (const [who, { accountId }] of customers.entries()) {
    const orders = await db
      .selectFrom("orders")
      .select(["id", "gateway_order_id as at"])
      .where("account_id", "=", accountId)
      .orderBy("id")
      .execute();
    for (const [place, { id, at }] of orders.entries())
      if (at === null)
        await db
          .updateTable("orders")
          .set({ gateway_order_id: `order_${who}_${place}`, pay_by: "2999-01-01T00:00:00.000Z" })
          .where("id", "=", id)
          .execute();
  }
}

/** All that the steps can change, with the places of rows instead of their numbers. */
export async function lookAt(db: Db, shop: SmallShop) {
  const bookAt = (id: number) => shop.books.indexOf(id);
  const all = <Name extends keyof Tables & string>(table: Name) =>
    (db as Kysely<Tables>).selectFrom<keyof Tables>(table).selectAll().execute() as unknown as Promise<
      Record<string, string | number | null>[]
    >;
  const [books, items, carts, orders, lines, payments, refunds, returns, events, uses, pairs, counters] =
    (await Promise.all(
      (
        [
          "books",
          "cart_items",
          "carts",
          "orders",
          "order_lines",
          "payments",
          "refunds",
          "return_requests",
          "order_events",
          "coupon_uses",
          "bought_together",
          "invoice_counters",
        ] as const
      ).map(all),
    )) as unknown as [Rows, Rows, Rows, Rows, Rows, Rows, Rows, Rows, Rows, Rows, Rows, Rows];
  const mails = await db.selectFrom("outgoing_mails").select("subject").execute();
  const sorted = (texts: unknown[]) => texts.map((one) => JSON.stringify(one)).sort();
  const inOrder = (rows: Rows) => rows.toSorted((a, b) => Number(a.id) - Number(b.id));
  const cartOf = (cart: Row | undefined) =>
    cart && {
      coupon: cart.coupon_id !== null,
      lines: sorted(of(items, "cart_id", cart.id).map((one) => [bookAt(Number(one.book_id)), one.quantity])),
    };
  const orderIn = (order: Row) => ({
    ...pick(order, "state", "cancel_reason", "stock_held", "total", "discount", "coupon_code", "invoice_no"),
    lines: sorted(
      of(lines, "order_id", order.id).map((one) => [
        bookAt(Number(one.book_id)),
        one.quantity,
        one.owed,
        one.preorder,
        one.unit_price,
      ]),
    ),
    payments: sorted(
      of(payments, "order_id", order.id).map((one) => pick(one, "gateway_payment_id", "status")),
    ),
    refunds: sorted(
      of(refunds, "order_id", order.id).map((one) => ({
        ...pick(one, "amount", "reason", "status"),
        isOfReturn: one.return_id !== null,
      })),
    ),
    returns: inOrder(of(returns, "order_id", order.id)).map(({ state }) => state),
    events: inOrder(of(events, "order_id", order.id)).map(({ kind }) => kind),
    uses: of(uses, "order_id", order.id).map(({ released_at }) => released_at === null),
  });
  return {
    books: shop.books.map((id) =>
      pick(
        books.find((one) => one.id === id)!,
        "stock",
        "sold_count",
        "preordered",
        "preorder_owed",
      ),
    ),
    customers: shop.customers.map(({ accountId, guest }) => ({
      cart: cartOf(carts.find((one) => one.account_id === accountId)),
      guest: cartOf(carts.find((one) => one.session_hash === guest)),
      orders: inOrder(of(orders, "account_id", accountId)).map(orderIn),
    })),
    together: sorted(
      pairs.map((one) => [bookAt(Number(one.book_id)), bookAt(Number(one.other_id)), one.order_count]),
    ),
    invoices: counters.map(({ last_number }) => last_number),
    mails: mails.map(({ subject }) => subject.replaceAll(/#\d+/g, "#…")).sort(),
  };
}

type Row = Record<string, string | number | null>;
type Rows = Row[];

const of = (rows: Rows, column: string, value: unknown) => rows.filter((row) => row[column] === value);
const pick = (row: Row, ...columns: string[]) =>
  Object.fromEntries(columns.filter((column) => column in row).map((column) => [column, row[column]]));
