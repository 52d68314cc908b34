import { z } from "zod";
import { ACCOUNT_WAYS } from "./on-account";

const line = (most: number, tooLong: string) =>
  z
    .string()
    .max(most * 2, tooLong)
    .transform((text) => text.replace(/[\p{Cc}\s]+/gu, " ").trim())
    .refine((text) => text.length <= most, tooLong);

const WRONG_AMOUNT = "Enter an amount in rupees, such as 1250.50";
const amount = z
  .string()
  .max(20, WRONG_AMOUNT)
  .default("")
  .transform((text, context) => {
    const plain = text.replace(/[₹,\s]/g, "");
    const paise = /^\d{1,9}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : 0;
    if (paise > 0) return paise;
    context.addIssue({ code: "custom", message: WRONG_AMOUNT });
    return z.NEVER;
  });
const orderId = z.coerce.number().int().min(0).catch(0);
const key = z
  .string()
  .max(64, "Please open the form again")
  .regex(/^[\w-]{10,64}$/, "Please open the form again");

/** A payment that staff record. `orderId` 0: it is for the oldest invoices first. */
export const accountPaymentSchema = z
  .object({
    amount,
    way: z.enum(ACCOUNT_WAYS).catch("transfer"),
    reference: line(60, "Reference must be 60 characters or less").default(""),
    receivedOn: z
      .string()
      .max(10, "Enter the day on which it came")
      .regex(/^\d{4}-\d\d-\d\d$/, "Enter the day on which it came"),
    orderId,
    key,
  })
  .refine(({ way, reference }) => way === "cash" || reference !== "", {
    path: ["reference"],
    error: "Enter the reference of the payment",
  });

const NO_REASON = "Write a reason";
const reason = line(200, "Reason must be 200 characters or less")
  .default("")
  .refine((text) => text !== "", NO_REASON);

/** What staff lower of an invoice, such as for books that came back. */
export const accountCreditSchema = z.object({ amount, orderId, reason, key });
export const takeBackSchema = z.object({ receipt: z.coerce.number().int().min(0).catch(0), reason });
