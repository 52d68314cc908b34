import type { Selectable } from "kysely";
import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { logger } from "~/platform/logger.server";
import { lockOrder } from "~/domain/kit/locks.server";
import { DELIVERY_COLUMNS } from "../delivery/order-delivery";
import { openedAs } from "./opened-as.server";
import { dueOnline } from "../orders/paying";
import { newReceipt } from "../orders/money/receipts.server";
import { cancelledSentence, isPayable } from "../orders/orders";
import { applyPayment } from "./apply-payment.server";
import {
  type Gateway,
  GatewayError,
  type GatewayPayment,
  type GatewayReturn,
} from "../gateways/gateway.server";
import { type BrowserOutcome, paymentFailedMessage } from "./payments";
import { SHOP_NOT_OPEN } from "~/domain/shop/settings/seller";
import { readSettingsStillNeeded } from "~/domain/shop/settings/settings.server";
import { logRefusal, type RefusalReason } from "./refusals.server";

export type GatewayOrderOutcome =
  | {
      ok: true;
      orderId: number;
      receipt: string;
      gatewayOrderId: string;
      /** Paise. */
      amount: number;
      currency: "INR";
      /** The deadline for the payment. */
      payBy: string;
    }
  | { ok: false; reason: "not_found" | "not_payable" | "unavailable"; message: string };

const NOT_PAYABLE = "This order can no longer be paid. Please place it again.";

/**
 * Makes sure that a customer's pending order has a gateway order, and creates it if necessary. May be repeated after
 * any failure: the same receipt gives the same gateway order. Not for use inside a transaction.
 * @returns amount in paise; or a message that can be shown
 */
export async function ensureGatewayOrder(
  db: Db,
  gateway: Gateway,
  orderId: number,
  accountId: number,
  now = new Date(),
): Promise<GatewayOrderOutcome> {
  const [order, needed] = await Promise.all([
    db
      .selectFrom("orders")
      .select(OPENED_COLUMNS)
      .select("is_test")
      .where("id", "=", orderId)
      .where("account_id", "=", accountId)
      .executeTakeFirst(),
    readSettingsStillNeeded(db),
  ]);
  if (!order) return { ok: false, reason: "not_found", message: "Order not found" };
  // The bill would have no seller: e.g. an order of a demo that has become a live shop.
  const isUnnamed = order.is_test === 0 && needed.length > 0;
  return openGatewayOrder(db, gateway, order, now, isUnnamed ? SHOP_NOT_OPEN : null);
}

/** What `openGatewayOrder` must know of an order. */
export const OPENED_COLUMNS = [
  "id",
  "account_id",
  "state",
  "pay_by",
  "gateway",
  "gateway_order_id",
  "receipt",
  "total",
  "cancel_reason",
  "payment_way",
  "due_at_door",
  "first_due",
  "placed_by",
  "cod_fee",
  ...DELIVERY_COLUMNS,
] as const;
export type OrderToOpen = Pick<Selectable<Tables["orders"]>, (typeof OPENED_COLUMNS)[number]>;

/** A row of an order for the rules about paying it. */
export const payableOf = (
  order: Pick<OrderToOpen, "state" | "pay_by" | "payment_way" | "total" | "due_at_door" | "first_due">,
) => ({
  state: order.state,
  payBy: order.pay_by,
  paymentWay: order.payment_way,
  total: order.total,
  dueAtDoor: order.due_at_door,
  firstDue: order.first_due,
});

/** The same of an order that was just read. @param whyNotPaid what keeps it from being paid, if it could be otherwise */
export async function openGatewayOrder(
  db: Db,
  gateway: Gateway,
  order: OrderToOpen,
  now: Date,
  whyNotPaid: string | null = null,
): Promise<GatewayOrderOutcome> {
  const orderId = order.id;
  // An order placed for another gateway cannot be paid at this one.
  if (!isPayable(payableOf(order), now) || order.gateway !== gateway.name) {
    const message =
      order.cancel_reason === "superseded" ? cancelledSentence(order.cancel_reason) : NOT_PAYABLE;
    return { ok: false, reason: "not_payable", message };
  }
  if (whyNotPaid !== null) return { ok: false, reason: "not_payable", message: whyNotPaid };
  const wanted = { amount: dueOnline(payableOf(order)), currency: "INR" as const };
  const ready = { ok: true, orderId, receipt: order.receipt, payBy: order.pay_by, ...wanted } as const;
  if (order.gateway_order_id) return { ...ready, gatewayOrderId: order.gateway_order_id };

  try {
    const notes = { order: String(orderId) };
    const created = await gateway.createOrder({ receipt: order.receipt, ...wanted, notes });
    if (created.amount !== wanted.amount || created.currency !== wanted.currency) {
      throw new GatewayError("refused", "The payment service answered with a different amount.");
    }
    const stored = await db
      .updateTable("orders")
      .set({ gateway_order_id: created.id })
      .where("id", "=", orderId)
      .where("gateway_order_id", "is", null)
      .executeTakeFirstOrThrow();
    // Another request was quicker. Its gateway order is the one whose payments the shop knows.
    if (stored.numUpdatedRows === 0n)
      return await ensureGatewayOrder(db, gateway, orderId, order.account_id, now);
    return { ...ready, gatewayOrderId: created.id };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    logger.warn({ orderId, err: error }, "the gateway's order could not be created");
    if (error.kind === "refused") await renewReceipt(db, orderId);
    return { ok: false, reason: "unavailable", message: error.message };
  }
}

