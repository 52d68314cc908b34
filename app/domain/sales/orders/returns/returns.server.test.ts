import { beforeEach, describe, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createAccount, createBook, createStaff, setSettings } from "~/test/factories";
import type { MemoryGateway } from "~/test/payments/memory-gateway";
import {
  createOrder,
  createOrderShop,
  orderRecords,
  type PlacedOrder,
  refundKey,
  requestReturn,
} from "~/test/orders";
import { allMails, onOneLine } from "~/test/mails";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { processRefunds } from "~/domain/sales/payments/refunds/refunds.server";
import { refundByStaff } from "~/domain/sales/payments/refunds/staff-refunds.server";
import { parseOrderSearch } from "../desk/order-list";
import { listStaffOrders } from "../desk/order-list.server";
import { eventWords } from "../desk/order-timeline";
import { listOrders } from "../customer-orders.server";
import { ORDER_STATES } from "../orders";
import { answerReturn } from "./return-answers.server";
import type { ReturnAnswer, ReturnRequest } from "./returns.schema";
import { askForReturn, withdrawReturn } from "./returns.server";
import { findStaffOrder } from "../desk/staff-order.server";

/** Delivered in India on 21 November, half an hour before midnight. */
const DELIVERED = new Date("2026-11-21T18:00:00.000Z");
const NOW = new Date("2026-11-23T06:00:00.000Z");
const LATER = new Date("2026-11-24T06:00:00.000Z");
/** Midnight at the start of 2 December in India, when the ten days are over. */
const OVER = new Date("2026-12-01T18:30:00.000Z");

let db: Db;
let gateway: MemoryGateway;
let staffId: number;
let bookId: number;
let providerId: number;

beforeEach(async () => {
  ({ db, gateway, staffId, providerId } = await createOrderShop());
  bookId = await createBook(db, { title: "Gora", stock: 10 });
});

const make = (state: (typeof ORDER_STATES)[number] = "delivered") =>
  createOrder(db, gateway, state, { now: DELIVERED, staffId, providerId, bookId, quantity: 3 });
const returnOf = ({ bookId }: PlacedOrder): ReturnRequest => ({
  items: [{ bookId, qty: 2 }],
  reason: "wrong_book",
  remarks: "",
});
const ask = (order: PlacedOrder, given: Partial<ReturnRequest> = {}, now = NOW) => {
  const { orderId, accountId } = order;
  return askForReturn(db, { orderId, accountId, ...returnOf(order), ...given }, now);
};
/** The same, accepted. @returns the request's id */
const asked = (order: PlacedOrder, given: Partial<ReturnRequest> = {}, now = NOW) =>
  requestReturn(db, order, { ...returnOf(order), ...given }, now);
const answer = (
  order: PlacedOrder,
  returnId: number,
  what: ReturnAnswer["answer"],
  given: Partial<ReturnAnswer & { staffId: number }> = {},
) =>
  answerReturn(
    db,
    { orderId: order.orderId, staffId, returnId, answer: what, note: "", restock: false, ...given },
    LATER,
  );
const returnsOf = (order: PlacedOrder) =>
  db.selectFrom("return_requests").selectAll().where("order_id", "=", order.orderId).execute();
const setReturnDays = (days: number) => setSettings(db, { returnDays: days });

