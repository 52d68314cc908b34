import { z } from "zod";
import { releaseDateJson } from "~/domain/catalogue/books/sale/sale.json";
import { coverFile } from "~/domain/catalogue/books/lists/catalogue.json";
import { totalsJson, totalsToJson } from "../orders/money/totals.json";
import { toRupees } from "~/domain/kit/money";
import type { Cart, CartLine } from "./cart";

/** A line of the cart as the JSON API gives it (docs/specification.md §3). Prices in rupees. */
export const cartItemJson = z
  .object({
    id: z
      .number()
      .int()
      .meta({ description: "Id of the line.", examples: [1] }),
    bookId: z
      .number()
      .int()
      .meta({ examples: [1] }),
    title: z.string().meta({ examples: ["Gora"] }),
    price: z.number().meta({ description: "Price charged for one copy, in rupees.", examples: [450] }),
    qty: z
      .number()
      .int()
      .meta({ examples: [1] }),
    quantity: z
      .number()
      .int()
      .meta({ description: "The same as qty.", examples: [1] }),
    coverpage: z
      .string()
      .meta({ description: "File name of the cover, below /coverpages/.", examples: ["gora.webp"] }),
    coverImage: z.string().meta({ description: "The same as coverpage.", examples: ["gora.webp"] }),
    available: z
      .number()
      .int()
      .meta({ description: "Copies that can be ordered; 0 when the book was hidden.", examples: [12] }),
    releaseDate: releaseDateJson,
  })
  .meta({ id: "CartItem" });

/** A line of the cart; prices in rupees. */
export function cartItemToJson(line: CartLine): z.input<typeof cartItemJson> {
  return {
    id: line.itemId,
    bookId: line.bookId,
    title: line.title,
    price: toRupees(line.unitPrice),
    qty: line.quantity,
    quantity: line.quantity,
    coverpage: coverFile(line.cover),
    coverImage: coverFile(line.cover),
    available: line.available,
    releaseDate: line.forthcoming?.releasedOn ?? null,
  };
}

/** The totals of the cart. In rupees. */
export const cartTotalsJson = totalsJson
  .extend({
    couponCode: totalsJson.shape.couponCode.meta({
      description: "The coupon in the cart, or the one that applies without a code.",
    }),
    couponMsg: z
      .string()
      .nullable()
      .meta({
        description:
          "Why the coupon whose code was entered does not apply; null: it applies, or there is none.",
        examples: ["This coupon needs an order of ₹500 or more"],
      }),
  })
  .meta({ id: "CartTotals" });

/** The cart's amounts in rupees; `couponMsg` says why its coupon does not apply, else null. */
export function cartTotalsToJson({
  totals,
  coupon,
}: Pick<Cart, "totals" | "coupon">): z.input<typeof cartTotalsJson> {
  return {
    ...totalsToJson(totals, coupon?.code ?? null),
    couponMsg: (coupon?.instead ?? coupon)?.problem ?? null,
  };
}
