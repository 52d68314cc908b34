import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import { IDEMPOTENCY_KEY } from "~/domain/kit/idempotency-key";
import { asciiDigits } from "~/domain/kit/digits";
import { parseId } from "~/domain/kit/ids";
import { typedNumber, typedText } from "~/domain/kit/typed-text";
import { indianDate, isPlainDate } from "~/domain/kit/dates";
import { CANCEL_REASON_MAX } from "../cancellation";
import { gramsOf } from "./typed-weight";
import { PARCEL_TAKE_BACKS } from "../parcels/parcels";
import { TAKE_BACKS } from "./fulfilment";

export const TRACKING_MAX = 40;
export const WEIGHT_MAX = 20;
export const NOTE_MAX = 300;
export const REASON_MAX = 200;
export const AMOUNT_MAX = 15;
const LATEST_DELIVERY_DAYS = 365;

export const NO_PROVIDER = "Please choose a carrier";
export const NO_TRACKING = "Tracking number is required";
const NO_WEIGHT = "Weight must be in grams, or such as 1.2 kg";
const NO_DAY = "Please enter the day it was shipped";
const NO_AMOUNT = "Amount is required";
const NO_REASON = "Reason is required";
const TRACKING_TOO_LONG = `Tracking number must be ${TRACKING_MAX} characters or less`;
const NOTE_TOO_LONG = `Note must be ${NOTE_MAX} characters or less`;
const CANCEL_REASON_TOO_LONG = `Reason must be ${CANCEL_REASON_MAX} characters or less`;
const REASON_TOO_LONG = `Reason must be ${REASON_MAX} characters or less`;
const NOT_RUPEES = "Amount must be in rupees, such as 250 or 99.50";

/** Turns the browser's CRLF into LF and removes the control characters, which do not belong in a mail. */
export const clean = (text: string) =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n]/gu, "")
    .trim();

/** The form for shipping a parcel. @param now the current time: the estimated delivery cannot be earlier */
export const despatchSchema = (now: () => Date) =>
  z.object({
    providerId: z.number({ error: NO_PROVIDER }).int(NO_PROVIDER).positive(NO_PROVIDER),
    trackingNo: typedText(TRACKING_MAX, TRACKING_TOO_LONG, NO_TRACKING)
      .trim()
      .min(1, NO_TRACKING)
      .max(TRACKING_MAX, TRACKING_TOO_LONG)
      .regex(
        /^[A-Za-z0-9][A-Za-z0-9 ./-]*$/,
        "Tracking number can have letters, digits, spaces, points, dashes and slashes",
      ),
    etaDate: z
      .string()
      .max(40, { error: "Please enter a date", abort: true })
      .overwrite(asciiDigits)
      .refine(isPlainDate, "Please enter a date")
      .refine((date) => date >= indianDate(now()), "Estimated delivery cannot be in the past")
      .refine(
        (date) => date <= indianDate(now(), LATEST_DELIVERY_DAYS),
        "Estimated delivery must be within a year",
      )
      .optional(),
    /** As it was weighed, such as "450" or "1.2 kg": `gramsOf` reads it. */
    weight: z
      .string()
      .max(WEIGHT_MAX, { error: NO_WEIGHT, abort: true })
      .overwrite(asciiDigits)
      .refine((typed) => gramsOf(typed) !== null, NO_WEIGHT)
      .optional(),
    /** The tracking number that staff have confirmed, although another parcel has it too. */
    sharedTracking: z.string().max(TRACKING_MAX).optional(),
  });

/** The same for books that are fetched at the shop: they go without a carrier. */
export const readySchema = (now: () => Date) =>
  despatchSchema(now).partial({ providerId: true, trackingNo: true });

/**
 * The form that corrects a shipped parcel. Its estimated delivery may be in the past.
 * @param now the current time
 */
export const shipmentSchema = (now: () => Date) => {
  const { providerId, trackingNo, sharedTracking } = despatchSchema(now).shape;
  return z
    .object({
      providerId,
      trackingNo,
      sharedTracking,
      shippedOn: z
        .string({ error: NO_DAY })
        .max(40, { error: NO_DAY, abort: true })
        .overwrite(asciiDigits)
        .refine(isPlainDate, NO_DAY)
        .refine((day) => day <= indianDate(now()), "The day it was shipped cannot be in the future"),
      etaDate: z
        .string()
        .max(40, { error: "Please enter a date", abort: true })
        .overwrite(asciiDigits)
        .refine(isPlainDate, "Please enter a date")
        .refine(
          (date) => date <= indianDate(now(), LATEST_DELIVERY_DAYS),
          "Estimated delivery must be within a year",
        )
        .optional(),
    })
    .refine(({ shippedOn, etaDate }) => !etaDate || etaDate >= shippedOn, {
      path: ["etaDate"],
      error: "Estimated delivery cannot be before the day it was shipped",
    });
};

const aParcel = despatchSchema(() => new Date()).pick({
  providerId: true,
  trackingNo: true,
  weight: true,
  sharedTracking: true,
});

