import { z } from "zod";
import { addressJson } from "~/domain/kit/addresses/addresses.json";
import { toRupees } from "~/domain/kit/money";
import { PROVIDER_NAMES } from "../../gateways/payment-providers";
import {
  canCorrectShipment,
  canRefund,
  canResendConfirmation,
  canStaffMove,
  canTakeBack,
} from "../fulfilment/fulfilment";
import { customer } from "./order-list.json";
import { misfitSentence } from "./misfit-payments";
import { cancelReasonLabel, eventActor, eventWords, refundReason } from "./order-timeline";
import { whyNotEdited } from "../edit/edit-order";
import { id, orderJson, orderToJson, rupees, time } from "../orders.json";
import { sentOf } from "../parcels/parcels";
import { parcelJson, parcelToJson } from "../parcels/parcels.json";
import { canRefundReturn, copiesToReturn, openReturnOf } from "../returns/returns";
import { dueOf, notesOf, type StaffOrder, versionOf } from "./staff-order";

const NEXT_STEPS = [
  "packing",
  "despatch",
  "delivery",
  "edit",
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
    currency: z.string().meta({ examples: ["INR"] }),
    problem: z
      .string()
      .nullable()
      .meta({
        description: "Why a payment that came in does not count; null: it counts.",
        examples: [misfitSentence("amount")],
      }),
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
    lines: z
      .array(
        z.object({
          id: id.meta({ description: "The line's." }),
          title: z.string().meta({ examples: ["Gora"] }),
          qty: id,
          restock: z
            .boolean()
            .meta({ description: "They went back into stock; otherwise they are written off." }),
        }),
      )
      .meta({ description: "The copies that it is for." }),
    shipping: rupees.meta({ description: "The part that is for delivery.", examples: [0] }),
    retryOf: id.nullable().meta({ description: "The failed refund that it repeats." }),
    canRetry: z.boolean().meta({ description: "It failed, and staff can try it again." }),
    isByHand: z
      .boolean()
      .meta({ description: "Staff pay it back themselves: its money came at the door or by transfer." }),
    paidBack: z
      .string()
      .nullable()
      .meta({ description: "How they did.", examples: ["NEFT 4312"] }),
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
    lines: z
      .array(
        z.object({
          id: id.meta({ description: "Of the line, for a refund of its copies." }),
          bookId: id,
          title: z.string().meta({ examples: ["Gora"] }),
          ordered: id.meta({ description: "Copies." }),
          sent: z
            .number()
            .int()
            .meta({
              description: "Copies in parcels, without those that were lost or came back.",
              examples: [0],
            }),
          refunded: z
            .number()
            .int()
            .meta({ description: "Copies refunded by line: not in the parcel any more.", examples: [0] }),
          returned: z
            .number()
            .int()
            .meta({ description: "Copies in returns that are not declined or withdrawn.", examples: [0] }),
        }),
      )
      .meta({ description: "In the order of items." }),
    version: id.meta({
      description: "Rises with each change of the order, but not with notes: for its edit.",
      examples: [41],
    }),
    due: rupees.meta({ description: "Still to be paid in all.", examples: [0] }),
    changedAt: time.nullable().meta({ description: "When staff changed it last." }),
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
    parcels: z.array(parcelJson).meta({ description: "What was sent, the first first." }),
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
    notes: z
      .array(
        z.object({
          id,
          at: time,
          by: z.string().meta({ examples: ["Kamala Iyer"] }),
          note: z.string().meta({ examples: ["She will call on Monday about the address."] }),
        }),
      )
      .meta({ description: "Staff's notes, the newest first. No customer sees them." }),
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
    edit: whyNotEdited(order) === null,
    cancellation: canStaffMove(status, "cancelled"),
    refunds: canRefund(status),
    confirmation: canResendConfirmation(state),
    "return-answer": openReturnOf(order) !== undefined,
    shipment: canCorrectShipment(state, status.isPickUp),
    "take-back": canTakeBack(order) !== null,
    "return-refund": canRefund(status) && order.returns.some(canRefundReturn),
  };
  return NEXT_STEPS.filter((step) => isPossible[step]);
}

/** An order as staff see it; amounts in rupees. */
export function staffOrderToJson(order: StaffOrder): z.input<typeof staffOrderJson> {
  const { fullname, address1, address2, place, state, pincode, mobile, email } = order.address;
  const free = copiesToReturn(order);
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
    lines: order.lines.map(({ id, bookId, title, quantity, refunded }, at) => ({
      id,
      bookId,
      title,
      ordered: quantity,
      sent: sentOf(order, id),
      refunded,
      returned: quantity - refunded - free[at]!.quantity,
    })),
    version: versionOf(order),
    due: toRupees(dueOf(order)),
    changedAt: order.changedAt,
    paid: order.money && toRupees(order.money.paid),
    refundable: order.money && toRupees(order.money.left),
    gateway: order.gateway,
    gatewayOrderId: order.gatewayOrderId,
    receipt: order.receipt,
    parcels: order.parcels.map(parcelToJson),
    payments: order.payments.map(({ id, amount, currency, misfit, status, ...payment }) => ({
      id,
      amount: toRupees(amount),
      currency,
      problem: misfit && misfitSentence(misfit),
      status,
      method: payment.method,
      error: payment.errorDescription,
      updatedAt: payment.updatedAt,
    })),
    refunds: order.refunds.map(({ reason, lastError, isStuck, amount, shipping, ...refund }) => ({
      ...refund,
      amount: toRupees(amount),
      shipping: toRupees(shipping),
      reason: refundReason(reason),
      error: lastError,
      canRetry: isStuck,
    })),
    timeline: order.events.map((event) => ({
      id: event.id,
      at: event.at,
      who: eventActor(event),
      kind: event.kind,
      ...eventWords(event, order.status.isPickUp),
    })),
    notes: notesOf(order),
    nextSteps: nextSteps(order),
  };
}
