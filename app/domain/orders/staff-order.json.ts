import { z } from "zod";
import { addressJson } from "../addresses/addresses.json";
import { listJson } from "../listing/listing.json";
import { listFields, toListSearch } from "../listing/listing.schema";
import { toRupees } from "../money";
import { PROVIDER_NAMES } from "../gateways/payment-providers";
import {
  canCorrectShipment,
  canRefund,
  canResendConfirmation,
  canStaffMove,
  canTakeBack,
} from "./fulfilment";
import {
  cancelSchema,
  despatchSchema,
  REFUND_KEY,
  refundSchema,
  shipmentSchema,
  takeBackSchema,
} from "./fulfilment.schema";
import { isOrderDate, type OrderSearch, type StaffOrderRow } from "./order-list";
import { cancelReasonLabel, eventActor, eventWords, refundReason } from "./order-timeline";
import { API_STATUS, ORDER_STATES } from "./orders";
import { id, orderJson, orderToJson, rupees, status, time } from "./orders.json";
import { canRefundReturn, openReturnOf } from "./returns";
import type { StaffOrder } from "./staff-order";

const day = z.string().meta({ description: "A day in India.", format: "date", examples: ["2026-11-28"] });
const carrier = z
  .string()
  .nullable()
  .meta({ examples: ["India Post"] });
const trackingno = z
  .string()
  .nullable()
  .meta({ examples: ["EK123456789IN"] });
const customer = z.object({ id, name: z.string().meta({ examples: ["Asha Rao"] }) });

const STATUSES = Object.values(API_STATUS);
const statusRule = `status must be one of ${STATUSES.join(", ")}`;
const statusText = z.string().max(40, statusRule);
const orderDay = (field: string) => {
  const rule = `${field} must be a day such as 2026-11-28`;
  return z
    .string()
    .max(40, { error: rule, abort: true })
    .refine(isOrderDate, rule)
    .nullish()
    .meta({ description: "A day in India, inclusive." });
};

/** The body of POST /orders/admin/paged. */
export const pagedOrdersSchema = z
  .object({
    ...listFields(["id", "date", "total"]),
    status: z
      .union([statusText, z.array(statusText).max(20, statusRule)])
      .refine((given) => [given].flat().every((one) => STATUSES.includes(one)), statusRule)
      .nullish()
      .meta({ description: `One or a list of ${STATUSES.join(", ")}; all unless given.` }),
    from: orderDay("from"),
    to: orderDay("to"),
    customerId: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).nullish(),
    refundFailed: z
      .boolean()
      .nullish()
      .meta({ description: "Only orders with a failed refund that staff have to try again." }),
    returnToAnswer: z
      .boolean()
      .nullish()
      .meta({ description: "Only orders with a return that staff have not answered." }),
  })
  .transform((body): OrderSearch => {
    const wanted = [body.status ?? []].flat();
    return {
      ...toListSearch(body),
      states: ORDER_STATES.filter((state) => wanted.includes(API_STATUS[state])),
      from: body.from ?? null,
      to: body.to ?? null,
      customer: body.customerId ?? null,
      route: null,
      refundFailed: body.refundFailed ?? false,
      returnToAnswer: body.returnToAnswer ?? false,
    };
  });

/** A row of the staff's list. Money in rupees. */
export const staffOrderRowJson = z
  .object({
    id,
    customer,
    placedAt: time,
    status,
    carrier,
    trackingno,
    despatchedAt: time.nullable(),
    etadate: day.nullable(),
    total: rupees,
  })
  .meta({ id: "StaffOrderRow" });

export const staffOrderPageJson = listJson(staffOrderRowJson, "StaffOrderPage");

export function staffOrderRowToJson(row: StaffOrderRow): z.input<typeof staffOrderRowJson> {
  return {
    id: row.id,
    customer: row.customer,
    placedAt: row.placedAt,
    status: API_STATUS[row.state],
    carrier: row.carrier,
    trackingno: row.trackingNo,
    despatchedAt: row.despatchedAt,
    etadate: row.etaDate,
    total: toRupees(row.total),
  };
}

const NEXT_STEPS = [
  "packing",
  "despatch",
  "delivery",
  "cancellation",
  "refunds",
  "confirmation",
  "return-answer",
  "return-refund",
  "shipment",
  "take-back",
] as const;

