import type { ExpressionBuilder } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import type { RefundStatus } from "../../gateways/payment-states";
import { EXCHANGE } from "../exchange/exchange";
import {
  OPEN_RETURNS,
  type OpenReturnState,
  type OrderReturn,
  type ReturnRefund,
  shownReturnState,
} from "./returns";

/** The order's returns with their books and their refunds, the oldest first. One round trip. */
export async function readReturns(db: Db, orderId: number): Promise<OrderReturn[]> {
  const asked = db
    .selectFrom("return_requests")
    .select(["id", "state", "reason", "remarks", "answer"])
    .select(["requested_at as requestedAt", "answered_at as answeredAt", "received_at as receivedAt"])
    .where("order_id", "=", orderId)
    .orderBy("id")
    .execute();
  const returned = db
    .selectFrom("return_lines as r")
    .innerJoin("order_lines as l", "l.id", "r.order_line_id")
    .select(["r.return_id", "l.book_id as bookId", "l.title", "r.quantity"])
    .where("l.order_id", "=", orderId)
    .orderBy("l.id")
    .execute();
  const [requests, lines, refunds] = await Promise.all([asked, returned, refundsOfReturns(db, orderId)]);
  return requests.map((request) => {
    const refund = refunds.get(request.id) ?? null;
    return {
      ...request,
      state: shownReturnState(request.state, refund),
      refund,
      lines: lines
        .filter((line) => line.return_id === request.id)
        .map(({ bookId, title, quantity }) => ({ bookId, title, quantity })),
    };
  });
}

/** The statuses of a refund's parts, from the one that is shown first. */
const LEAST_DONE = ["failed", "queued", "pending", "processed"] as const satisfies RefundStatus[];

/**
 * By the return's id. Of what was paid online and at the door each part has its refund; all are processed before the whole is.
 * When a refund was tried again, but the failed one went through after all, that one counts.
 */
async function refundsOfReturns(db: Db, orderId: number): Promise<Map<number, ReturnRefund>> {
  const rows = await db
    .selectFrom("refunds")
    .select((eb) => eb.ref("return_id").$notNull().as("returnId"))
    .select(["id", "amount", "status", "reason", "created_at as at", "retry_of"])
    .where("order_id", "=", orderId)
    .where("return_id", "is not", null)
    .orderBy("id")
    .execute();
  /** By the id of each try. */
  const parts = new Map<number, ReturnRefund>();
  const ofReturns = new Map<number, Set<ReturnRefund>>();
  for (const { id, returnId, amount, status, reason, at, retry_of } of rows) {
    const part = parts.get(retry_of ?? 0) ?? { amount, status, at, exchanged: reason === EXCHANGE };
    if (part.status === "failed") part.status = status;
    parts.set(id, part);
    ofReturns.set(returnId, (ofReturns.get(returnId) ?? new Set()).add(part));
  }
  return new Map(
    [...ofReturns].map(([returnId, of]) => {
      const all = [...of];
      const amount = all.reduce((sum, part) => sum + part.amount, 0);
      const status = LEAST_DONE.find((one) => all.some((part) => part.status === one))!;
      const exchanged = all.some((part) => part.exchanged);
      return [returnId, { amount, status, at: all[0]!.at, exchanged }];
    }),
  );
}

/** The state of an order's return under way, as the column `open_return` of a query on orders (as `o`). */
export function openReturn(eb: ExpressionBuilder<Tables & { o: Tables["orders"] }, "o">) {
  return eb
    .selectFrom("return_requests as q")
    .select("q.state")
    .whereRef("q.order_id", "=", "o.id")
    .where("q.state", "in", OPEN_RETURNS)
    .$castTo<OpenReturnState | null>()
    .as("open_return");
}

/** The orders with a return that staff have not answered, the oldest first. */
export async function ordersWithReturnsToAnswer(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom("return_requests")
    .select("order_id")
    .where("state", "=", "requested")
    .orderBy("requested_at")
    .execute();
  return rows.map((row) => row.order_id);
}