describe("requesting a return", () => {
  test("stores the books, logs the request, and mails the customer and the staff", async () => {
    const order = await make();
    const id = order.orderId;
    await createStaff(db, { email: "packer@kitab.example", job: "orders" });
    const outcome = await ask(order, { reason: "other", remarks: "Two came.\nBoth <b>odd</b>." });
    expect(outcome).toMatchObject({
      ok: true,
      message: `Your return request for order #${id} is sent. We answer by email`,
    });
    const { returns, events } = (await findStaffOrder(db, id))!;
    expect(returns).toEqual([
      {
        id: expect.any(Number),
        state: "requested",
        reason: "other",
        remarks: "Two came.\nBoth <b>odd</b>.",
        answer: "",
        requestedAt: NOW.toISOString(),
        answeredAt: null,
        receivedAt: null,
        refund: null,
        lines: [{ bookId, title: "Gora", quantity: 2 }],
      },
    ]);
    expect(events[0]).toMatchObject({ kind: "return_requested", actor: "customer", name: "Meera Nair" });
    expect(eventWords(events[0]!)).toEqual({
      what: "Return requested",
      more: ["Books: 2 × Gora", "Reason: Another reason", "Remarks: Two came.\nBoth <b>odd</b>."],
    });
    const [toCustomer, , toStaff] = (await allMails(db)).slice(-3);
    const { mails } = await orderRecords(db, order);
    expect(mails.at(-1)!.id).toBe(toCustomer!.id);
    expect(onOneLine(toCustomer!.text_body)).toContain("We have your return request");
    expect(onOneLine(toCustomer!.text_body)).toContain("Gora: 2 copies");
    expect(toStaff).toMatchObject({
      recipient: "packer@kitab.example",
      subject: `Kitab: return requested for order #${id}`,
    });
    expect(toStaff!.text_body).toContain(`/admin/orders/${id}`);
    expect(toStaff!.html_body).toContain("Two came. Both &lt;b&gt;odd&lt;/b&gt;.");
  });

  test.each(ORDER_STATES.filter((state) => state !== "delivered"))(
    "is refused for an order in state %s",
    async (state) => {
      const order = await make(state);
      expect(await ask(order)).toMatchObject({ ok: false, reason: "wrong_step" });
      expect(await returnsOf(order)).toEqual([]);
    },
  );

  test("is possible until the end of the last day in India, by the number of days in the settings", async () => {
    const [first, second] = [await make(), await make()];
    expect(await ask(first, {}, OVER)).toEqual({
      ok: false,
      reason: "wrong_step",
      message: `Books of order #${first.orderId} could be returned until 1 Dec 2026`,
    });
    expect(await ask(first, {}, new Date(OVER.getTime() - 1))).toMatchObject({ ok: true });
    await setReturnDays(11);
    expect(await ask(second, {}, OVER)).toMatchObject({ ok: true });
  });

  test("is refused when the setting is 0 days", async () => {
    const order = await make();
    await setReturnDays(0);
    expect(await ask(order, {}, DELIVERED)).toMatchObject({
      ok: false,
      message: "The shop does not take returns",
    });
    await setReturnDays(1);
    expect(await ask(order)).toMatchObject({ ok: false });
    expect(await ask(order, {}, new Date("2026-11-22T18:29:59.999Z"))).toMatchObject({ ok: true });
  });

  test("is possible only for books of the order, and for copies not returned yet", async () => {
    const order = await make();
    const other = await createBook(db);
    for (const items of [[{ bookId, qty: 4 }], [{ bookId: other, qty: 1 }]]) {
      expect(await ask(order, { items })).toMatchObject({
        ok: false,
        reason: "invalid",
        field: `copies-${items[0]!.bookId}`,
      });
    }
    expect(await returnsOf(order)).toEqual([]);
    const returnId = await asked(order);
    await answer(order, returnId, "approve");
    await answer(order, returnId, "received");
    expect(await ask(order)).toMatchObject({ ok: false, message: "At most 1 can be returned" });
    const last = await asked(order, { items: [{ bookId, qty: 1 }] });
    await answer(order, last, "approve");
    await answer(order, last, "received");
    expect(await ask(order, { items: [{ bookId, qty: 1 }] })).toMatchObject({
      message: `All books of order #${order.orderId} are returned already`,
    });
  });

  test("is possible again after a request was declined or withdrawn", async () => {
    const order = await make();
    const { orderId, accountId } = order;
    await answer(order, await asked(order), "decline", { note: "No." });
    const second = await asked(order, { items: [{ bookId, qty: 3 }] });
    await withdrawReturn(db, { orderId, accountId, returnId: second }, NOW);
    expect(await ask(order, { items: [{ bookId, qty: 3 }] })).toMatchObject({ ok: true });
  });

  test("twenty concurrent requests create one return", async () => {
    const order = await make();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => ask(order)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    const message = `A return of order #${order.orderId} is under way already`;
    expect(outcomes.filter((one) => one.message === message)).toHaveLength(19);
    expect(await returnsOf(order)).toHaveLength(1);
    expect((await allMails(db)).filter((mail) => /^return-|:return:/.test(mail.dedupe_key))).toHaveLength(2);
  });

  test("another customer's order or return is not found", async () => {
    const order = await make();
    const accountId = await createAccount(db);
    expect(await ask({ ...order, accountId })).toMatchObject({ ok: false, reason: "not_found" });
    const returnId = await asked(order);
    const { orderId } = order;
    expect(await withdrawReturn(db, { orderId, accountId, returnId }, NOW)).toMatchObject({
      ok: false,
      reason: "not_found",
    });
    const other = await make();
    expect(
      await withdrawReturn(db, { orderId: other.orderId, accountId: other.accountId, returnId }, NOW),
    ).toMatchObject({ reason: "not_found" });
    expect(await returnsOf(order)).toMatchObject([{ state: "requested" }]);
  });
});

