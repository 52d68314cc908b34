import { z } from "zod";
import { toRupees } from "~/domain/kit/money";
import type { ExchangeOutcome } from "./exchange.server";

const rupees = z
  .number()
  .optional()
  .meta({ examples: [0] });

/** What an exchange answers, beside its result. Money in rupees. */
export const exchangedFields = {
  orderid: z
    .number()
    .int()
    .optional()
    .meta({ description: "The new order.", examples: [2] }),
  total: rupees.meta({ description: "What it costs." }),
  paid: rupees.meta({ description: "What came back pays of it." }),
  due: rupees.meta({ description: "Is still to be paid, by the link." }),
  refundDue: rupees.meta({ description: "Is being refunded now." }),
  payUrl: z
    .string()
    .optional()
    .meta({
      description: "The link that pays what is still due, to be sent.",
      examples: ["https://shop.example/pay?token=x&order=2"],
    }),
};

/** The same of an exchange that was made. @param payUrl the link that pays the rest; null: nothing is due */
export const exchangedToJson = (
  { newOrderId, total, paid, due, refund }: Extract<ExchangeOutcome, { ok: true }>,
  payUrl: string | null,
) => ({
  orderid: newOrderId,
  total: toRupees(total),
  paid: toRupees(paid),
  due: toRupees(due),
  refundDue: toRupees(refund),
  ...(payUrl && { payUrl }),
});
