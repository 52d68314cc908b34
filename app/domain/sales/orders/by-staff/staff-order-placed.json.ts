import { z } from "zod";
import { totalsJson, totalsToJson } from "../money/totals.json";
import type { StaffOrderOutcome } from "./place-staff-order.server";

/** What a new order by staff answers, beside its result. */
export const placedFields = {
  orderid: z
    .number()
    .int()
    .optional()
    .meta({ examples: [1] }),
  totals: totalsJson.optional(),
  payUrl: z
    .string()
    .optional()
    .meta({
      description: "The link that pays it, to be sent.",
      examples: ["https://shop.example/pay?token=x&order=1"],
    }),
};

/** The same of an order that was placed. @param payUrl the link that pays it; null: none does */
export const placedToJson = (
  { orderId, totals, couponCode }: Extract<StaffOrderOutcome, { ok: true }>,
  payUrl: string | null,
) => ({ orderid: orderId, totals: totalsToJson(totals, couponCode), ...(payUrl && { payUrl }) });