const paymentJson = z
  .object({
    id: z.string().meta({ description: "At the payment service.", examples: ["pay_MT48CvBhIC98MQ"] }),
    amount: rupees,
    status: z.enum(["created", "failed", "authorized", "captured", "refunded"]),
    method: z
      .string()
      .nullable()
      .meta({ examples: ["upi"] }),
    error: z
      .string()
      .nullable()
      .meta({ examples: ["The bank refused the card"] }),
    updatedAt: time,
  })
  .meta({ id: "StaffPayment" });

const refundJson = z
  .object({
    id,
    amount: rupees,
    status: z.enum(["queued", "pending", "processed", "failed"]),
    reason: z.string().meta({ examples: ["by staff"] }),
    note: z.string().meta({ description: "Staff's reason; empty for none.", examples: ["Came damaged"] }),
    paymentId: z.string().meta({ examples: ["pay_MT48CvBhIC98MQ"] }),
    gatewayRefundId: z
      .string()
      .nullable()
      .meta({ examples: ["rfnd_FP8QHiV938haTz"] }),
    requestedBy: z
      .string()
      .nullable()
      .meta({ description: "The member of staff; null: not requested by staff.", examples: ["Kamala Iyer"] }),
    error: z
      .string()
      .nullable()
      .meta({ examples: ["the payment service could not carry it out"] }),
    createdAt: time,
    updatedAt: time,
    returnId: id.nullable().meta({ description: "The return that it is for; null: for none." }),
    retryOf: id.nullable().meta({ description: "The failed refund that it repeats." }),
    canRetry: z.boolean().meta({ description: "It failed, and staff can try it again." }),
  })
  .meta({ id: "StaffRefund" });

/** Everything that the staff's page of an order shows. Money in rupees. */
export const staffOrderJson = z
  .object({
    ...orderJson.shape,
    address: z.object(addressJson.shape).omit({ id: true }),
    customer: customer.extend({ email: z.string().meta({ examples: ["asha@example.com"] }) }),
    placedAt: time,
    payBy: time.meta({ description: "The order lapses then if it is unpaid." }),
    paidAt: time.nullable(),
    packedAt: time.nullable(),
    despatchedAt: time.nullable(),
    deliveredAt: time.nullable(),
    cancelledAt: time.nullable(),
    cancelReason: z
      .string()
      .nullable()
      .meta({ examples: ["By the shop"] }),
    paid: rupees.nullable().meta({ description: "null: never paid." }),
    refundable: rupees
      .nullable()
      .meta({ description: "The part of the payment without a refund; null: never paid." }),
    gateway: z.string().meta({ enum: PROVIDER_NAMES }),
    gatewayOrderId: z
      .string()
      .nullable()
      .meta({ examples: ["order_9A33XWu170gUtm"] }),
    receipt: z.string().meta({ examples: ["kitab-1"] }),
    payments: z.array(paymentJson),
    refunds: z.array(refundJson),
    timeline: z
      .array(
        z.object({
          id,
          at: time,
          who: z.string().meta({ examples: ["Kamala Iyer"] }),
          kind: z.string().meta({ examples: ["packed"] }),
          what: z.string().meta({ description: "A text for people.", examples: ["Packed"] }),
          more: z.array(z.string().meta({ examples: ["Tracking number: EK123456789IN"] })),
        }),
      )
      .meta({ description: "The newest first." }),
    nextSteps: z.array(z.enum(NEXT_STEPS)).meta({
      description:
        "What can be posted below /orders/admin/{orderId}/ now; 'return-refund' is a refund with a returnId.",
    }),
  })
  .meta({ id: "StaffOrder" });

/** The calls that the order's state and money allow now. */
function nextSteps(order: StaffOrder): (typeof NEXT_STEPS)[number][] {
  const { state, status } = order;
  const isPossible: Record<(typeof NEXT_STEPS)[number], boolean> = {
    packing: canStaffMove(status, "packed"),
    despatch: canStaffMove(status, "shipped"),
    delivery: canStaffMove(status, "delivered"),
    cancellation: canStaffMove(status, "cancelled"),
    refunds: canRefund(status),
    confirmation: canResendConfirmation(state),
    "return-answer": openReturnOf(order) !== undefined,
    shipment: canCorrectShipment(state),
    "take-back": canTakeBack(order) !== null,
    "return-refund": canRefund(status) && order.returns.some(canRefundReturn),
  };
  return NEXT_STEPS.filter((step) => isPossible[step]);
}

