import { z } from "zod";
import { toPaise } from "~/domain/kit/money";
import { PAYMENT_WAYS } from "../delivery/plan";
import { buyerSchema } from "~/domain/sales/orders/buyer/buyer.schema";
import { giftSchema } from "~/domain/sales/orders/buyer/gift.schema";
import type { ExpectedLine } from "./cart-changes";

export const NO_ADDRESS = "Please select a delivery address";

/** The books on the page, for the hidden field of 'Place Order': "12:2:45000 31:1:9900". */
export const linesField = (
  lines: readonly { bookId: number; quantity: number; unitPrice: number }[],
): string => lines.map(({ bookId, quantity, unitPrice }) => `${bookId}:${quantity}:${unitPrice}`).join(" ");

/** What `linesField` wrote. Anything else is no book of any cart, so the order is refused. */
function linesIn(field: string): ExpectedLine[] {
  return field.split(" ", MOST_LINES).map((line) => {
    const [bookId = 0, quantity = 0, unitPrice = 0] = line.split(":", 3).map(Number);
    return { bookId, quantity, unitPrice };
  });
}

/** More than any delivery costs. */
const MOST_RUPEES = 1_000_000;

/** More than any cart holds, also one that was filled before carts had `CART_MAX`. */
const MOST_LINES = 10_000;
const MOST_LINES_CHARACTERS = 250_000;

/**
 * The fields of 'Place Order'. `expectedTotal` is the total on the page, `expectedDueNow` what of it is paid at once, `expectedCodFee`
 * the fee for paying at the door, all in paise, and `expectedLines` are its books: only compared, never charged.
 */
export const placeOrderSchema = z
  .object({
    addressId: z.coerce.number({ error: NO_ADDRESS }).int(NO_ADDRESS).positive(NO_ADDRESS),
    // An unknown number is a method that is not offered, so the order is refused.
    methodId: z.coerce.number().int().catch(0).optional(),
    // The value of 'online' is the name of the payment provider.
    paymentMethod: z.enum(PAYMENT_WAYS).catch("online"),
    expectedTotal: z.coerce.number().int().optional(),
    expectedDueNow: z.coerce.number().int().optional(),
    expectedCodFee: z.coerce.number().int().optional(),
    expectedLines: z.string().max(MOST_LINES_CHARACTERS).transform(linesIn).optional(),
  })
  .transform(({ paymentMethod: payment, expectedCodFee: codFee, ...wanted }) => ({
    ...wanted,
    payment,
    ...(codFee !== undefined && { codFee }),
  }));

const savedId = z
  .number()
  .int()
  .max(Number.MAX_SAFE_INTEGER)
  .meta({ examples: [1] });
const copies = z
  .number()
  .int()
  .min(1, "Quantity must be at least 1")
  .max(1_000_000, "Quantity is too large")
  .optional();

const expectedLine = z
  .object({
    bookId: savedId,
    qty: copies.meta({ examples: [1] }),
    quantity: copies.meta({ description: "The same as qty; one of the two is enough." }),
    price: z
      .number()
      .nullish()
      .meta({ description: "In rupees, as the cart shows it.", examples: [450] }),
  })
  .refine(({ qty, quantity }) => qty !== undefined || quantity !== undefined, {
    path: ["qty"],
    error: "Quantity is required",
  })
  .refine(({ qty, quantity }) => qty === undefined || quantity === undefined || qty === quantity, {
    path: ["quantity"],
    error: "qty and quantity are not the same",
  })
  .transform(({ bookId, qty, quantity, price }): ExpectedLine => ({
    bookId,
    quantity: qty ?? quantity ?? 0,
    unitPrice: price == null ? null : toPaise(price),
  }));

/**
 * The body of POST /checkout/checkout: the id of a saved address, alone or in an object, and what the client expects in
 * the cart.
 */
export const checkoutSchema = z
  .object({
    address: z
      .union([savedId, z.object({ id: savedId })])
      .nullish()
      .meta({ description: "A saved address: its id, or an object with its id." }),
    cartItems: z.array(expectedLine).max(MOST_LINES),
    methodId: savedId
      .nullish()
      .meta({ description: "From delivery/quote. Left out: the cheapest that is sent.", examples: [1] }),
    payment: z
      .enum(PAYMENT_WAYS, `payment must be ${PAYMENT_WAYS.join(", ")}`)
      .optional()
      .meta({
        description:
          "cod: when the parcel arrives. transfer: to the shop. account: later, within the customer's credit. Left out: online.",
      }),
    deliveryPrice: z
      .number()
      .min(0)
      .max(MOST_RUPEES)
      .nullish()
      .meta({
        description:
          "price from delivery/quote, in rupees, without the fee of cod. The order is refused when it costs something else by now.",
        examples: [40],
      }),
    codFee: z
      .number()
      .min(0)
      .max(MOST_RUPEES)
      .nullish()
      .meta({
        description:
          "cod.fee from delivery/quote, in rupees. An order paid at the door is refused when its fee is another by now.",
        examples: [30],
      }),
    buyer: buyerSchema.nullish().meta({
      description: "Whom the document is for, such as a school. Left out: whoever receives the parcel.",
    }),
    gift: giftSchema
      .nullish()
      .meta({ description: "The parcel has no bill, and its slip the message. Left out: no gift." }),
  })
  .transform(({ address, cartItems, methodId, payment, deliveryPrice, codFee, buyer, gift }) => ({
    addressId: typeof address === "object" ? (address?.id ?? 0) : (address ?? 0),
    expectedLines: cartItems,
    methodId: methodId ?? null,
    payment: payment ?? ("online" as const),
    ...(deliveryPrice != null && { deliveryPrice: toPaise(deliveryPrice) }),
    ...(codFee != null && { codFee: toPaise(codFee) }),
    ...(buyer && { buyer }),
    gift: gift ?? null,
  }))
  .refine(({ addressId }) => addressId > 0, { path: ["address"], error: NO_ADDRESS });

/** The body of POST /checkout/paymentcheck: what the payment window returned to the client, and the order. */
export const paymentCheckSchema = z.object({
  orderid: savedId.meta({ description: "From POST /checkout/checkout." }),
  razorpay_order_id: z
    .string()
    .max(100)
    .meta({ examples: ["order_Q2x7LmV0aT9sKd"] }),
  razorpay_payment_id: z
    .string()
    .max(100)
    .meta({ examples: ["pay_Q2x8PwR3bU1tLe"] }),
  razorpay_signature: z
    .string()
    .max(200)
    .meta({ examples: ["9ef4dffbfd84f1318f6739a3ce19f9d85851857ae648f114332d8401e0949a3d"] }),
  amount: z
    .number()
    .int()
    .meta({ description: "In paise.", examples: [45000] }),
});
