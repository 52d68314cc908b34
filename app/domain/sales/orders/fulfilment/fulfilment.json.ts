import { z } from "zod";
import { idempotencyKeySchema } from "~/domain/kit/idempotency-key";
import {
  cancelSchema,
  despatchSchema,
  refundLinesSchema,
  refundSchema,
  shipmentSchema,
  takeBackSchema,
} from "./fulfilment.schema";

const parcel = despatchSchema(() => new Date()).shape;
const corrected = shipmentSchema(() => new Date()).shape;
const sharedTracking = z
  .boolean()
  .default(false)
  .meta({ description: "Accept a tracking number that another parcel has with this carrier too." });

/** The body of a despatch, with the API's field names. */
export const despatchBody = z.object({
  logisticsId: parcel.providerId
    .optional()
    .meta({ description: "Left out where the books are fetched at the shop.", examples: [1] }),
  trackingno: parcel.trackingNo
    .optional()
    .meta({ description: "Left out where the books are fetched at the shop.", examples: ["EK123456789IN"] }),
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

export const refundBody = z
  .object({
    amount: z
      .union([z.number(), z.literal("full")])
      .optional()
      .meta({
        description:
          'In rupees, or "full": all that is left of the payment. Without it what the lines and the delivery cost.',
        examples: [99.5],
      })
      .transform((given, context) => {
        if (given === "full" || given === undefined) return given;
        const amount = refundSchema.shape.amount.safeParse(String(given));
        if (amount.success) return amount.data;
        context.addIssue({ code: "custom", message: amount.error.issues[0]!.message });
        return z.NEVER;
      }),
    lines: refundLinesSchema.default([]).meta({
      description:
        "The copies that it is for. They are left out of a parcel that is not sent yet, and cannot be returned or refunded by line again.",
    }),
    shipping: z
      .number()
      .min(0)
      .optional()
      .meta({ description: "The part that is for delivery, in rupees.", examples: [0] })
      .transform((given, context) => {
        if (given === undefined) return 0;
        const shipping = refundSchema.shape.amount.safeParse(String(given));
        if (shipping.success) return shipping.data ?? 0;
        context.addIssue({ code: "custom", message: shipping.error.issues[0]!.message });
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
    idempotencyKey: idempotencyKeySchema.meta({
      description: "Choose a new one for each refund. A repeated call with the same key refunds only once.",
      examples: ["6f1c0c8e-7a52-4d0e-9a3b-0c5d8f2e1b47"],
    }),
  })
  .refine(({ amount, lines, shipping }) => amount !== undefined || lines.length > 0 || shipping > 0, {
    path: ["amount"],
    error: "amount is required, or lines or shipping",
  });
