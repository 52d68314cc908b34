import { z } from "zod";
import type { CheckOutOutcome } from "./check-out.server";
import { deliveredFields, deliveredToJson } from "../delivery/order-delivery.json";
import { totalsJson, totalsToJson } from "../orders/money/totals.json";

/**
 * What a client needs to open the payment window; all fields are absent when the order was refused, and those of the window
 * when nothing is paid online.
 */
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
      description: "The shop's unique key of the order at the payment provider.",
      examples: ["kb_Z9xnWCSpHQAiHszGiKNN"],
    }),
  razorpay_order_id: z
    .string()
    .optional()
    .meta({
      description: "The order's id at the payment provider: order_id of the payment window.",
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
    .meta({ description: "The amount to pay, in paise.", examples: [45000] }),
  currency: z.literal("INR").optional(),
  checkoutScript: z
    .string()
    .optional()
    .meta({
      description: "URL of the payment window's script. Load it when the window is opened.",
      examples: ["https://checkout.razorpay.com/v1/checkout.js"],
    }),
  payBy: z
    .string()
    .optional()
    .meta({
      description: "Until when the books are held for the customer, to pay or confirm the order.",
      format: "date-time",
      examples: ["2026-11-21T11:00:00.000Z"],
    }),
  delivery: deliveredFields.delivery.optional(),
  payment: deliveredFields.payment.optional(),
  codFee: deliveredFields.codFee.optional(),
  dueAtDoor: deliveredFields.dueAtDoor.optional(),
  totals: totalsJson.optional(),
};

/** @param gateway.checkoutScript the full URL of the script */
export function checkedOutToJson(
  order: Extract<CheckOutOutcome, { ok: true }>,
  gateway: { keyId: string; checkoutScript: string },
) {
  return {
    orderid: order.orderId,
    receipt: order.receipt,
    ...(order.window && {
      razorpay_order_id: order.window.gatewayOrderId,
      keyId: gateway.keyId,
      amount: order.window.amount,
      currency: order.window.currency,
      checkoutScript: gateway.checkoutScript,
    }),
    payBy: order.payBy,
    ...deliveredToJson(order),
    totals: totalsToJson(order.totals, order.couponCode),
  };
}

/** What the order waits for. */
export function checkedOutMessage({ window, paymentWay }: Extract<CheckOutOutcome, { ok: true }>): string {
  if (window) return "The order awaits its payment";
  if (paymentWay === "account") return "The order is accepted, to be paid on account";
  return paymentWay === "cod" ? "The order waits to be confirmed" : "The order waits for the transfer";
}
