import { z } from "zod";
import { toRupees } from "~/domain/kit/money";
import {
  ACCOUNT_WAYS,
  type AccountReceipt,
  type Credit,
  type OpenInvoice,
  type Receivable,
} from "./on-account";
import { accountPaymentSchema, takeBackSchema } from "./on-account.schema";
import { MOST_REMINDED } from "./reminders.server";

const id = z.number().int().meta({ examples: [12] }); // oxfmt-ignore
const rupees = z.number().meta({ examples: [2500] });
const day = z.string().meta({ format: "date", examples: ["2026-11-28"] }); // oxfmt-ignore

/** Only the JSON types of the fields; the rules are those of the form. The key is the form's. */
export const accountPaymentBody = z
  .object({
    amount: z.number().meta({ description: "In rupees.", examples: [2500] }),
    way: z.enum(ACCOUNT_WAYS),
    reference: z.string().max(120).nullish().meta({ description: "Needed but for cash.", examples: ["NEFT 4312"] }), // oxfmt-ignore
    receivedOn: z
      .string()
      .max(40)
      .meta({ format: "date", examples: ["2026-11-28"] }),
    orderid: id.nullish().meta({ description: "The order that it is for; left out: the oldest ones first.", examples: [null] }), // oxfmt-ignore
    idempotencyKey: z.string().max(64).meta({ description: "10 to 64 letters, digits, - or _: sent again with the same key, it is recorded once.", examples: ["neft-4312-of-28-11"] }), // oxfmt-ignore
  })
  .transform(
    ({
      amount,
      way,
      reference,
      receivedOn,
      orderid,
      idempotencyKey,
    }): z.input<typeof accountPaymentSchema> => ({
      amount: String(amount),
      way,
      reference: reference ?? "",
      receivedOn,
      orderId: orderid == null ? "" : String(orderid),
      key: idempotencyKey,
    }),
  ) // oxfmt-ignore
  .pipe(accountPaymentSchema);

/** Why a payment that was recorded did not come. */
export const takeBackBody = z
  .object({
    reason: z
      .string()
      .max(400)
      .meta({ examples: ["The cheque bounced"] }),
  })
  .transform((body): { reason?: string | undefined } => body)
  .pipe(takeBackSchema.pick({ reason: true }));

export const remindersBody = z.object({
  customerIds: z
    .array(id.positive())
    .min(1, "Choose who is to be reminded")
    .max(MOST_REMINDED, `At most ${MOST_REMINDED} customers at once`),
});

/** A customer with something open, in the JSON API. In rupees. */
export const receivableJson = z
  .object({
    customerId: id,
    name: z.string().meta({ examples: ["Temple Street Books"] }),
    open: rupees,
    late: rupees.meta({ description: "Part of it that was due before today.", examples: [0] }),
    invoices: z
      .number()
      .int()
      .meta({ examples: [2] }),
    oldestDueOn: day,
  })
  .meta({ id: "Receivable" });

/** What a customer owes as the API answers it: paise become rupees. */
export const receivableToJson = ({ accountId, ...one }: Receivable): z.input<typeof receivableJson> => ({
  ...one,
  customerId: accountId,
  open: toRupees(one.open),
  late: toRupees(one.late),
});

/** What one customer owes, and has paid. In rupees. */
export const accountJson = z
  .object({
    limit: rupees.meta({ description: "What they may owe.", examples: [50_000] }),
    days: z
      .number()
      .int()
      .meta({ examples: [45] }),
    open: rupees,
    invoices: z
      .array(
        z.object({
          orderid: id,
          invoiceNo: z.string().meta({ examples: ["KI/26-27/000012"] }),
          placedAt: z.string().meta({ format: "date-time", examples: ["2026-11-03T06:00:00.000Z"] }),
          reference: z.string().meta({ description: "The buyer's own.", examples: ["PO 7"] }),
          dueOn: day,
          total: rupees,
          credited: rupees.meta({ description: "By how much staff have lowered it.", examples: [0] }),
          received: rupees.meta({ examples: [0] }),
          open: rupees,
        }),
      )
      .meta({ description: "With something open, the oldest first." }),
    payments: z
      .array(
        z.object({
          id,
          way: z.enum(ACCOUNT_WAYS),
          amount: rupees,
          reference: z.string().meta({ examples: ["NEFT 4312"] }),
          receivedOn: day,
          takenBack: z.string().nullable().meta({ description: "Why it counts no more; null: it counts.", examples: [null] }), // oxfmt-ignore
          parts: z.array(z.object({ orderid: id, amount: rupees })).meta({ description: "What it was spread over." }), // oxfmt-ignore
        }),
      )
      .meta({ description: "The last fifty, the newest first." }),
  })
  .meta({ id: "CustomerAccount" });

/** The account of a customer as the API answers it: paise become rupees. */
export const accountToJson = (
  { limit, days, open }: Credit,
  invoices: readonly OpenInvoice[],
  receipts: readonly AccountReceipt[],
): z.input<typeof accountJson> => ({
  limit: toRupees(limit),
  days,
  open: toRupees(open),
  invoices: invoices.map(({ orderId, ...one }) => ({
    ...one,
    orderid: orderId,
    total: toRupees(one.total),
    credited: toRupees(one.credited),
    received: toRupees(one.received),
    open: toRupees(one.open),
  })),
  payments: receipts.map((one) => ({
    ...one,
    amount: toRupees(one.amount),
    parts: one.parts.map(({ orderId, amount }) => ({ orderid: orderId, amount: toRupees(amount) })),
  })),
});
