import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { wake } from "~/platform/wake.server";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { type CustomerRequest, type StepOutcome, unknownOrder } from "../fulfilment/order-for-step.server";
import { lockForStep } from "../order-locks.server";
import { logOrderEvent } from "../order-events.server";
import { findOrder } from "../orders.server";
import { noticeReturn, queueReturnMail } from "./return-mails.server";
import { copiesField, copiesToReturn, linesInWords, whyNoReturn } from "./returns";
import type { ReturnRequest } from "./returns.schema";

/**
 * A customer asks to return books of a delivered order, within the number of days in the settings. The customer gets
 * a mail, and so do the staff who want to know.
 * @returns with `ok` the request's id
 */
export async function askForReturn(
  db: Db,
  request: CustomerRequest & ReturnRequest,
  now = new Date(),
): Promise<(StepOutcome & { ok: false }) | { ok: true; message: string; returnId: number }> {
  const outcome = await beside(db, async (trx) => {
    await lockForStep(trx, [request.orderId]);
    return ask(trx, request, now);
  });
  if (outcome.ok) wake("mail");
  return outcome;
}

async function ask(
  trx: Db,
  request: CustomerRequest & ReturnRequest,
  now: Date,
): ReturnType<typeof askForReturn> {
  const { orderId, accountId, items, reason, remarks } = request;
  const order = await findOrder(trx, accountId, orderId);
  if (!order) return unknownOrder(orderId);
  const { returnDays } = await readSettings(trx);
  const why = whyNoReturn(order, returnDays, now);
  if (why) return { ok: false, reason: "wrong_step", message: why };
  const possible = copiesToReturn(order);
  for (const { bookId, qty } of items) {
    const line = possible.find((one) => one.bookId === bookId);
    if (line && qty <= line.quantity) continue;
    const message = line
      ? `At most ${line.quantity} can be returned`
      : `Book ${bookId} is not part of order #${orderId}`;
    return { ok: false, reason: "invalid", field: copiesField(bookId), message };
  }

  const { id: returnId } = await trx
    .insertInto("return_requests")
    .values({
      order_id: orderId,
      account_id: accountId,
      reason,
      remarks,
      requested_at: now.toISOString(),
      answered_at: null,
      answered_by: null,
      received_at: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (const { bookId, qty } of items) {
    await trx
      .insertInto("return_lines")
      .columns(["return_id", "order_line_id", "quantity"])
      .expression((eb) =>
        eb
          .selectFrom("order_lines")
          .select((line) => [line.val(returnId).as("return_id"), "id", line.val(qty).as("quantity")])
          .where("order_id", "=", orderId)
          .where("book_id", "=", bookId),
      )
      .execute();
  }
  const lines = order.lines.flatMap(({ bookId, title }) => {
    const item = items.find((one) => one.bookId === bookId);
    return item ? [{ bookId, title, quantity: item.qty }] : [];
  });
  const detail = { return: returnId, books: linesInWords(lines), reason, remarks };
  const by = { actor: "customer", actorAccountId: accountId } as const;
  await logOrderEvent(trx, { orderId, kind: "return_requested", ...by, detail }, now);
  const mailed = { id: returnId, orderId, lines, reason, remarks };
  await queueReturnMail(trx, { ...mailed, state: "requested", answer: "", refund: null }, now);
  await noticeReturn(trx, mailed, now);
  const message = `Your return request for order #${orderId} is sent. We answer by email`;
  return { ok: true, message, returnId };
}

/** The customer withdraws a request that staff have not answered. */
export async function withdrawReturn(
  db: Db,
  { orderId, accountId, returnId }: CustomerRequest & { returnId: number },
  now = new Date(),
): Promise<StepOutcome> {
  return beside(db, async (trx): Promise<StepOutcome> => {
    await lockForStep(trx, [orderId]);
    const request = await trx
      .selectFrom("return_requests as r")
      .innerJoin("orders as o", "o.id", "r.order_id")
      .select("r.state")
      .where("r.id", "=", returnId)
      .where("o.id", "=", orderId)
      .where("o.account_id", "=", accountId)
      .executeTakeFirst();
    if (!request) return { ok: false, reason: "not_found", message: "There is no such return" };
    if (request.state === "withdrawn")
      return { ok: false, reason: "wrong_step", message: "This return is withdrawn already" };
    if (request.state !== "requested") {
      const message = "This return has been answered already: it can no longer be withdrawn";
      return { ok: false, reason: "wrong_step", message };
    }
    await trx
      .updateTable("return_requests")
      .set({ state: "withdrawn" })
      .where("id", "=", returnId)
      .where("state", "=", "requested")
      .execute();
    const by = { actor: "customer", actorAccountId: accountId } as const;
    await logOrderEvent(trx, { orderId, kind: "return_withdrawn", ...by, detail: { return: returnId } }, now);
    return { ok: true, message: `Your return request for order #${orderId} is withdrawn` };
  });
}
