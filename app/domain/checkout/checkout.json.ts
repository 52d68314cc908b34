import { z } from "zod";
import type { CheckOutOutcome } from "./check-out.server";
import { totalsJson, totalsToJson } from "../orders/totals.json";

/** What a client needs to have its order paid; all of it is absent when the order was refused. */
export const checkedOutFields = {
  orderid: z
    .number()
    .int()
    .optional()
    .meta({ description: "The order's number, for paymentcheck and orderstatus.", examples: [1] }),
  receipt: z
    .string()
    .optional()
    .meta({
      description: "The order's name at the payment provider.",
      examples: ["kb_Z9xnWCSpHQAiHszGiKNN"],
    }),
  razorpay_order_id: z
    .string()
    .optional()
    .meta({
      description: "The order's id at the payment provider: order_id of its window.",
      examples: ["order_Q2x7LmV0aT9sKd"],
    }),
  keyId: z
    .string()
    .optional()
    .meta({ description: "key of the payment window.", examples: ["rzp_live_56603e72a505d9"] }),
  amount: z
    .number()
    .int()
    .optional()
    .meta({ description: "What is to be paid, in paise.", examples: [45000] }),
  currency: z.literal("INR").optional(),
  checkoutScript: z
    .string()
    .optional()
    .meta({
      description: "Address of the payment window's script, to be loaded when it is needed.",
      examples: ["https://checkout.razorpay.com/v1/checkout.js"],
    }),
  payBy: z
    .string()
    .optional()
    .meta({
      description: "Until when the books are kept for the customer.",
      format: "date-time",
      examples: ["2026-11-21T11:00:00.000Z"],
    }),
  totals: totalsJson.optional(),
};

/** @param gateway.checkoutScript the script's full address */
export function checkedOutToJson(
  order: Extract<CheckOutOutcome, { ok: true }>,
  gateway: { keyId: string; checkoutScript: string },
) {
  return {
    orderid: order.orderId,
    receipt: order.receipt,
    razorpay_order_id: order.gatewayOrderId,
    keyId: gateway.keyId,
    amount: order.amount,
    currency: order.currency,
    checkoutScript: gateway.checkoutScript,
    payBy: order.payBy,
    totals: totalsToJson(order.totals, order.couponCode),
  };
}