/**
 * The gateway has a different order under this receipt, e.g. with another amount, and would return it again. So the
 * next try gets a new receipt.
 */
async function renewReceipt(db: Db, orderId: number): Promise<void> {
  await db
    .updateTable("orders")
    .set({ receipt: newReceipt() })
    .where("id", "=", orderId)
    .where("gateway_order_id", "is", null)
    .execute();
}

/** What the browser posts after the payment, with what the page or client adds. */
export interface BrowserConfirmation extends GatewayReturn {
  /** The order's number, if the page knows it. */
  orderId?: number;
  /** The paid amount in paise according to the client: only compared with the order. */
  amount?: number;
  /** The window posts with the shopper's session, the callback without. */
  source?: "window" | "callback";
}

const UNCONFIRMED = "We are confirming your payment";
const REFUNDING =
  "This order could no longer be served. Your payment is being refunded, and we have written to you.";

const REFUNDED = "This payment has been refunded, and we have written to you.";

/**
 * A browser reports a payment. Checks the signature with the stored id of the gateway order, asks the gateway for the
 * payment (amount, state), and passes that to `applyPayment`. May be repeated.
 * @param accountId the signed-in customer, who must own the order. Without one only the signature counts.
 */
export async function confirmFromBrowser(
  db: Db,
  gateway: Gateway,
  given: BrowserConfirmation,
  accountId?: number,
  now = new Date(),
): Promise<BrowserOutcome> {
  const order = await findOrder(db, given, accountId);
  if (!order) {
    logger.warn({ payment: given.paymentId.slice(0, 40) }, "a payment was confirmed for no order of ours");
    return refuse(null, "unknown_order", "the order is not known");
  }
  const orderId = order.id;
  const source = given.source ?? "window";
  const refused = async (reason: RefusalReason, outcome: "bad_signature" | "refused") => {
    const refusal = { orderId, paymentId: given.paymentId, reason, amount: given.amount ?? null, source };
    await beside(db, async (trx) => {
      await lockOrder(trx, orderId);
      await logRefusal(trx, refusal, now);
    });
    logger.warn({ orderId, payment: given.paymentId.slice(0, 40), reason, source }, "a payment was refused");
    return refuse(orderId, outcome, "the payment could not be verified");
  };

  const signed = { orderId: given.gatewayOrderId, paymentId: given.paymentId, signature: given.signature };
  if (!gateway.isPaymentSignatureValid(signed)) return refused("bad_signature", "bad_signature");
  if (given.amount !== undefined && given.amount !== (order.asked ?? dueOnline(payableOf(order))))
    return refused("wrong_amount", "refused");

  let payment: GatewayPayment;
  try {
    payment = await gateway.fetchPayment(given.paymentId);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    if (error.kind === "refused") return refused("unknown_payment", "refused");
    // The signature shows that it is paid, but not how much. Webhook or reconciler will bring the amount.
    logger.warn({ orderId, err: error }, "a payment could not be looked up at the gateway");
    return { ok: false, orderId, reason: "unconfirmed", message: UNCONFIRMED };
  }
  if (payment.orderId !== given.gatewayOrderId) return refused("other_order", "refused");
  return toOutcome(payment, await applyPayment(db, payment, source, now));
}

/** The order with the posted gateway order id; it must also match the customer and the page's order, where known. */
async function findOrder(db: Db, given: BrowserConfirmation, accountId?: number) {
  let query = db
    .selectFrom("orders as o")
    .leftJoin("balances as b", (join) =>
      join.onRef("b.order_id", "=", "o.id").on("b.gateway_order_id", "=", given.gatewayOrderId),
    )
    .select(["o.id", "o.state", "o.pay_by", "o.payment_way", "o.total", "o.due_at_door", "o.first_due"])
    .select("b.amount as asked")
    .where(openedAs("o", given.gatewayOrderId));
  if (accountId !== undefined) query = query.where("o.account_id", "=", accountId);
  if (given.orderId !== undefined) query = query.where("o.id", "=", given.orderId);
  return query.executeTakeFirst();
}

function toOutcome(
  payment: GatewayPayment,
  result: Awaited<ReturnType<typeof applyPayment>>,
): BrowserOutcome {
  const orderId = result.orderId;
  if (orderId === null) return refuse(null, "unknown_order", "the order is not known");
  switch (result.outcome) {
    case "paid":
      return { ok: true, orderId };
    case "refunding":
      return { ok: false, orderId, reason: "refunding", message: REFUNDING };
    case "refused":
      return refuse(orderId, "refused", "the payment could not be verified");
    case "known":
      if (result.isPaid) return { ok: true, orderId };
      if (payment.status === "captured" || payment.status === "refunded") {
        return { ok: false, orderId, reason: "refunding", message: REFUNDING };
      }
  }
  // The payment was too late, and is refunded already.
  if (payment.status === "refunded") return { ok: false, orderId, reason: "refunding", message: REFUNDED };
  if (payment.status === "failed") return refuse(orderId, "failed", payment.errorDescription);
  return { ok: false, orderId, reason: "unconfirmed", message: UNCONFIRMED };
}

function refuse(
  orderId: number | null,
  reason: "unknown_order" | "bad_signature" | "failed" | "refused",
  description: string | null,
): BrowserOutcome {
  return { ok: false, orderId, reason, message: paymentFailedMessage(description) };
}
