import { z } from "zod";
import { idempotencyKeySchema } from "~/domain/kit/idempotency-key";
import { addressSchema } from "~/domain/kit/addresses/address.schema";
import { EMAIL_PATTERN, mailAddress, typedLine, typedLines } from "~/domain/kit/typed-text";
import { nationalMobile } from "~/domain/kit/addresses/address-doubts";
import { buyerSchema } from "~/domain/sales/orders/buyer/buyer.schema";
import { giftSchema } from "~/domain/sales/orders/buyer/gift.schema";
import { CODE_MAX } from "../../coupons/coupons";
import { copiesSchema, creditReasonSchema, LINES_MAX } from "../edit/edit-order.schema";

/** How an order that staff place is paid. */
export const STAFF_PAYMENTS = ["link", "proforma", "cash", "upi", "transfer", "cod", "account"] as const;
export type StaffPayment = (typeof STAFF_PAYMENTS)[number];

export const STAFF_PAYMENT_LABELS: Record<StaffPayment, string> = {
  link: "A link to pay, by email or to copy",
  proforma: "A transfer, by a proforma invoice",
  cash: "Paid: cash",
  upi: "Paid: UPI",
  transfer: "Paid: bank transfer",
  cod: "At the door",
  account: "On account",
};

const NAME_MAX = 99;
const REASON_MAX = 200;
export const STAFF_NOTE_MAX = 2_000;
const NO_NAME = "Name is required";
const NO_PHONE = "Enter a phone number of ten digits";
const NO_EMAIL = "Please enter a valid email address";
const NOT_A_PERCENTAGE = "Discount must be 0 to 100 per cent";
const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const percent = z
  .number({ error: NOT_A_PERCENTAGE })
  .min(0, NOT_A_PERCENTAGE)
  .max(100, NOT_A_PERCENTAGE)
  .default(0);

/** Somebody by name and phone. */
export const newCustomerSchema = z.object({
  name: typedLine("Name", NAME_MAX, NO_NAME).meta({ examples: ["Asha Rao"] }),
  phone: z
    .string({ error: NO_PHONE })
    .max(20, NO_PHONE)
    .overwrite(nationalMobile)
    .refine((phone) => /^\d{10}$/.test(phone), NO_PHONE)
    .meta({ examples: ["9847012345"] }),
  email: z
    .string()
    .max(119, NO_EMAIL)
    .trim()
    .toLowerCase()
    .overwrite(mailAddress)
    .refine((email) => email === "" || EMAIL_PATTERN.test(email), NO_EMAIL)
    .default("")
    .meta({ description: "Empty: none, so that no mail is sent.", examples: ["asha@example.com"] }),
});

/** The name of who buys at the counter and gives none, and of the one account for all of whom staff know no phone. */
export const WALK_IN = "Counter sale";

/** Somebody who buys at the counter and of whom staff know no phone. */
const walkInSchema = z.object({
  walkIn: z.literal(true),
  name: typedLine("Name", NAME_MAX)
    .default("")
    .meta({ description: "The name on the bill; left out: none.", examples: ["Asha Rao"] }),
});

/** An order that staff place, such as by telephone or at a fair. */
export const staffOrderSchema = z
  .object({
    customer: z.union([z.object({ id }), walkInSchema, newCustomerSchema]).meta({
      description:
        "A customer's id; or name and phone, with an email address or without; or walkIn, of who buys at the counter.",
    }),
    address: z
      .object(addressSchema.shape)
      .optional()
      .meta({ description: "Where it is sent. Left out: it is handed over at the counter." }),
    buyer: buyerSchema
      .nullish()
      .meta({ description: "Whom the document is for, such as a school. Left out: the customer." }),
    gift: giftSchema
      .nullish()
      .meta({ description: "The parcel has no bill, and its slip the message. Left out: no gift." }),
    methodId: id
      .optional()
      .meta({ description: "The way of delivery; left out: the cheapest.", examples: [1] }),
    lines: z
      .array(z.object({ bookId: id, qty: copiesSchema(1), discountPercent: percent }))
      .min(1, "Add a book")
      .max(LINES_MAX),
    discountReason: typedLine("Reason", REASON_MAX)
      .default("")
      .meta({ description: "Why there is a discount: needed with one.", examples: ["School order"] }),
    coupon: z
      .string()
      .max(CODE_MAX, "This coupon code is too long")
      .default("")
      .meta({ description: "A coupon's code, taken off what remains after discounts.", examples: [""] }),
    payment: z.enum(STAFF_PAYMENTS),
    reference: typedLine("Reference", 60)
      .default("")
      .meta({ examples: ["UPI 412233445566"] }),
    creditReason: creditReasonSchema,
    note: typedLines("Note", STAFF_NOTE_MAX).default("").meta({ description: "For staff." }),
    idempotencyKey: idempotencyKeySchema.optional().meta({
      description: "Repeated with the same key it places one order.",
      examples: ["b7f1c0de4a2f49d1"],
    }),
  })
  .check(({ value, issues }) => {
    const { customer, lines, discountReason, payment, address, reference } = value;
    const add = (path: string, message: string) =>
      issues.push({ code: "custom", path: [path], message, input: value });
    if (lines.some(({ discountPercent }) => discountPercent > 0) && discountReason === "")
      add("discountReason", "Write why there is a discount");
    if (payment === "cod" && !address)
      add("payment", "What is handed over at the counter is not paid at the door");
    if ("walkIn" in customer && (address || ["link", "proforma", "account"].includes(payment)))
      add("customer", "Enter name and phone of the customer");
    // At the counter staff see the payment on the customer's phone.
    if ((payment === "transfer" || (payment === "upi" && address)) && reference === "")
      add("reference", "Enter the reference of the payment");
  });

export type NewStaffOrder = z.output<typeof staffOrderSchema>;
