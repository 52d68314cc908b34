import type { Db } from "~/db/database.server";
import { listedRefunds } from "../orders/money/refunds";
import { type DocumentContent, documentContent } from "./document-content";
import type { OrderOfDocument } from "./document-sentences";
import type { IssuedDocument } from "./issued-document";
import { documentsOfOrders } from "./read-documents.server";

/** Orders that are read at once: few enough for the memory, many enough that the statements do not count. */
const AT_ONCE = 50;

/**
 * Documents with their texts for the template, in this sequence; orders are read in batches while the documents are taken.
 * @param documents that were issued, each with the number of its order
 * @throws when one of them is not there any more
 */
export async function* documentContents(
  db: Db,
  documents: readonly { id: number; orderId: number }[],
): AsyncGenerator<{ id: number; content: DocumentContent }> {
  for (let from = 0; from < documents.length; from += AT_ONCE) {
    const batch = documents.slice(from, from + AT_ONCE);
    const orderIds = [...new Set(batch.map(({ orderId }) => orderId))];
    const [orders, issued] = await Promise.all([ordersOf(db, orderIds), documentsOfOrders(db, orderIds)]);
    for (const { id, orderId } of batch)
      yield { id, content: contentOf(id, orders.get(orderId), issued.get(orderId) ?? []) };
  }
}

function contentOf(
  id: number,
  order: OrderOfDocument | undefined,
  ofOrder: readonly IssuedDocument[],
): DocumentContent {
  const issued = ofOrder.find((document) => document.id === id);
  if (!issued || !order) throw new Error(`document ${id} has no content`);
  return documentContent(issued, order, ofOrder);
}

/** What documents need of their orders. */
async function ordersOf(db: Db, orderIds: readonly number[]): Promise<Map<number, OrderOfDocument>> {
  const [orders, payments, refunds] = await Promise.all([
    db
      .selectFrom("orders")
      .select(["id", "state", "total", "state_name", "gateway", "credited"])
      .select(["placed_at as placedAt", "paid_at as paidAt", "cancelled_at as cancelledAt"])
      .select(["payment_way as paymentWay", "due_on as dueOn", "due_at_door as dueAtDoor"])
      .select(["door_received as doorReceived", "balance_due as balanceDue"])
      .where("id", "in", orderIds)
      .execute(),
    db
      .selectFrom("payments")
      .select(["order_id as orderId", "status", "amount"])
      .where("order_id", "in", orderIds)
      .orderBy("id")
      .execute(),
    db
      .selectFrom("refunds as r")
      .innerJoin("payments as p", "p.id", "r.payment_id")
      .select(["r.id", "r.order_id as orderId", "r.payment_id as paymentId", "r.amount", "r.reason"])
      .select(["r.status", "r.retry_of as retryOf", "r.updated_at as updatedAt", "p.amount as paid"])
      .where("r.order_id", "in", orderIds)
      .orderBy("r.id")
      .execute(),
  ]);
  return new Map(
    orders.map(({ state_name: state, total, ...order }) => [
      order.id,
      {
        ...order,
        address: { state },
        totals: { total },
        payments: payments.filter(({ orderId }) => orderId === order.id),
        refunds: listedRefunds(refunds.filter(({ orderId }) => orderId === order.id)),
      },
    ]),
  );
}
