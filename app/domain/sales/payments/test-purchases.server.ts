import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { wake } from "~/platform/wake.server";
import { lockOrder } from "~/domain/kit/locks.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import type { Gateway } from "../gateways/gateway.server";
import type { RefundStatus } from "../gateways/payment-states";
import { formatRupees } from "~/domain/kit/money";
import { isPayable } from "../orders/orders";
import { queueRefund } from "../orders/money/queue-refund.server";
import { newReceipt } from "../orders/money/receipts.server";
import { ensureGatewayOrder, type GatewayOrderOutcome, payableOf } from "./payments.server";
import type { PaymentSource } from "./payments";
import { queueAgain } from "./refunds/staff-refunds.server";
import { TEST_AMOUNT, type TestPayment, type TestPurchase, testState } from "./test-purchases";

// A test purchase is an order with the mark `is_test`. Window, callback, webhook, reconciler, reservations and refunds treat it
// as every order. What makes an order a sale is left out: `settle` (settle-order.server.ts), mails and notices; and no list,
// count or search has it (orders/no-test.server.ts).

/** How long a test purchase can be paid. */
const OPEN_FOR_MS = 30 * 60_000;
const SHOWN = 10;

/**
 * Starts a test purchase of one rupee, or goes on with the one that can still be paid at this gateway. Not for use inside a
 * transaction.
 * @returns the order's number and its gateway order; or why the gateway has none, as a sentence
 */
