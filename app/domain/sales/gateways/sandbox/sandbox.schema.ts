import { z } from "zod";

/** What the sandbox accepts, and Razorpay's error messages for the rest (payments/…/test-s2s/error-index). */

const missing = (field: string) => ({
  error: (issue: { input?: unknown }) =>
    issue.input === undefined ? `The ${field} field is required.` : undefined,
});

const amount = (least: number, tooLittle: string) =>
  z
    .number({
      error: (issue) =>
        issue.input === undefined ? "amount: is required." : "The amount must be an integer.",
    })
    .int("The amount must be an integer.")
    .min(least, tooLittle)
    .max(50_000_000_00, "Amount exceeds maximum amount allowed.");

const notes = z
  .record(
    z.string().max(256),
    z.union([
      z.string().max(256, "The notes may not be greater than 256 characters."),
      z.number().transform(String),
    ]),
  )
  .refine((pairs) => Object.keys(pairs).length <= 15, "The notes may not have more than 15 items.");

export const createOrderRequest = z.object({
  amount: amount(100, "Order amount less than minimum amount allowed"),
  currency: z.literal("INR", { error: "Currency is not supported" }),
  receipt: z
    .string("The receipt must be a string.")
    .max(40, "The receipt may not be greater than 40 characters.")
    .optional(),
  notes: notes.default({}),
  unique_receipt: z.boolean().default(false),
});

export const payRequest = z
  .object({
    key_id: z.string().max(100),
    order_id: z.string(missing("order id")).max(100),
    amount: amount(100, "The amount must be at least INR 1.00"),
    currency: z.literal("INR", { error: "Currency is not supported" }),
    email: z.string().max(254).optional(),
    contact: z.string().max(20).optional(),
    method: z.enum(["card", "upi"], { error: "Invalid payment method" }),
    card: z.object({ number: z.string().max(32) }).optional(),
    vpa: z.string().max(100).optional(),
  })
  .refine((request) => request.method !== "card" || request.card, {
    error: "The card.number field is required.",
    path: ["card"],
  })
  .refine((request) => request.method !== "upi" || request.vpa, {
    error: "The vpa field is required.",
    path: ["vpa"],
  });

export const refundRequest = z.object({
  amount: amount(100, "The amount must be at least INR 1.00").optional(),
  speed: z.enum(["normal", "optimum"]).default("normal"),
  notes: notes.default({}),
  receipt: z.string().max(40).optional(),
});

export const idempotencyKey = z
  .string()
  .max(200)
  .min(10, "The idempotency key must be at least 10 characters long.")
  .regex(
    /^[\w-]+$/,
    "The idempotency key must only contain alphanumeric characters, underscores, and hyphens",
  )
  .nullable();

/** The fields posted to the hosted page (hosted integration, section 1.2.2), and those of the page's own forms. */
export const hostedRequest = z.object({
  key_id: z.string().max(100),
  order_id: z.string().max(100).min(1),
  amount: z.coerce.number().int(),
  currency: z.literal("INR"),
  name: z.string().max(200).min(1),
  description: z.string().max(255).optional(),
  "prefill[email]": z.string().max(254),
  "prefill[contact]": z.string().max(20),
  callback_url: z.string().max(2000),
  cancel_url: z.string().max(2000).optional(),
  card: z.string().max(32).optional(),
  vpa: z.string().max(100).optional(),
});

export type HostedRequest = z.infer<typeof hostedRequest>;
