import { z } from "zod";
import type { GatewayOrder, GatewayPayment, GatewayRefund } from "../gateway.server";

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

/** The answer of calls that return a list. */
export const collectionOf = <Entity extends z.ZodType>(entity: Entity) =>
  z.object({ items: z.array(entity) });

/** The error in every unsuccessful answer (api/…, 'Failure'). */
export const errorEntity = z.object({ code: z.string().nullish(), description: z.string().nullish() });