export function staffOrderToJson(order: StaffOrder): z.input<typeof staffOrderJson> {
  const { fullname, address1, address2, place, state, pincode, mobile, email } = order.address;
  return {
    ...orderToJson(order),
    address: { fullname, address1, address2, place, state, pincode, mobile, email },
    customer: order.customer,
    placedAt: order.placedAt,
    payBy: order.payBy,
    paidAt: order.paidAt,
    packedAt: order.packedAt,
    despatchedAt: order.shippedAt,
    deliveredAt: order.deliveredAt,
    cancelledAt: order.cancelledAt,
    cancelReason: order.cancelReason && cancelReasonLabel(order.cancelReason),
    paid: order.money && toRupees(order.money.paid),
    refundable: order.money && toRupees(order.money.left),
    gateway: order.gateway,
    gatewayOrderId: order.gatewayOrderId,
    receipt: order.receipt,
    payments: order.payments.map(({ id, amount, status, method, errorDescription, updatedAt }) => ({
      id,
      amount: toRupees(amount),
      status,
      method,
      error: errorDescription,
      updatedAt,
    })),
    refunds: order.refunds.map(({ reason, lastError, isStuck, amount, ...refund }) => ({
      ...refund,
      amount: toRupees(amount),
      reason: refundReason(reason),
      error: lastError,
      canRetry: isStuck,
    })),
    timeline: order.events.map((event) => ({
      id: event.id,
      at: event.at,
      who: eventActor(event),
      kind: event.kind,
      ...eventWords(event),
    })),
    nextSteps: nextSteps(order),
  };
}

const parcel = despatchSchema(() => new Date()).shape;
const corrected = shipmentSchema(() => new Date()).shape;
const sharedTracking = z
  .boolean()
  .default(false)
  .meta({ description: "Accept a tracking number that another order has with this carrier too." });

/** The body of a despatch, with the API's field names. */
export const despatchBody = z.object({
  logisticsId: parcel.providerId.meta({ examples: [1] }),
  trackingno: parcel.trackingNo.meta({ examples: ["EK123456789IN"] }),
  etadate: parcel.etaDate
    .nullish()
    .meta({ description: "A day in India, from today to a year ahead; without it the estimate is kept." }),
  sharedTracking,
});

/** The body of a shipment correction, with the API's field names. Absent fields are not changed. */
export const shipmentBody = z.object({
  logisticsId: parcel.providerId.meta({ examples: [1] }),
  trackingno: parcel.trackingNo.meta({ examples: ["EK123456789IN"] }),
  despatchedOn: corrected.shippedOn
    .nullish()
    .meta({ description: "A day in India, not after today.", examples: ["2026-11-20"] }),
  etadate: corrected.etaDate.nullish().meta({ description: "A day in India; null clears it." }),
  sharedTracking,
});

/** The body of taking a step back. */
export const takeBackBody = takeBackSchema.extend({
  step: takeBackSchema.shape.step.meta({ description: "The last step taken.", examples: ["delivery"] }),
});

export const cancellationBody = z.object({
  note: cancelSchema.shape.note.meta({
    description: "Sent to the customer.",
    examples: ["The last copy was damaged"],
  }),
});

const KEY_RULE = "idempotencyKey must be 16 to 64 letters, digits, - or _";

export const refundBody = z.object({
  amount: z
    .union([z.number(), z.literal("full")])
    .meta({ description: 'In rupees, or "full": all that is left of the payment.', examples: [99.5] })
    .transform((given, context) => {
      if (given === "full") return given;
      const amount = refundSchema.shape.amount.safeParse(String(given));
      if (amount.success) return amount.data;
      context.addIssue({ code: "custom", message: amount.error.issues[0]!.message });
      return z.NEVER;
    }),
  reason: refundSchema.shape.reason.meta({
    description: "Sent to the customer.",
    examples: ["Came damaged"],
  }),
  returnId: z
    .number()
    .int()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .nullish()
    .meta({ description: "The return that it is for. Each return is refunded once.", examples: [1] }),
  idempotencyKey: z
    .string()
    .max(64, { error: KEY_RULE, abort: true })
    .regex(REFUND_KEY, KEY_RULE)
    .meta({
      description: "Choose a new one for each refund. A repeated call with the same key refunds only once.",
      examples: ["6f1c0c8e-7a52-4d0e-9a3b-0c5d8f2e1b47"],
    }),
});
