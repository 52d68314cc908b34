import { beforeAll, describe, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { exchange as exchangeFor, exchangeRequest, made } from "~/test/exchanges";
import { createBook } from "~/test/factories";
import {
  capturedPayment,
  createOrder,
  createOrderShop,
  type PlacedOrder,
  requestReturn,
} from "~/test/orders";
import { mailsTo, onOneLine } from "~/test/mails";
import type { MemoryGateway } from "~/test/payments/memory-gateway";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { applyPayment } from "../../payments/apply-payment.server";
import { ensureBalanceOrder } from "../../payments/pay-balance.server";
import { processRefunds } from "../../payments/refunds/refunds.server";
import { refundByStaff } from "../../payments/refunds/staff-refunds.server";
import { cancelByStaff } from "../cancellation.server";
import { findStaffOrder } from "../desk/staff-order.server";
import { eventWords } from "../desk/order-timeline";
import { markPacked } from "../fulfilment/fulfilment.server";
import { readOrderMoney } from "../money/order-money.server";
import { readOrder } from "../orders.server";
import { answerReturn } from "../returns/return-answers.server";
import { exchangeBooks, previewExchange } from "./exchange.server";

const NOW = new Date("2026-11-21T06:00:00.000Z");

let db: Db;
let gateway: MemoryGateway;
let staffId: number;
let providerId: number;
beforeAll(async () => {
  ({ db, gateway, staffId, providerId } = await createOrderShop());
});

/** Three copies at ₹250 of ten in stock. */
const make = (state: "delivered" | "shipped" | "paid" = "delivered") =>
  createOrder(db, gateway, state, {
    now: NOW,
    staffId,
    providerId,
    quantity: 3,
    book: { title: "Gora", stock: 10, price: 25_000 },
  });

const of = ({ orderId }: { orderId: number }) => ({ orderId, staffId, now: NOW });
const requestFor = (order: PlacedOrder, given: Record<string, unknown>) =>
  exchangeRequest(db, of(order), given);
const exchange = (order: PlacedOrder, given: Record<string, unknown>) => exchangeFor(db, of(order), given);

const stockOf = async (bookId: number) =>
  (await db.selectFrom("books").select("stock").where("id", "=", bookId).executeTakeFirstOrThrow()).stock;
const read = async (orderId: number) => (await findStaffOrder(db, orderId, undefined, NOW))!;

describe("an exchange", () => {
  test("for the same book costs nothing: a new order, linked both ways, with a bill, and a note for what came back", async () => {
    const order = await make();
    const outcome = made(
      await exchange(order, { add: [{ bookId: order.bookId, qty: 1 }], reason: "The cover was torn." }),
    );
    expect(outcome).toMatchObject({ total: 25_000, paid: 25_000, due: 0, refund: 0 });
    const [before, after] = [await read(order.orderId), await read(outcome.newOrderId)];
    expect(before).toMatchObject({ exchanges: [after.id], exchangeOf: null, state: "delivered" });
    expect(after).toMatchObject({ exchangeOf: before.id, exchanges: [], state: "paid", balanceDue: 0 });
    expect(after.totals).toMatchObject({ subtotal: 25_000, discount: 0, shipping: 0, total: 25_000 });
    expect(before.lines[0]).toMatchObject({ quantity: 3, refunded: 1 });
    // Written off; its place in the parcel is taken by one from the stock.
    expect(await stockOf(order.bookId)).toBe(10 - 3 - 1);
    expect(before.documents.map(({ kind }) => kind)).toEqual(["bill", "refund_note"]);
    expect(after.documents.map(({ kind }) => kind)).toEqual(["bill"]);
    expect(before.money).toEqual({ paid: 75_000, left: 50_000 });
    expect(after.money).toEqual({ paid: 25_000, left: 25_000 });
    expect(before.refunds).toMatchObject([{ status: "processed", paidBack: `Order #${after.id}` }]);
    expect(await processRefunds(db, gateway, NOW)).toBe(0);
    expect(before.events.map((event) => eventWords(event))).toContainEqual({
      what: `Books exchanged: order #${after.id}`,
      more: ["Taken back: 1 × Gora", "Sent: 1 × Gora", "Worth: ₹250.00", "Reason: The cover was torn."],
    });
    expect(before.events.filter(({ kind }) => kind.startsWith("refund"))).toEqual([]);
    expect(before.documents[1]).toMatchObject({ cause: "lowered" });
    expect((await readAudit(db, "order", before.id))[0]).toMatchObject({ action: "exchanged books of" });
    const [mail, note] = (await mailsTo(db, before.customer.email)).slice(-2);
    expect(mail!.dedupe_key).toBe(`order-confirmation:${after.id}`);
    expect(note).toMatchObject({
      attachment: note!.dedupe_key,
      subject: expect.stringContaining(`note for order #${before.id}`),
    });
    expect(onOneLine(mail!.text_body)).toContain(`in exchange for books of order #${before.id}`);
    expect(await markPacked(db, { orderId: after.id, staffId }, NOW)).toMatchObject({ ok: true });
  });

  test("for a dearer book asks for the rest by a link; it is packed when that has come", async () => {
    const order = await make("shipped");
    const dear = await createBook(db, { title: "Devdas", price: 40_000, stock: 2 });
    const outcome = made(await exchange(order, { add: [{ bookId: dear, qty: 1 }], shipping: 40.5 }));
    expect(outcome).toMatchObject({ total: 44_050, paid: 25_000, due: 19_050, refund: 0 });
    const { newOrderId } = outcome;
    const mail = (await mailsTo(db, (await read(order.orderId)).customer.email)).at(-2)!;
    expect(onOneLine(mail.text_body)).toContain("Please pay ₹190.50 more");
    expect(mail.text_body).toContain("/pay?");
    expect(await markPacked(db, { orderId: newOrderId, staffId }, NOW)).toMatchObject({ ok: false });
    const opened = await ensureBalanceOrder(db, gateway, newOrderId);
    if (!opened.ok) throw new Error(opened.message);
    const payment = gateway.pay(capturedPayment({ ...opened, total: opened.amount }));
    await applyPayment(db, payment, "webhook", NOW);
    expect((await read(newOrderId)).money).toEqual({ paid: 44_050, left: 44_050 });
    expect(await markPacked(db, { orderId: newOrderId, staffId }, NOW)).toMatchObject({ ok: true });
    // Cancelled, what was paid online goes back there, and the rest by hand.
    await cancelByStaff(db, { orderId: newOrderId, staffId, note: "" }, NOW);
    expect((await read(newOrderId)).refunds).toMatchObject([
      { amount: 19_050, isByHand: false },
      { amount: 25_000, isByHand: true, status: "queued" },
    ]);
  });

  test("for cheaper books refunds the rest, once, with notes for the copies together", async () => {
    const order = await make();
    const cheap = await createBook(db, { price: 9_990, stock: 5 });
    const { lines } = (await readOrder(db, order.orderId, "anybody", NOW))!;
    const request = await requestFor(order, {
      lines: [{ id: lines[0]!.id, qty: 2, restock: true }],
      add: [{ bookId: cheap, qty: 1 }],
    });
    const outcome = made(await exchangeBooks(db, request, NOW));
    expect(outcome).toMatchObject({ total: 9_990, paid: 9_990, due: 0, refund: 40_010 });
    expect(await exchangeBooks(db, request, NOW)).toEqual(outcome);
    const another = await make();
    const again = await requestFor(another, { add: request.add, idempotencyKey: request.idempotencyKey });
    expect(await exchangeBooks(db, again, NOW)).toMatchObject({ ok: false, message: `This form has placed order #${outcome.newOrderId} already: begin a new one` }); // oxfmt-ignore
    expect((await read(another.orderId)).refunds).toEqual([]);
    await processRefunds(db, gateway, NOW);
    const { refunds, money, state } = await read(order.orderId);
    expect(refunds).toMatchObject([
      { amount: 9_990, reason: "exchange", status: "processed" },
      { amount: 40_010, reason: "staff", status: "processed" },
    ]);
    const noted = await db
      .selectFrom("document_lines as l")
      .innerJoin("documents as d", "d.id", "l.document_id")
      .select(["d.kind", "l.quantity", "l.value"])
      .where("d.order_id", "=", order.orderId)
      .orderBy("d.id")
      .execute();
    expect(noted).toEqual([
      { kind: "bill", quantity: 3, value: 75_000 },
      { kind: "refund_note", quantity: 2, value: 9_990 },
      { kind: "refund_note", quantity: 0, value: 40_010 },
    ]);
    expect([money, state]).toEqual([{ paid: 75_000, left: 25_000 }, "delivered"]);
    expect(await stockOf(order.bookId)).toBe(10 - 3 + 2);
  });

  test("of a return: once, all of it, whether the books have come or not", async () => {
    const order = await make();
    const returnId = await requestReturn(db, order, { items: [{ bookId: order.bookId, qty: 2 }] }, NOW);
    const add = [{ bookId: order.bookId, qty: 1 }];
    expect(await exchange(order, { returnId, add })).toMatchObject({ message: "This return has not been approved yet" }); // oxfmt-ignore
    const answer = (what: "approve" | "received") =>
      answerReturn(
        db,
        { orderId: order.orderId, staffId, returnId, answer: what, note: "", restock: true },
        NOW,
      );
    await answer("approve");
    const outcome = made(await exchange(order, { returnId, add }));
    expect(outcome).toMatchObject({ total: 25_000, paid: 25_000, refund: 25_000 });
    await answer("received");
    await processRefunds(db, gateway, NOW);
    const after = await read(order.orderId);
    expect(after.returns).toMatchObject([
      { state: "refunded", refund: { amount: 50_000, status: "processed", exchanged: true } },
    ]);
    expect(await stockOf(order.bookId)).toBe(10 - 3 - 1 + 2);
    expect(await exchange(order, { returnId, add })).toMatchObject({ ok: false, message: "These books are exchanged already" }); // oxfmt-ignore
  });

  test("of a copy that a discount made cheaper is for the same book still nothing", async () => {
    const order = await make();
    // As a coupon would have: 75,000 less 10,001 is 21,666.33… a copy.
    await db.updateTable("orders").set({ discount: 10_001, shipping: 10_001 }).where("id", "=", order.orderId).execute(); // oxfmt-ignore
    const outcome = made(await exchange(order, { add: [{ bookId: order.bookId, qty: 1 }] }));
    expect(outcome).toMatchObject({ total: 21_666, paid: 21_666, due: 0, refund: 0 });
    // Less than ₹1 is neither asked for nor refunded.
    const [more, less] = [await createBook(db, { price: 21_700, stock: 1 }), await createBook(db, { price: 21_600, stock: 1 })]; // oxfmt-ignore
    expect(made(await exchange(order, { add: [{ bookId: more, qty: 1 }] }))).toMatchObject({ total: 21_666, due: 0, refund: 0 }); // oxfmt-ignore
    expect(made(await exchange(order, { add: [{ bookId: less, qty: 1 }] }))).toMatchObject({ total: 21_600, due: 0, refund: 0 }); // oxfmt-ignore
  });

  test("of an order in exchange is one again: the money goes along", async () => {
    const first = await make();
    const second = made(await exchange(first, { add: [{ bookId: first.bookId, qty: 1 }] })).newOrderId;
    await db.updateTable("orders").set({ state: "shipped", shipped_at: NOW.toISOString() }).where("id", "=", second).execute(); // oxfmt-ignore
    const third = made(
      await exchange({ ...first, orderId: second }, { add: [{ bookId: first.bookId, qty: 1 }] }),
    );
    expect(await readOrderMoney(db, second)).toMatchObject({ paid: 25_000, left: 0 });
    expect(await readOrderMoney(db, third.newOrderId)).toMatchObject({ paid: 25_000, left: 25_000 });
    expect(await processRefunds(db, gateway, NOW)).toBe(0);
  });
});

describe("is refused, and changes nothing:", () => {
  const refusals = async (order: PlacedOrder, given: Record<string, unknown>, refusal: object) => {
    const count = () => db.selectFrom("order_events").select(({ fn }) => fn.countAll().as("n")).executeTakeFirst(); // oxfmt-ignore
    const before = await count();
    expect(await exchange(order, given)).toMatchObject({ ok: false, ...refusal });
    expect(await count()).toEqual(before);
  };

  test("too few copies in stock, too many for the same book, a line of another order, copies that are gone", async () => {
    const order = await make();
    const rare = await createBook(db, { title: "Rare", stock: 1 });
    const { id } = (await readOrder(db, order.orderId, "anybody", NOW))!.lines[0]!;
    await refusals(order, { add: [{ bookId: rare, qty: 2 }] }, { field: "add[0].qty", message: "Only 1 of “Rare” can be had" }); // oxfmt-ignore
    const same = [{ bookId: order.bookId, qty: 2 }];
    await refusals(order, { add: same }, { field: "add[0].qty", message: expect.stringMatching(/^At most 1 can be exchanged/) }); // oxfmt-ignore
    const add = [{ bookId: rare, qty: 1 }];
    await refusals(order, { lines: [{ id: 999_999, qty: 1 }], add }, { field: "lines[0].qty" });
    await refusals(order, { lines: [{ id, qty: 4 }], add }, { field: "lines[0].qty", message: "At most 3 can be refunded" }); // oxfmt-ignore
    made(await exchange(order, { lines: [{ id, qty: 3 }], add: [{ bookId: order.bookId, qty: 3 }] }));
    // All of it was exchanged, not refunded.
    expect(await read(order.orderId)).toMatchObject({ state: "delivered", money: { left: 0 } });
    await refusals(order, { add }, { message: `All copies of order #${order.orderId} are refunded or returned already` }); // oxfmt-ignore
  });

  test("an order that is not sent, on account, changed since, or already refunded", async () => {
    const add = [{ bookId: await createBook(db, { stock: 1 }), qty: 1 }];
    const paid = await make("paid");
    await refusals(
      paid,
      { add },
      { message: `Order #${paid.orderId} is not sent yet: change the order instead` },
    );
    const order = await make();
    await refusals(order, { add, version: 1 }, { message: expect.stringContaining("was changed meanwhile") });
    const account = await make();
    await db
      .updateTable("orders")
      .set({ payment_way: "account" })
      .where("id", "=", account.orderId)
      .execute();
    await refusals(account, { add }, { message: expect.stringContaining("is on account") });
    await refundByStaff(db, { orderId: order.orderId, staffId, amount: 75_000, reason: "r", key: "a-key-of-a-refund" }, NOW); // oxfmt-ignore
    await refusals(order, { add }, { message: expect.stringContaining("it was refunded") });
    expect(await exchangeBooks(db, { ...(await requestFor(order, { add })), orderId: 999_999 }, NOW)).toMatchObject({ reason: "not_found" }); // oxfmt-ignore
  });

  test("more than may be refunded without a proof; a preview, which answers the same", async () => {
    const order = await make();
    const add = [{ bookId: order.bookId, qty: 1 }];
    const request = await requestFor(order, { add });
    const unproved = { since: NOW.toISOString(), limit: 10_000 };
    expect(await exchangeBooks(db, { ...request, unproved }, NOW)).toMatchObject({ reason: "needs_proof" });
    const shown = made(await previewExchange(db, request, NOW));
    expect((await read(order.orderId)).exchanges).toEqual([]);
    const { newOrderId: _new, message: _message, ...same } = shown;
    expect(await exchangeBooks(db, request, NOW)).toMatchObject(same);
  });
});