describe("staff's answer", () => {
  test("approves with instructions, then records the books as received and puts them back into stock", async () => {
    const order = await make();
    const id = order.orderId;
    const returnId = await asked(order);
    expect(await answer(order, returnId, "approve", { note: "By India Post, please." })).toEqual({
      ok: true,
      message: `The return of order #${id} is approved`,
    });
    expect(await returnsOf(order)).toMatchObject([
      {
        state: "approved",
        answer: "By India Post, please.",
        answered_by: staffId,
        answered_at: LATER.toISOString(),
      },
    ]);
    const approved = (await orderRecords(db, order)).mails.at(-1)!;
    expect(approved.dedupe_key).toBe(`return-approved:${returnId}`);
    expect(onOneLine(approved.text_body)).toContain("By India Post, please.");
    expect(approved.text_body).not.toContain("Send the books to");

    const before = (await orderRecords(db, order)).book;
    expect(await answer(order, returnId, "received", { restock: true })).toMatchObject({ ok: true });
    const { row, book, mails, audit } = await orderRecords(db, order);
    expect(book).toEqual({ stock: before.stock + 2, sold: before.sold });
    expect(row.state).toBe("delivered");
    expect(mails.at(-1)!.dedupe_key).toBe(`return-received:${returnId}`);
    expect(audit.slice(-2).map(({ action }) => action)).toEqual([
      "approved a return of",
      "received a return of",
    ]);
    const [newest] = await readAudit(db, "order", id);
    expect(newest!.changes).toEqual([
      { field: "Return", before: "Return approved", after: "Books received" },
      { field: "Books", before: null, after: "2 × Gora" },
      { field: "Back in stock", before: null, after: true },
    ]);
    const { events } = (await findStaffOrder(db, id))!;
    expect(events.slice(0, 2).map((event) => [eventWords(event), event.actor])).toEqual([
      [{ what: "Books received", more: ["Books: 2 × Gora", "Back in stock: yes"] }, "staff"],
      [
        {
          what: "Return approved",
          more: ["Books: 2 × Gora", "Note to the customer: By India Post, please."],
        },
        "staff",
      ],
    ]);
  });

  test("without a note the mail has the shop's address; copies not fit for sale stay out of stock", async () => {
    const order = await make();
    const returnId = await asked(order);
    await answer(order, returnId, "approve");
    const mail = (await orderRecords(db, order)).mails.at(-1)!;
    expect(onOneLine(mail.text_body)).toContain("Send the books to: 14 Residency Road");
    const before = (await orderRecords(db, order)).book;
    await answer(order, returnId, "received");
    expect((await orderRecords(db, order)).book).toEqual(before);
  });

  test("declines, and mails the reason to the customer", async () => {
    const order = await make();
    const returnId = await asked(order);
    expect(await answer(order, returnId, "decline", { note: "It was read." })).toMatchObject({ ok: true });
    const mail = (await orderRecords(db, order)).mails.at(-1)!;
    expect(mail.subject).toBe(`Kitab: your return request for order #${order.orderId} is declined`);
    expect(onOneLine(mail.text_body)).toContain("It was read.");
    expect(await answer(order, returnId, "received", { restock: true })).toMatchObject({ ok: false });
  });

  test("of concurrent answers the first counts, and the others learn who answered", async () => {
    const order = await make();
    const returnId = await asked(order);
    const other = await createStaff(db, { first_name: "Ravi", last_name: "Menon" });
    const [first, second, ...others] = await Promise.all([
      answer(order, returnId, "decline", { note: "No.", staffId: other }),
      ...Array.from({ length: 19 }, () => answer(order, returnId, "approve")),
    ]);
    expect(first).toMatchObject({ ok: true });
    expect(second).toEqual({
      ok: false,
      reason: "wrong_step",
      message: "Ravi Menon has declined this return already",
    });
    expect(others.every(({ ok }) => !ok)).toBe(true);
    expect(await returnsOf(order)).toMatchObject([{ state: "declined", answer: "No.", answered_by: other }]);
    expect(
      (await allMails(db)).filter(({ dedupe_key }) => /^return-(approved|declined)/.test(dedupe_key)),
    ).toHaveLength(1);
  });

  test("books are received once, however often the button is pressed", async () => {
    const order = await make();
    const returnId = await asked(order);
    expect(await answer(order, returnId, "received", { restock: true })).toMatchObject({
      ok: false,
      message: "This return has not been approved yet",
    });
    await answer(order, returnId, "approve");
    const before = (await orderRecords(db, order)).book;
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => answer(order, returnId, "received", { restock: true })),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await orderRecords(db, order)).book.stock).toBe(before.stock + 2);
  });

  test.each(["customer", "staff"] as const)(
    "of withdrawing and approving only one succeeds, the %s first",
    async (first) => {
      const order = await make();
      const { orderId, accountId } = order;
      const returnId = await asked(order);
      const withdraw = () => withdrawReturn(db, { orderId, accountId, returnId }, LATER);
      const approve = () => answer(order, returnId, "approve");
      const outcomes = await Promise.all(
        first === "customer" ? [withdraw(), approve(), withdraw()] : [approve(), withdraw(), approve()],
      );
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
      const [begun, other] = outcomes.map(({ message }) => message);
      const [withdrawal, approval] = first === "customer" ? [begun, other] : [other, begun];
      const { state } = (await returnsOf(order))[0]!;
      // On PostgreSQL who begins first may be second at the return.
      if (state === "withdrawn") expect(approval).toBe("The customer has withdrawn this return");
      else expect(withdrawal).toBe("This return has been answered already: it can no longer be withdrawn");
    },
  );

  test("a return of another order is not found", async () => {
    const [order, other] = [await make(), await make()];
    const returnId = await asked(order);
    expect(await answer(other, returnId, "approve")).toMatchObject({ ok: false, reason: "not_found" });
    expect(await answer({ ...order, orderId: 999 }, returnId, "approve")).toMatchObject({
      reason: "not_found",
    });
  });

  test("books of an order refunded in full can still be received, and its sales are subtracted once", async () => {
    const order = await make();
    const returnId = await asked(order, { items: [{ bookId, qty: 3 }] });
    await answer(order, returnId, "approve");
    await refundByStaff(
      db,
      { orderId: order.orderId, staffId, amount: "full", reason: "Returned", key: refundKey() },
      LATER,
    );
    await processRefunds(db, gateway, LATER);
    expect(await answer(order, returnId, "received", { restock: true })).toMatchObject({ ok: true });
    const { row, book } = await orderRecords(db, order);
    expect([row.state, book]).toEqual(["refunded", { stock: 10, sold: 0 }]);
  });
});

describe("lists", () => {
  test("staff find orders with a return to answer; customers see the state of their return", async () => {
    const [waiting, answered, plain] = [await make(), await make(), await make()];
    await asked(waiting);
    await answer(answered, await asked(answered), "approve");
    const found = async (search: string) =>
      (await listStaffOrders(db, parseOrderSearch(new URLSearchParams(search)))).rows.map(({ id }) => id);
    expect(await found("return=requested")).toEqual([waiting.orderId]);
    expect(await found("return=requested&status=cancelled")).toEqual([]);
    expect(await found("return=requested&refund=failed")).toEqual([]);
    expect(await found("")).toHaveLength(3);
    const mine = async ({ accountId }: PlacedOrder) =>
      (await listOrders(db, accountId)).rows.map(({ openReturn }) => openReturn);
    expect([await mine(waiting), await mine(answered), await mine(plain)]).toEqual([
      ["requested"],
      ["approved"],
      [null],
    ]);
  });
});
