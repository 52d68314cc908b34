import { z } from "zod";
import { parseId } from "~/domain/kit/ids";
import { positive, receivedOn } from "../at-the-door/door.schema";
import { ACCOUNT_WAYS } from "./on-account";

const line = (most: number, tooLong: string) =>
  z
    .string()
    .max(most * 2, tooLong)
    .transform((text) => text.replace(/[\p{Cc}\s]+/gu, " ").trim())
    .refine((text) => text.length <= most, tooLong);

const CHOOSE = "Choose one of the list";
/** 0: none. */
const orderId = z
  .string()
  .max(20, CHOOSE)
  .refine((text) => ["", "0"].includes(text) || parseId(text) !== null, CHOOSE)
  .transform((text) => parseId(text) ?? 0);
const key = z
  .string()
  .max(64, "Please open the form again")
  .regex(/^[\w-]{10,64}$/, "Please open the form again");

/** A payment that staff record. `orderId` 0: it is for the oldest invoices first. */
export const accountPaymentSchema = z
  .object({
    amount: positive,
    way: z.enum(ACCOUNT_WAYS, CHOOSE),
    reference: line(60, "Reference must be 60 characters or less").default(""),
    receivedOn: receivedOn(() => new Date()),
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
export const accountCreditSchema = z.object({ amount: positive, orderId, reason, key });
export const takeBackSchema = z.object({ receiptId: orderId, reason });
