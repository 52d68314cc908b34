import type { Db } from "~/db/database.server";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { isOrdersPayment } from "../orders/money/order-money.server";
import { type DocumentPayment, type Seller, sellerOf } from "./issued-document";
import { toWrite } from "./issue-documents.server";
import { noteRefund, voidDocuments } from "./notes.server";
import { writeDocuments } from "./write-documents.server";

/** Orders at once; a transaction of them takes some tenths of a second. */
const AT_ONCE = 200;

/**
 * Background task: stores the documents of orders that were accepted before the program stored figures, the newest orders
 * first. It can be stopped at any time.
 * @returns how many orders it went through
 */
export async function issueEarlierDocuments(db: Db): Promise<number> {
  const some = await db
    .selectFrom("orders_without_documents")
    .select("order_id")
    .orderBy("order_id", "desc")
    .limit(AT_ONCE)
    .execute();
  if (some.length === 0) return 0;
  const ids = some.map(({ order_id }) => order_id);
  await db.transaction().execute((trx) => issueEarlier(trx, ids));
  return ids.length;
}

/** How many orders of before wait for their documents: until there are none, figures of their time are not complete. */
export async function readBackfillLeft(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("orders_without_documents")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Stores the documents of accepted orders that have none, under their numbers and dates, and then a note for each refund of
 * theirs that was made, and what became of them when they were cancelled or refused. What a change took off is in the
 * order's figures already.
 * @param trx an open transaction that keeps others from these orders @returns how many orders had none
 */
export async function issueEarlier(trx: Db, orderIds: readonly number[]): Promise<number> {
  const orders = await trx
    .selectFrom("orders")
    .selectAll()
    .where("id", "in", orderIds)
    .where("invoice_no", "is not", null)
    .where("paid_at", "is not", null)
    .where("is_test", "=", 0)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("documents as d").select("d.id").whereRef("d.order_id", "=", "orders.id"))),
    )
    .orderBy("id")
    .execute();
  const ids = orders.map(({ id }) => id);
  if (ids.length > 0) {
    const [stored, payments, lines, refunds, settings] = await Promise.all([
      trx.selectFrom("order_documents").selectAll().where("order_id", "in", ids).execute(),
      paymentsOf(trx, ids),
      trx
        .selectFrom("order_lines")
        .select(["order_id", "id", "title", "mrp", "unit_price as unitPrice", "quantity", "hsn"])
        .select(["tax_rate as taxRate", "discount"])
        .where("order_id", "in", ids)
        .orderBy("id")
        .execute(),
      trx
        .selectFrom("refunds")
        .selectAll()
        .where("order_id", "in", ids)
        .where("status", "=", "processed")
        .orderBy("updated_at")
        .orderBy("id")
        .execute(),
      readSettings(trx),
    ]);
    const ofToday = sellerOf(settings);
    await writeDocuments(
      trx,
      orders.flatMap((order) => {
        const earlier = stored.find(({ order_id }) => order_id === order.id);
        return toWrite(
          {
            // An invoice was one paper then, whoever bought.
            order: { ...order, buyer_gstin: "" },
            lines: lines.filter(({ order_id }) => order_id === order.id),
            seller: earlier ? (JSON.parse(earlier.seller) as Seller) : ofToday,
            payment: earlier
              ? (JSON.parse(earlier.payment) as DocumentPayment)
              : (payments.get(order.id) ?? { id: "", method: null }),
            issuedAt: order.invoice_date ?? order.paid_at!,
          },
          [order.invoice_no!],
        );
      }),
    );
    const since = orders.flatMap((order) => [
      ...refunds
        .filter(({ order_id }) => order_id === order.id)
        .map((refund) => ({ at: refund.updated_at, order, refund })),
      ...(order.cancelled_at ? [{ at: order.cancelled_at, order, refund: null }] : []),
    ]);
    for (const { at, order, refund } of since.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))) {
      if (refund) {
        const last = refunds.findLast(({ order_id }) => order_id === order.id)!;
        const isLast = order.state === "refunded" && last.id === refund.id;
        await noteRefund(trx, { ...refund, isLast }, new Date(at));
      } else await voidDocuments(trx, order.id, order.refused_at ? "refused" : "cancelled", new Date(at));
    }
  }
  await trx.deleteFrom("orders_without_documents").where("order_id", "in", orderIds).execute();
  return ids.length;
}

/** The payment that each of these orders was accepted with: the first one that was not sent back by itself. */
async function paymentsOf(trx: Db, orderIds: readonly number[]): Promise<Map<number, DocumentPayment>> {
  const rows = await trx
    .selectFrom("payments as p")
    .select(["p.order_id", "p.gateway_payment_id as id", "p.method"])
    .where("p.order_id", "in", orderIds)
    .where("p.status", "in", ["captured", "refunded"])
    .where(isOrdersPayment)
    .orderBy("p.id", "desc")
    .execute();
  return new Map(rows.map(({ order_id, id, method }) => [order_id, { id, method }]));
}
