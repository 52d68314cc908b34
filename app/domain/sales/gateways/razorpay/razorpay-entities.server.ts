import { z } from "zod";
import type { GatewayOrder, GatewayPayment, GatewayRefund, GatewaySettled } from "../gateway.server";

/** Schemas of Razorpay's entities in answers and webhooks, which turn them into the shop's types. */

export const orderEntity = z
  .object({
    id: z.string().min(1),
    amount: z.int(),
    currency: z.string(),
    receipt: z.string().nullish(),
    status: z.enum(["created", "attempted", "paid"]),
  })
  .transform(({ id, amount, currency, receipt, status }): GatewayOrder => ({
    id,
    amount,
    currency,
    receipt: receipt ?? "",
    status,
  }));

/** What the customer and staff read of a payment "at the door" that Razorpay's window offered. */
const NOT_AT_THE_DOOR = "cash on delivery cannot be chosen in the payment window, please pay another way";

export const paymentEntity = z
  .object({
    id: z.string().min(1),
    amount: z.int(),
    currency: z.string(),
    status: z.enum(["created", "pending", "authorized", "captured", "refunded", "failed"]),
    order_id: z.string().nullish(),
    method: z.string().nullish(),
    error_description: z.string().nullish(),
  })
  .transform(({ id, amount, currency, status, order_id, method, error_description }): GatewayPayment => {
    const payment = { id, amount, currency, orderId: order_id ?? "", method: method || null };
    // Razorpay's own cash on delivery (payments/payment-methods/cod): Razorpay never has that money, whatever it says.
    if (method === "cod") return { ...payment, status: "failed", errorDescription: NOT_AT_THE_DOOR };
    return {
      ...payment,
      status: status === "pending" ? "created" : status,
      errorDescription: error_description || null,
    };
  });

export const refundEntity = z
  .object({
    id: z.string().min(1),
    payment_id: z.string(),
    amount: z.int(),
    status: z.enum(["pending", "processed", "failed"]),
  })
  .transform(({ id, payment_id, amount, status }): GatewayRefund => ({
    id,
    paymentId: payment_id,
    amount,
    status,
  }));

/** Paise; where there is nothing, null or absent. */
const paise = z.coerce.number().int().min(0).prefault(0);

/** A row of api/settlements/fetch-recon. */
export const settledEntity = z
  .object({
    entity_id: z.string().min(1),
    type: z.string(),
    amount: paise,
    fee: paise,
    tax: paise,
    debit: paise,
    credit: paise,
    settlement_id: z.string().nullish(),
    settled_at: z.int().nullish(),
    settlement_utr: z.string().nullish(),
  })
  .transform(
    ({ entity_id, type, settlement_id, settled_at, settlement_utr, ...figures }): GatewaySettled => ({
      kind: type,
      entity: entity_id,
      ...figures,
      settlement:
        settlement_id && settled_at
          ? { id: settlement_id, settledAt: settled_at, utr: settlement_utr ?? "" }
          : null,
    }),
  );

/** The answer of calls that return a list. */
export const collectionOf = <Entity extends z.ZodType>(entity: Entity) =>
  z.object({ items: z.array(entity) });

/** The error in every unsuccessful answer (api/…, 'Failure'). */
export const errorEntity = z.object({ code: z.string().nullish(), description: z.string().nullish() });
