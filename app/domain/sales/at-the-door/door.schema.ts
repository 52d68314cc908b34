import { z } from "zod";
import { IDEMPOTENCY_KEY } from "~/domain/kit/idempotency-key";
import { asciiDigits } from "~/domain/kit/digits";
import { indianDate, isPlainDate } from "~/domain/kit/dates";
import { typedNumber, typedText } from "~/domain/kit/typed-text";
import { clean, NOTE_MAX, rupees } from "../orders/fulfilment/fulfilment.schema";

export const REFERENCE_MAX = 60;
const REFERENCE_TOO_LONG = `Reference must be ${REFERENCE_MAX} characters or less`;
const NO_REFERENCE = "Reference is required";
const NO_DAY = "Please enter the day on which it came";
const OPEN_AGAIN = "Please open the form again";
const NOT_A_CODE = "The code has six digits";
const NOTE_TOO_LONG = `Note must be ${NOTE_MAX} characters or less`;
const NO_REASON = "Please give a reason";
const REASON_TOO_LONG = `Reason must be ${NOTE_MAX} characters or less`;
const NO_HOW = "Please write down how, such as the reference of your transfer";

const oneLine = (text: string) => clean(text).replace(/\s+/g, " ");

/** The day in India on which money came. @param now the current time: it cannot be later */
export const receivedOn = (now: () => Date) =>
  z
    .string({ error: NO_DAY })
    .max(40, { error: NO_DAY, abort: true })
    .overwrite(asciiDigits)
    .refine(isPlainDate, NO_DAY)
    .refine((day) => day <= indianDate(now()), "The day cannot be in the future")
    .refine((day) => day >= "2000-01-01", NO_DAY);

/** More than nothing, in paise, as typed in rupees. */
export const positive = rupees.refine((paise) => paise > 0, "Amount must be more than zero");

/** What staff answered to a question about these values: sent again unchanged, they are taken. */
const sure = z.string().max(100).optional();

/** Cash that came for an order. Each form has its own `key`: posted twice, it is recorded once. @param now the current time */
export const cashSchema = (now: () => Date) =>
  z.object({
    amount: positive,
    receivedOn: receivedOn(now),
    reference: typedText(REFERENCE_MAX, REFERENCE_TOO_LONG)
      .transform(oneLine)
      .refine((text) => text.length <= REFERENCE_MAX, REFERENCE_TOO_LONG)
      .default(""),
    key: z.string().max(64, { error: OPEN_AGAIN, abort: true }).regex(IDEMPOTENCY_KEY, OPEN_AGAIN),
    sure,
  });

/** A transfer to the shop. @param now the current time */
export const transferSchema = (now: () => Date) =>
  z.object({
    amount: positive,
    receivedOn: receivedOn(now),
    reference: typedText(REFERENCE_MAX, REFERENCE_TOO_LONG, NO_REFERENCE)
      .transform(oneLine)
      .pipe(z.string({ error: NO_REFERENCE }).max(REFERENCE_MAX, REFERENCE_TOO_LONG).min(1, NO_REFERENCE)),
    sure,
  });

/** Money for what a change has added to an order. */
export const balanceSchema = (now: () => Date) =>
  z
    .object({
      amount: positive,
      receivedOn: receivedOn(now),
      way: z.enum(["transfer", "cash"]),
      reference: typedText(REFERENCE_MAX, REFERENCE_TOO_LONG)
        .transform(oneLine)
        .refine((text) => text.length <= REFERENCE_MAX, REFERENCE_TOO_LONG)
        .default(""),
    })
    .refine(({ way, reference }) => way === "cash" || reference !== "", {
      path: ["reference"],
      error: NO_REFERENCE,
    });

/** What `sure` holds when staff were asked about this. */
export const sureOf = ({ amount, reference }: { amount: number; reference: string }): string =>
  `${amount} ${reference}`;

/** A parcel that was refused at the door. */
export const refuseSchema = z.object({
  note: typedText(NOTE_MAX, NOTE_TOO_LONG)
    .transform(clean)
    // No pipe into another string: conform reads an empty one as absent, there too.
    .refine((text) => text.length <= NOTE_MAX, NOTE_TOO_LONG)
    .default(""),
  payBack: z
    .literal("on")
    .optional()
    .transform((box) => box === "on"),
});

/** How staff have paid money back. */
export const paidBackSchema = z.object({
  refund: z.number().int().positive(),
  how: typedText(REFERENCE_MAX, REFERENCE_TOO_LONG, NO_HOW)
    .transform(oneLine)
    .pipe(z.string({ error: NO_HOW }).max(REFERENCE_MAX, REFERENCE_TOO_LONG).min(1, NO_HOW)),
});

/** A record of cash that staff take back, and why. */
export const takeBackCashSchema = z.object({
  payment: z.string().max(120),
  reason: typedText(NOTE_MAX, REASON_TOO_LONG, NO_REASON)
    .transform(clean)
    .pipe(z.string({ error: NO_REASON }).max(NOTE_MAX, REASON_TOO_LONG).min(1, NO_REASON)),
});

/** The mailed code. */
export const codeSchema = z.object({
  code: typedNumber(10, NOT_A_CODE, NOT_A_CODE)
    .transform((text) => text.replace(/\s/g, ""))
    .pipe(
      z
        .string({ error: NOT_A_CODE })
        .max(10, NOT_A_CODE)
        .regex(/^\d{6}$/, NOT_A_CODE),
    ),
});
