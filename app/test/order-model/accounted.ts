import { expect } from "vitest";
import type { Db } from "~/db/database.server";
import { readOrderMoney } from "~/domain/sales/orders/money/order-money.server";
import { isAutomaticRefund } from "~/domain/sales/orders/money/refunds";
import type { OrderDetail } from "~/domain/sales/orders/order-detail";
import { readOrder } from "~/domain/sales/orders/orders.server";
import { openOf } from "~/domain/sales/orders/parcels/parcels";
import { NOW, type Run, STOCK } from "./clicks";

/** Where the money and the copies of an order are, worked out from its rows and not by the shop's own functions. */

const sum = (rows: readonly { amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0);
const many = (rows: readonly { quantity: number }[]) => rows.reduce((all, { quantity }) => all + quantity, 0);

const isOver = ({ state }: Pick<OrderDetail, "state">) => state === "cancelled" || state === "refunded";

/** What was paid and is due is what the order costs and what went back; nobody gets back more than they paid. */
export async function expectMoney({ db, orderId, gateway }: Run): Promise<void> {
  const order = (await readOrder(db, orderId, "anybody", NOW))!;
  const money = await readOrderMoney(db, orderId);
  const refunds = await db.selectFrom("refunds").selectAll().where("order_id", "=", orderId).orderBy("id").execute(); // oxfmt-ignore
  const made = refunds.filter(({ status }) => status !== "failed");
  const ofOrder = made.filter(({ reason }) => !isAutomaticRefund(reason));
  expect(money?.left ?? 0).toBe((money?.paid ?? 0) - sum(ofOrder));
  expect(money?.left ?? 0).toBeGreaterThanOrEqual(0);
  if (!isOver(order)) {
    const due = order.balanceDue + order.dueAtDoor - order.doorReceived;
    const changed = sum(ofOrder.filter(({ reason }) => reason === "changed"));
    const byStaff = sum(ofOrder) - changed;
    const more = (money?.paid ?? 0) + due - order.totals.total - changed;
    // What staff had refunded before cannot go back a second time.
    expect(more).toBeGreaterThanOrEqual(0);
    expect(more).toBeLessThanOrEqual(byStaff);
    const open = await db
      .selectFrom("balances")
      .select("amount")
      .where("order_id", "=", orderId)
      .where("paid_at", "is", null)
      .where("replaced_at", "is", null)
      .execute();
    expect(sum(open)).toBe(order.balanceDue);
  }
  const { subtotal, discount, shipping, total } = order.totals;
  expect(total).toBe(subtotal - discount + shipping);
  // What came back pays for what is sent, and nothing is lost between them.
  for (const id of order.exchanges) {
    const other = (await readOrder(db, id, "anybody", NOW))!;
    const paid = await readOrderMoney(db, id);
    expect(paid!.left + other.balanceDue).toBe(other.totals.total);
  }
  const moved = await db
    .selectFrom("payments as p")
    .innerJoin("orders as o", "o.id", "p.order_id")
    .select("p.amount")
    .where("o.exchange_of", "=", orderId)
    .execute();
  expect(sum(made.filter(({ reason }) => reason === "exchange"))).toBe(sum(moved));
  const exchanged = await db.selectFrom("refunds as r").innerJoin("payments as p", "p.id", "r.payment_id").select(["p.gateway_payment_id as id", "r.amount"]).where("r.order_id", "=", orderId).where("r.reason", "=", "exchange").execute(); // oxfmt-ignore
  for (const [id, { amount }] of gateway.payments) {
    const back = [...gateway.refunds.values()].filter(({ paymentId }) => paymentId === id);
    expect(sum(back) + sum(exchanged.filter((one) => one.id === id))).toBeLessThanOrEqual(amount);
  }
}

/** Each copy is on a shelf, in the shop for an order, in one parcel, lost or written off, exactly once. */
export async function expectCopies({ db, orderId, books }: Run): Promise<void> {
  const order = (await readOrder(db, orderId, "anybody", NOW))!;
  const lines = await db
    .selectFrom("order_lines as l")
    .innerJoin("orders as o", "o.id", "l.order_id")
    .select(["l.id", "l.book_id", "l.quantity", "l.owed", "l.refunded", "o.exchange_of"])
    .where((eb) => eb.or([eb("o.id", "=", orderId), eb("o.exchange_of", "=", orderId)]))
    .orderBy("l.id")
    .execute();
  for (const bookId of books) {
    const { stock, sold_count } = await db.selectFrom("books").select(["stock", "sold_count"]).where("id", "=", bookId).executeTakeFirstOrThrow(); // oxfmt-ignore
    const sentFor = many(lines.filter((one) => one.book_id === bookId && one.exchange_of !== null));
    const line = lines.find((one) => one.book_id === bookId && one.exchange_of === null);
    const where = line ? await copiesOf(db, line) : { taken: 0, shelf: 0, here: 0, lost: 0, kept: 0 };
    const waits = Math.max(0, where.here);
    // What waits in the shop goes back on the shelf with the end of the order.
    expect(stock).toBe(STOCK - where.taken - sentFor + where.shelf + (isOver(order) ? waits : 0));
    // No copy is both lost or written off and anywhere else, nor in two parcels.
    expect(where.kept).toBeGreaterThanOrEqual(0);
    const counted = order.lines.find((one) => one.bookId === bookId);
    if (line && counted && !isOver(order)) {
      // What can be sent is in the shop, or comes in place of lost copies.
      expect(openOf(order, counted)).toBe(waits + where.lost);
    }
    const wanted = line ? line.quantity - line.refunded : 0;
    expect(sold_count).toBe((isOver(order) || order.paidAt === null ? 0 : wanted) + sentFor);
  }
}

/** Where the copies of a line are. */
async function copiesOf(db: Db, line: { id: number; quantity: number; owed: number; refunded: number }) {
  const parcels = await db
    .selectFrom("parcel_lines as pl")
    .innerJoin("parcels as p", "p.id", "pl.parcel_id")
    .select(["pl.quantity", "pl.from_stock", "p.lost_at", "p.returned_at"])
    .where("pl.order_line_id", "=", line.id)
    .execute();
  const refunded = await db
    .selectFrom("refund_lines")
    .select(["quantity", "restocked", "lost"])
    .where("order_line_id", "=", line.id)
    .execute();
  const returned = await db
    .selectFrom("return_lines as rl")
    .innerJoin("return_requests as r", "r.id", "rl.return_id")
    .innerJoin("order_events as e", "e.order_id", "r.order_id")
    .select(["rl.quantity", "r.id", "e.detail"])
    .where("rl.order_line_id", "=", line.id)
    .where("e.kind", "=", "return_received")
    .execute();
  const restocked = returned.filter(({ id, detail }) => {
    const said = JSON.parse(detail) as { return: number; restocked: string };
    return said.return === id && said.restocked === "yes";
  });
  const again = parcels.reduce((copies, { from_stock }) => copies + from_stock, 0);
  const lost = many(parcels.filter(({ lost_at }) => lost_at !== null));
  const sent = many(parcels.filter(({ lost_at, returned_at }) => lost_at === null && returned_at === null));
  const onShelf = many(refunded.filter((one) => one.restocked === 1));
  const lostRefunded = refunded.reduce((copies, one) => copies + one.lost, 0);
  const writtenOff = many(refunded.filter((one) => one.restocked === 0)) - lostRefunded;
  const taken = line.quantity - line.owed + again;
  return {
    /** From the shelf, ever. */
    taken,
    /** Back on it. */
    shelf: onShelf + many(restocked),
    /** In the shop for the order; below 0: copies were refunded that customers have. */
    here: taken - sent - lost - onShelf - writtenOff,
    /** Lost, and neither sent again nor refunded. */
    lost: lost - again - lostRefunded,
    /** Neither lost nor back nor written off. */
    kept: taken - lost - onShelf - writtenOff,
  };
}
