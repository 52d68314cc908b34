import type { Db } from "~/db/database.server";
import { logOrderEvent } from "~/domain/sales/orders/order-events.server";
import { linesInWords, type ReturnReason } from "~/domain/sales/orders/returns/returns";

const HOUR = 3_600_000;
/** From the delivery to the request: the next day. */
const THOUGHT_MS = 26 * HOUR;

const REASON: ReturnReason = "misprint";
const REMARKS = "Sixteen pages in the middle stand upside down.";

/**
 * Adds a return request for a copy of the last delivered order without a refund; staff have not answered it. Without
 * mails, like the whole sample.
 * @param trx the transaction that adds the sample
 */
export async function insertDemoReturn(trx: Db, now: Date): Promise<void> {
  const order = await trx
    .selectFrom("orders as o")
    .select(["o.id", "o.account_id", "o.delivered_at"])
    .where("o.state", "=", "delivered")
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("refunds as r").select("r.id").whereRef("r.order_id", "=", "o.id"))),
    )
    .orderBy("o.delivered_at", "desc")
    .orderBy("o.id", "desc")
    .executeTakeFirstOrThrow();
  const line = await trx
    .selectFrom("order_lines")
    .select(["id", "book_id as bookId", "title"])
    .where("order_id", "=", order.id)
    .orderBy("id")
    .executeTakeFirstOrThrow();
  const asked = new Date(Math.min(Date.parse(order.delivered_at!) + THOUGHT_MS, now.getTime()));
  const { id } = await trx
    .insertInto("return_requests")
    .values({
      order_id: order.id,
      account_id: order.account_id,
      reason: REASON,
      remarks: REMARKS,
      requested_at: asked.toISOString(),
      answered_at: null,
      answered_by: null,
      received_at: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await trx
    .insertInto("return_lines")
    .values({ return_id: id, order_line_id: line.id, quantity: 1 })
    .execute();
  const books = linesInWords([{ ...line, quantity: 1 }]);
  const by = { actor: "customer", actorAccountId: order.account_id } as const;
  const detail = { return: id, books, reason: REASON, remarks: REMARKS };
  await logOrderEvent(trx, { orderId: order.id, kind: "return_requested", ...by, detail }, asked);
}
