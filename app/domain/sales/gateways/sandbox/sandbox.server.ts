import { lockSandbox } from "~/domain/kit/locks.server";
import { beside } from "~/db/writing/beside.server";
import type { z } from "zod";
import type { Db } from "~/db/database.server";
import { sha256 } from "~/platform/secrets/tokens.server";
import { wake } from "~/platform/wake.server";
import { paymentSignature } from "../razorpay/signatures.server";
import type { SandboxOrder, SandboxPayment, SandboxRefund } from "./sandbox-entities.server";
import { sandboxId } from "./sandbox-id.server";
import { sandboxKeys } from "./sandbox-keys.server";
import { cardFailure, type PaymentFailure, upiFailure } from "./sandbox-methods";
import type { createOrderRequest, payRequest, refundRequest } from "./sandbox.schema";
import { queuePaymentEvents, queueRefundEvent } from "./sandbox-webhooks.server";

/** Razorpay's error entity, the `error` of every unsuccessful answer. */
export interface SandboxError {
  code: string;
  description: string;
  source: string;
  step: string;
  reason: string;
  metadata: { payment_id?: string; order_id?: string };
  field?: string;
}

export type SandboxResult<Value> =
  | { ok: true; value: Value }
  | { ok: false; status: number; error: SandboxError };

/** How long a refund stays pending, as it would at a bank. */
const REFUND_TAKES_MS = 3_000;

/** A refusal in Razorpay's form. @param more fields of the error; the status is 400 without one */
export function refusal(description: string, more: Partial<SandboxError> & { status?: number } = {}) {
  const { status = 400, ...fields } = more;
  const error: SandboxError = {
    code: "BAD_REQUEST_ERROR",
    description,
    source: "business",
    step: "payment_initiation",
    reason: "input_validation_failed",
    metadata: {},
    ...fields,
  };
  return { ok: false, status, error } as const;
}

/** The refusal for an id that the sandbox does not have. */
export const unknownId = () =>
  refusal("The id provided does not exist", { source: "NA", step: "NA", reason: "NA" });

