import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { logger } from "~/platform/logger.server";
import { wake } from "~/platform/wake.server";
import type { GatewayNews } from "../gateways/gateway.server";
import { openedAs } from "./opened-as.server";
import { formatRupees } from "~/domain/kit/money";
import { noticeStaff } from "~/domain/shop/notices/notice-staff.server";

// Events come in any order: that of a refund before that of its payment, for example. What an event is about may not be
// known yet, so it waits, and is read again when its payment comes.

const MINUTE_MS = 60_000;
const LONGEST_PAUSE_MS = 60 * MINUTE_MS;
/** A gateway repeats an event for a day, and a bank may approve a payment days late (payments/late-authorisation). */
const LONGEST_WAIT_MS = 5 * 24 * 60 * MINUTE_MS;

/** An event as it is stored. */
export interface StoredEvent {
  id: number;
  gateway: string;
  kind: string;
  body: string;
  attempts: number;
  received_at: string;
}

/** Whether an event has waited as long as it may: what it is about will not come any more. */
export const hasWaited = (event: Pick<StoredEvent, "received_at">, now: Date): boolean =>
  now.getTime() >= Date.parse(event.received_at) + LONGEST_WAIT_MS;

/** The pause before an event is read again: 1 minute, doubled each time, at most an hour. */
export const pauseAfter = (attempts: number): number =>
  Math.min(MINUTE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS);

/** Has an event wait. @param waitsFor the gateway's id of a payment or order; @param body without the payer's data */
export async function keepWaiting(
  db: Db,
  event: StoredEvent,
  { waitsFor, body }: { waitsFor: string; body: string },
  now: Date,
): Promise<void> {
  const attempts = event.attempts + 1;
  const next = Math.min(
    now.getTime() + pauseAfter(attempts),
    Date.parse(event.received_at) + LONGEST_WAIT_MS,
  );
  await db
    .updateTable("payment_events")
    .set({
      attempts,
      waits_for: waitsFor,
      next_try_at: new Date(next).toISOString(),
      last_error: `waits for ${waitsFor}`,
      body,
    })
    .where("id", "=", event.id)
    .where("processed_at", "is", null)
    .execute();
}

/**
 * Has the events that wait for a payment or its order read again, if there is such an order. Call `wake("payment-events")` after the commit.
 * @param trx the transaction that records the payment
 * @returns whether any waited
 */
export async function releaseWaiting(
  trx: Db,
  payment: { id: string; orderId: string },
  now: Date,
): Promise<boolean> {
  const released = await trx
    .updateTable("payment_events")
    .set({ next_try_at: now.toISOString() })
    .where("waits_for", "in", [payment.id, payment.orderId])
    .where("processed_at", "is", null)
    .where((eb) =>
      eb.exists(eb.selectFrom("orders as o").select("o.id").where(openedAs("o", payment.orderId))),
    )
    .executeTakeFirst();
  return released.numUpdatedRows > 0n;
}

/** Sets an event aside that has waited in vain: in the log, and by a mail to staff if money is concerned. */
export async function setAside(
  db: Db,
  event: StoredEvent,
  { news, waitsFor, body }: { news: GatewayNews; waitsFor: string; body: string },
  now: Date,
): Promise<void> {
  logger.error({ event: event.id, kind: event.kind, waitsFor }, "a payment event was set aside");
  await beside(db, async (trx) => {
    const aside = await trx
      .updateTable("payment_events")
      .set({ processed_at: now.toISOString(), last_error: `set aside: ${waitsFor} never came`, body })
      .where("id", "=", event.id)
      .where("processed_at", "is", null)
      .executeTakeFirst();
    if (aside.numUpdatedRows > 0n) await noticeSetAside(trx, event, news, now);
  });
  wake("mail");
}

async function noticeSetAside(trx: Db, event: StoredEvent, news: GatewayNews, now: Date): Promise<void> {
  if (news.about === "nothing" || (news.about === "payment" && news.payment.status === "failed")) return;
  const isRefund = news.about === "refund";
  const { id, amount } = isRefund ? news.refund : news.payment;
  const money = isRefund || news.payment.currency === "INR" ? formatRupees(amount) : null;
  const what = isRefund ? "refund" : "payment";
  await noticeStaff(
    trx,
    "unknown_payment",
    {
      key: `payment-event:${event.id}`,
      subject: `a ${what} belongs to no order`,
      preheader: `${money ? `${money}, ` : ""}${id}`,
      heading: `A ${what} belongs to no order`,
      paragraphs: [
        `The payment service has told the shop of a ${what} that belongs to none of its orders, five days ago. The shop has waited for its ${isRefund ? "payment" : "order"}, and now puts it aside.`,
        "Look for it in the payment service's dashboard. If another website or a payment link of yours uses the same account, nothing is wrong.",
      ],
      rows: [
        ["Its number there", id],
        ...(money ? [["Amount", money] as [string, string]] : []),
        [
          isRefund ? "Of the payment" : "For the order",
          isRefund ? news.refund.paymentId : news.payment.orderId,
        ],
      ],
      action: { label: "See the orders", path: "/admin/orders" },
    },
    now,
  );
}
