import { z } from "zod";
import { addressSchema } from "~/domain/kit/addresses/address.schema";
import { isPlainDate } from "~/domain/kit/dates";
import { asciiDigits } from "~/domain/kit/digits";
import { typedLine } from "~/domain/kit/typed-text";
import { BUYER_MAX } from "../orders/buyer/buyer";
import { CODE_MAX } from "../coupons/coupons";
import { staffOrderSchema } from "../orders/by-staff/staff-order.schema";

/** How an order is paid that a quotation was accepted for. */
export const QUOTED_PAYMENTS = ["link", "proforma", "account"] as const;
export type QuotedPayment = (typeof QUOTED_PAYMENTS)[number];

const NO_COUPON = "A quotation takes no coupon: give a discount instead";

/** A quotation that staff make: an order, with the last day on which it can be accepted. */
export const quotationSchema = staffOrderSchema.safeExtend({
  address: z.object(addressSchema.shape).meta({ description: "Where it is sent." }),
  // Its use would have to be kept for the customer, as no copies are.
  coupon: z
    .string()
    .max(CODE_MAX, NO_COUPON)
    .trim()
    .refine((code) => code === "", NO_COUPON)
    .default("")
    .meta({ description: "None: give a discount.", examples: [""] }),
  payment: z.enum(QUOTED_PAYMENTS, "A quotation is paid by a link, by a proforma invoice or on account"),
  validUntil: z
    .string("Enter a day")
    .max(40, "Enter a day")
    .overwrite(asciiDigits)
    .trim()
    .refine(isPlainDate, "Enter a day")
    .meta({
      description: "The last day on which it can be accepted.",
      format: "date",
      examples: ["2026-12-31"],
    }),
});
export type NewQuotation = z.output<typeof quotationSchema>;

const NAME_MAX = 100;
const reference = typedLine("Order reference", BUYER_MAX.reference)
  .default("")
  .meta({ description: "The buyer's own number of the order.", examples: ["PO 2026/118"] });

/** What a customer types who accepts a quotation by its link. */
export const acceptanceSchema = z.object({
  name: typedLine("Your name", NAME_MAX, "Enter your name"),
  reference,
});

/** What staff type who make the order of a quotation. */
export const quotedOrderSchema = z.object({
  reference,
  creditReason: staffOrderSchema.shape.creditReason,
});