export async function startTestPurchase(
  db: Db,
  gateway: Gateway,
  staffId: number,
  now = new Date(),
): Promise<GatewayOrderOutcome> {
  const { id, accountId } = await db.transaction().execute(async (trx) => {
    const open = await trx
      .selectFrom("orders")
      .select(["id", "account_id as accountId"])
      .where("is_test", "=", 1)
      .where("gateway", "=", gateway.name)
      .where("state", "=", "pending")
      .where("pay_by", ">", now.toISOString())
      .orderBy("id", "desc")
      .executeTakeFirst();
    if (open) return open;
    const started = await trx
      .insertInto("orders")
      .values({
        is_test: 1,
        account_id: staffId,
        stock_held: 0,
        item_count: 1,
        subtotal: TEST_AMOUNT,
        shipping: 0,
        tax: 0,
        total: TEST_AMOUNT,
        ...NOWHERE,
        gateway: gateway.name,
        receipt: newReceipt(),
        placed_at: now.toISOString(),
        pay_by: new Date(now.getTime() + OPEN_FOR_MS).toISOString(),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const after = { Amount: formatRupees(TEST_AMOUNT), Gateway: gateway.name };
    await recordAudit(trx, { ...about(started.id, staffId), action: "started", after }, now);
    return { id: started.id, accountId: staffId };
  });
  return ensureGatewayOrder(db, gateway, id, accountId, now);
}

const about = (subjectId: number, staffId: number) =>
  ({ staffId, subject: "test_purchase", subjectId }) as const;

/** Nothing is delivered. */
const NOWHERE = {
  fullname: "",
  address1: "",
  address2: "",
  place: "",
  state_name: "",
  pincode: "",
  mobile: "",
  email: "",
};

/** Whether an order is a test purchase: what follows a payment is then shown in the back office. */
export async function isTestPurchase(db: Db, orderId: number): Promise<boolean> {
  const row = await db
    .selectFrom("orders")
    .select("id")
    .where("id", "=", orderId)
    .where("is_test", "=", 1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The latest ten test purchases, the newest first. */
export async function readTestPurchases(db: Db, now = new Date()): Promise<TestPurchase[]> {
  const orders = await db
    .selectFrom("orders as o")
    .innerJoin("accounts as a", "a.id", "o.account_id")
    .select(["o.id", "o.gateway", "o.total", "o.gateway_order_id", "o.placed_at", "o.pay_by", "o.state"])
    .select(["o.payment_way", "o.due_at_door", "o.first_due"])
    .select(["a.first_name", "a.last_name"])
    .where("o.is_test", "=", 1)
    .orderBy("o.id", "desc")
    .limit(SHOWN)
    .execute();
  return Promise.all(
    orders.map(async ({ id, gateway, placed_at: startedAt, ...order }) => {
      const payments = await paymentsOf(db, id);
      return {
        id,
        gateway,
        amount: order.total,
        gatewayOrderId: order.gateway_order_id,
        startedBy: `${order.first_name} ${order.last_name}`.trim(),
        startedAt,
        expiresAt: order.pay_by,
        state: testState(payments, isPayable(payableOf(order), now)),
        toldBy: await toldBy(db, id),
        webhookAt: await firstWebhook(db, { gateway, startedAt }, payments),
        payments,
      };
    }),
  );
}

/** The attempts to pay, each with its last refund. Money of another amount goes back by itself, as with every order. */
async function paymentsOf(db: Db, orderId: number): Promise<TestPayment[]> {
  const payments = await db
    .selectFrom("payments")
    .selectAll()
    .where("order_id", "=", orderId)
    .where("amount", "=", TEST_AMOUNT)
    .where("currency", "=", "INR")
    .orderBy("id")
    .execute();
  const refunds = await refundsOf(db, orderId);
  return payments.map((payment) => {
    const refund = lastOf(refunds, payment.id);
    return {
      gatewayPaymentId: payment.gateway_payment_id,
      status: payment.status,
      method: payment.method,
      errorDescription: payment.error_description,
      paidAt: payment.created_at,
      refundStatus: refund?.status ?? null,
      refundError: refund?.last_error ?? null,
      refundedAt: refund?.status === "processed" ? refund.updated_at : null,
    };
  });
}

const refundsOf = (db: Db, orderId: number) =>
  db.selectFrom("refunds").selectAll().where("order_id", "=", orderId).orderBy("id").execute();

/** The refund of a payment that counts: failed ones do not if another has not failed. */
function lastOf<Refund extends { payment_id: number; status: RefundStatus }>(all: Refund[], payment: number) {
  const refunds = all.filter(({ payment_id: id }) => id === payment);
  return refunds.findLast(({ status }) => status !== "failed") ?? refunds.at(-1);
}

async function toldBy(db: Db, orderId: number): Promise<PaymentSource | null> {
  const paid = await db
    .selectFrom("order_events")
    .select("detail")
    .where("order_id", "=", orderId)
    .where("kind", "=", "paid")
    .executeTakeFirst();
  return paid ? (JSON.parse(paid.detail) as { source: PaymentSource }).source : null;
}

/** When the first event came that names one of the payments that went through. */
async function firstWebhook(
  db: Db,
  { gateway, startedAt }: { gateway: string; startedAt: string },
  payments: TestPayment[],
): Promise<string | null> {
  const taken = payments.filter(({ status }) => status === "captured" || status === "refunded");
  if (taken.length === 0) return null;
  const told = await db
    .selectFrom("payment_events")
    .select("received_at")
    .where("gateway", "=", gateway)
    .where("received_at", ">=", startedAt)
    .where("processed_at", "is not", null)
    .where((eb) => eb.or(taken.map((payment) => eb("body", "like", `%"${payment.gatewayPaymentId}"%`))))
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return told?.received_at ?? null;
}

/**
 * Queues the refund of a test purchase: of each payment that went through and has none yet, or whose refund failed. Pressed
 * twice, the second time changes nothing.
 * @returns a sentence in each case; not ok: there is nothing to refund, or it is on its way
 */
export async function refundTestPurchase(
  db: Db,
  { purchaseId, staffId }: { purchaseId: number; staffId: number },
  now = new Date(),
): Promise<{ ok: boolean; message: string }> {
  const outcome = await beside(db, async (trx) => {
    await lockOrder(trx, purchaseId);
    const taken = await trx
      .selectFrom("payments as p")
      .innerJoin("orders as o", "o.id", "p.order_id")
      .select(["p.id", "p.status", "p.amount"])
      .where("o.id", "=", purchaseId)
      .where("o.is_test", "=", 1)
      .where("p.status", "in", ["captured", "refunded"])
      .execute();
    const refunds = await refundsOf(trx, purchaseId);
    let amount = 0;
    for (const payment of taken) {
      const last = lastOf(refunds, payment.id);
      if (last ? last.status !== "failed" : payment.status !== "captured") continue;
      amount += payment.amount;
      if (last) await queueAgain(trx, last, staffId, now);
      else {
        const by = { actor: "staff", actorAccountId: staffId } as const;
        const refund = { orderId: purchaseId, paymentRowId: payment.id, amount: payment.amount };
        await queueRefund(trx, { ...refund, reason: "staff", by }, now);
      }
    }
    if (amount === 0) {
      const isUnderWay = refunds.some(({ status }) => status === "queued" || status === "pending");
      return {
        ok: false,
        message: isUnderWay ? "The refund is already on its way." : "There is nothing to refund.",
      };
    }
    const after = { Amount: formatRupees(amount) };
    await recordAudit(trx, { ...about(purchaseId, staffId), action: "refunded", after }, now);
    return { ok: true, message: "The refund is on its way." };
  });
  if (outcome.ok) wake("refunds");
  return outcome;
}