/** api/orders/create. With `unique_receipt` a second order for a receipt is refused. */
export async function createSandboxOrder(
  db: Db,
  request: z.output<typeof createOrderRequest>,
  now = new Date(),
): Promise<SandboxResult<SandboxOrder>> {
  const { amount, currency, receipt = null, notes, unique_receipt } = request;
  return beside(db, async (trx): Promise<SandboxResult<SandboxOrder>> => {
    if (receipt !== null) await lockSandbox(trx, receipt);
    if (unique_receipt && receipt !== null) {
      const earlier = await trx
        .selectFrom("sandbox_orders")
        .select("id")
        .where("receipt", "=", receipt)
        .executeTakeFirst();
      if (earlier) return refusal("Order receipt should be unique.", { field: "receipt" });
    }
    const value = await trx
      .insertInto("sandbox_orders")
      .values({
        id: sandboxId("order"),
        amount,
        currency,
        receipt,
        notes: JSON.stringify(notes),
        created_at: now.toISOString(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return { ok: true, value };
  });
}

/** What the checkout window passes to the page's `handler` after a successful payment. */
export interface PaidAnswer {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

/**
 * A shopper's attempt to pay, from the checkout window or the hosted page. A successful payment is captured at once. A
 * failed attempt is recorded too and answered with its reason.
 */
export async function paySandboxOrder(
  db: Db,
  request: z.output<typeof payRequest>,
  now = new Date(),
): Promise<SandboxResult<PaidAnswer>> {
  const number = request.method === "card" ? (request.card?.number ?? "").replace(/\s/g, "") : null;
  const failure = number === null ? upiFailure(request.vpa ?? "") : cardFailure(number);

  const result = await beside(db, async (trx): Promise<SandboxResult<SandboxPayment>> => {
    await lockSandbox(trx, request.order_id);
    const order = await trx
      .selectFrom("sandbox_orders")
      .selectAll()
      .where("id", "=", request.order_id)
      .executeTakeFirst();
    if (!order) return unknownId();
    const metadata = { order_id: order.id };
    if (order.status === "paid") {
      return refusal(
        "Your payment has been declined as the order is already paid. Please initiate the payment with a new order.",
        { reason: "order_already_paid", metadata },
      );
    }
    if (order.amount !== request.amount) {
      return refusal(
        "Your payment amount is different from your order amount. To pay successfully, please try using right amount.",
        { field: "amount", metadata },
      );
    }
    const payment = await trx
      .insertInto("sandbox_payments")
      .values({
        id: sandboxId("pay"),
        order_id: order.id,
        amount: order.amount,
        currency: order.currency,
        status: failure ? "failed" : "captured",
        method: request.method,
        card_last4: number && number.length >= 4 ? number.slice(-4) : null,
        vpa: request.method === "upi" ? (request.vpa ?? null) : null,
        email: request.email ?? null,
        contact: request.contact ?? null,
        created_at: now.toISOString(),
        ...errorColumns(failure),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const moved = await trx
      .updateTable("sandbox_orders")
      .set({ status: failure ? "attempted" : "paid", attempts: order.attempts + 1 })
      .where("id", "=", order.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await queuePaymentEvents(trx, payment, moved, now);
    return { ok: true, value: payment };
  });

  if (!result.ok) return result;
  wake("sandbox-webhooks");
  const payment = result.value;
  if (failure) {
    return refusal(failure.description, {
      source: failure.source,
      step: "payment_authorization",
      reason: failure.reason,
      metadata: { payment_id: payment.id, order_id: payment.order_id },
    });
  }
  return {
    ok: true,
    value: {
      razorpay_payment_id: payment.id,
      razorpay_order_id: payment.order_id,
      razorpay_signature: paymentSignature(sandboxKeys().keySecret, payment.order_id, payment.id),
    },
  };
}

function errorColumns(failure: PaymentFailure | null) {
  return {
    error_code: failure && "BAD_REQUEST_ERROR",
    error_description: failure?.description ?? null,
    error_source: failure?.source ?? null,
    error_step: failure && "payment_authorization",
    error_reason: failure?.reason ?? null,
  };
}

/**
 * api/refunds/normal-refunds-idempotent: pending at first, processed by the background task.
 * @param idempotencyKey repeated with the same request it gives the same refund; with another request it is refused
 */
export async function refundSandboxPayment(
  db: Db,
  paymentId: string,
  request: z.output<typeof refundRequest>,
  idempotencyKey: string | null,
  now = new Date(),
): Promise<SandboxResult<SandboxRefund>> {
  const requestHash = sha256(JSON.stringify([paymentId, request]));
  const result = await beside(db, async (trx): Promise<SandboxResult<SandboxRefund>> => {
    if (idempotencyKey !== null) await lockSandbox(trx, idempotencyKey);
    await lockSandbox(trx, paymentId);
    if (idempotencyKey !== null) {
      const earlier = await trx
        .selectFrom("sandbox_refunds")
        .selectAll()
        .where("idempotency_key", "=", idempotencyKey)
        .executeTakeFirst();
      if (earlier?.request_hash === requestHash) return { ok: true, value: earlier };
      if (earlier) {
        return refusal("Different request with the same idempotency key has already been processed.", {
          status: 409,
        });
      }
    }
    const payment = await trx
      .selectFrom("sandbox_payments")
      .selectAll()
      .where("id", "=", paymentId)
      .executeTakeFirst();
    if (!payment) return unknownId();
    if (payment.status === "failed")
      return refusal("The payment status should be captured for action to be taken");
    const left = payment.amount - payment.amount_refunded;
    const amount = request.amount ?? left;
    if (left === 0) return refusal("The payment has been fully refunded already");
    if (amount > left)
      return refusal("The refund amount provided is greater than amount captured", { field: "amount" });

    const refund = await trx
      .insertInto("sandbox_refunds")
      .values({
        id: sandboxId("rfnd"),
        payment_id: payment.id,
        amount,
        notes: JSON.stringify(request.notes),
        receipt: request.receipt ?? null,
        idempotency_key: idempotencyKey,
        request_hash: requestHash,
        created_at: now.toISOString(),
        process_at: new Date(now.getTime() + REFUND_TAKES_MS).toISOString(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const refunded = await trx
      .updateTable("sandbox_payments")
      .set({
        amount_refunded: payment.amount_refunded + amount,
        status: amount === left ? "refunded" : "captured",
      })
      .where("id", "=", payment.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await queueRefundEvent(trx, refund, refunded, now);
    return { ok: true, value: refund };
  });
  if (result.ok) wake("sandbox-webhooks");
  return result;
}