/** The form that corrects one parcel of an order. @param isPickUp whether it is fetched at the shop, and goes without a carrier */
export const parcelSchema = (isPickUp: boolean) =>
  isPickUp ? aParcel.partial({ providerId: true, trackingNo: true }) : aParcel;

/** The form names the step, so that a step which was taken since the page was loaded is not undone by mistake. */
export const takeBackSchema = z.object({ step: z.enum(TAKE_BACKS) });

/** The same for one parcel. */
export const parcelTakeBackSchema = z.object({ step: z.enum(PARCEL_TAKE_BACKS) });

/** Staff's note to the customer about a cancellation; optional. */
export const cancelSchema = z.object({
  note: typedText(NOTE_MAX, NOTE_TOO_LONG)
    .transform(clean)
    // No pipe into another string: conform reads an empty one as absent, there too.
    .refine((text) => text.length <= NOTE_MAX, NOTE_TOO_LONG)
    .default(""),
});

/** Why a customer cancels; optional. */
export const customerCancelSchema = z.object({
  reason: typedText(CANCEL_REASON_MAX, CANCEL_REASON_TOO_LONG)
    .transform(clean)
    // No pipe into another string: conform reads an empty one as absent, there too.
    .refine((text) => text.length <= CANCEL_REASON_MAX, CANCEL_REASON_TOO_LONG)
    .default("")
    .meta({ description: "For the shop.", examples: ["I found it on my own shelf"] }),
});

/** Turns rupees as people type them ("1,200", "₹99.50") into paise. */
export const rupees = typedNumber(AMOUNT_MAX, NOT_RUPEES, NO_AMOUNT)
  .transform((text) => text.replace(/[\s,₹]/g, ""))
  .pipe(
    typedText(AMOUNT_MAX, NOT_RUPEES, NO_AMOUNT)
      .min(1, { error: NO_AMOUNT, abort: true })
      .regex(/^\d{1,9}(\.\d{1,2})?$/, NOT_RUPEES),
  )
  .transform((text) => Math.round(Number(text) * 100));

const OPEN_AGAIN = "Please open the form again";

const WHOLE_COPIES = "Copies must be a whole number";

/** Copies of lines that a refund is for. */
export const refundLinesSchema = z
  .array(
    z.object({
      id: z
        .number()
        .int()
        .min(1)
        .max(Number.MAX_SAFE_INTEGER)
        .meta({ description: "The line's.", examples: [1] }),
      qty: z
        .number({ error: WHOLE_COPIES })
        .int(WHOLE_COPIES)
        .min(1, "At least 1 copy")
        .max(Number.MAX_SAFE_INTEGER)
        .meta({ description: "Copies.", examples: [1] }),
      restock: z
        .boolean()
        .default(false)
        .meta({ description: "Puts the copies back into stock; otherwise they are written off." }),
    }),
  )
  .max(1000);

/**
 * Amount and reason of a refund, and how much of it is for delivery. Each form has its own `key`, so that posting it twice makes
 * one refund. Without an amount it is what its lines and the delivery cost (`parseRefund`).
 */
export const refundSchema = z.object({
  amount: rupees.optional(),
  shipping: rupees.optional(),
  reason: typedText(REASON_MAX, REASON_TOO_LONG, NO_REASON)
    .transform(clean)
    .pipe(z.string({ error: NO_REASON }).max(REASON_MAX, REASON_TOO_LONG).min(1, NO_REASON)),
  key: z.string().max(64, { error: OPEN_AGAIN, abort: true }).regex(IDEMPOTENCY_KEY, OPEN_AGAIN),
  /** The return that the refund is for; absent: the refund is for the order. */
  returnId: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
});

/** The field of a refund's form with the copies of a line. */
export const copiesOf = (lineId: number) => `copies-${lineId}`;
/** The one that says whether they go back into stock. */
export const restockOf = (lineId: number) => `restock-${lineId}`;

/** The lines of the form; those without copies are left out. What is no whole number becomes NaN, which the schema refuses. */
export function refundLinesOf(form: FormData): z.input<typeof refundLinesSchema> {
  return [...form].flatMap(([name, value]) => {
    const id = parseId(/^copies-(\d+)$/.exec(name)?.[1]);
    if (!id || typeof value !== "string") return [];
    const copies = asciiDigits(value.slice(0, 100)).trim();
    if (/^0*$/.test(copies)) return [];
    return [{ id, qty: /^\d{1,9}$/.test(copies) ? Number(copies) : NaN, restock: form.has(restockOf(id)) }];
  });
}

/** Reads the form of a refund but for its lines (`refundLinesOf`): with lines or delivery it needs no amount. */
export function parseRefund(form: FormData) {
  const hasLines = refundLinesOf(form).length > 0;
  const schema = refundSchema.refine(
    ({ amount, shipping = 0 }) => amount !== undefined || shipping > 0 || hasLines,
    {
      path: ["amount"],
      error: NO_AMOUNT,
      // Checked even when other fields are wrong, so that all messages come at once.
      when: ({ issues }) => issues.every(({ path }) => path?.[0] !== "amount" && path?.[0] !== "shipping"),
    },
  );
  return parseWithZod(form, { schema });
}
