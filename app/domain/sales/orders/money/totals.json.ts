import { z } from "zod";
import { toRupees } from "~/domain/kit/money";
import type { Totals } from "./totals";

const rupees = z.number().meta({ examples: [450] });

/** The totals of a cart or an order in the JSON API. In rupees. */
export const totalsJson = z
  .object({
    subtotal: rupees.meta({ description: "The books, before the discount.", examples: [500] }),
    discount: rupees.meta({ examples: [50] }),
    couponCode: z
      .string()
      .nullable()
      .meta({ description: "The coupon that the discount is for.", examples: ["WELCOME10"] }),
    shipping: rupees.meta({ examples: [0] }),
    tax: rupees.meta({ description: "Contained in the total.", examples: [0] }),
    total: rupees,
  })
  .meta({ id: "Totals" });

/** An order's or cart's amounts in rupees. @param couponCode null: without a coupon */
export function totalsToJson(totals: Totals, couponCode: string | null): z.input<typeof totalsJson> {
  const { subtotal, discount, shipping, tax, total } = totals;
  return {
    subtotal: toRupees(subtotal),
    discount: toRupees(discount),
    couponCode,
    shipping: toRupees(shipping),
    tax: toRupees(tax),
    total: toRupees(total),
  };
}
