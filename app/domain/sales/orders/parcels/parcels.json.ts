import { z } from "zod";
import { idempotencyKeySchema } from "~/domain/kit/idempotency-key";
import { id, time } from "../orders.json";
import { copiesSchema, LINES_MAX } from "../edit/edit-order.schema";
import { despatchBody } from "../fulfilment/fulfilment.json";
import { parcelTakeBackSchema } from "../fulfilment/fulfilment.schema";
import type { SentParcel } from "./parcels";

const text = (example: string) =>
  z
    .string()
    .nullable()
    .meta({ examples: [example] });

/** A parcel of an order. */
export const parcelJson = z
  .object({
    id,
    number: id.meta({ description: "1, 2, 3 within the order." }),
    carrier: text("India Post"),
    trackingno: text("EK123456789IN"),
    trackingUrl: text("https://www.example.com/track/EK123456789IN"),
    weightG: z
      .number()
      .int()
      .nullable()
      .meta({ examples: [640] }),
    sentAt: time,
    deliveredAt: time.nullable(),
    lostAt: time.nullable().meta({ description: "It never arrived." }),
    returnedAt: time.nullable().meta({ description: "It was refused at the door, and came back." }),
    lines: z.array(
      z.object({ id: id.meta({ description: "The line's." }), title: text("Gora").unwrap(), qty: id }),
    ),
  })
  .meta({ id: "Parcel" });

/** The same of a parcel that was read. */
export const parcelToJson = ({ trackingNo, ...parcel }: SentParcel): z.input<typeof parcelJson> => ({
  ...parcel,
  trackingno: trackingNo,
});

const WEIGHT_MAX = 100_000;

const weightG = z
  .number()
  .int()
  .positive()
  .max(WEIGHT_MAX)
  .nullish()
  .meta({ description: "Grams.", examples: [640] });

/** The body for a new parcel. */
export const parcelBody = z.object({
  lines: z
    .array(z.object({ id, qty: copiesSchema(1) }))
    .max(LINES_MAX)
    .default([])
    .meta({ description: "Copies of lines; empty: all that are still to be sent." }),
  carrierId: despatchBody.shape.logisticsId,
  trackingno: despatchBody.shape.trackingno,
  weightG,
  sharedTracking: despatchBody.shape.sharedTracking,
  idempotencyKey: idempotencyKeySchema
    .optional()
    .meta({ description: "Repeated with the same key it sends one parcel.", examples: ["b7f1c0de4a2f49d1"] }),
});

/** The body that corrects one; without a weight that stays. */
export const parcelCorrectionBody = z.object({
  carrierId: despatchBody.shape.logisticsId,
  trackingno: despatchBody.shape.trackingno,
  weightG,
  sharedTracking: despatchBody.shape.sharedTracking,
});

/** The body that takes its last step back. */
export const parcelTakeBackBody = z.object({
  step: parcelTakeBackSchema.shape.step.meta({
    description: "The last step of the parcel.",
    examples: ["loss"],
  }),
});
