import { z } from "zod";
import { toRupees } from "~/domain/kit/money";
import type { Difference } from "./settlement";
import type { Settlement } from "./settlements.server";

const rupees = z.number().meta({ examples: [976.4] });

/** A settlement in the JSON API. In rupees. */
export const settlementJson = z
  .object({
    number: z.string().meta({ description: "The payment service's.", examples: ["setl_7KmBq1"] }),
    settledOn: z.string().meta({ format: "date", examples: ["2026-11-28"] }),
    utr: z.string().meta({ description: "Of the transfer to the bank.", examples: ["HDFCN26112801"] }),
    paidOut: rupees.meta({ description: "What came to the bank." }),
    payments: rupees.meta({ examples: [1000] }),
    refunds: rupees.meta({ examples: [0] }),
    fees: rupees.meta({ description: "With the tax on them.", examples: [23.6] }),
    other: rupees.meta({ description: "Adjustments and the like, with a sign.", examples: [0] }),
  })
  .meta({ id: "Settlement" });

/** Something about a settlement that somebody has to look at. In rupees. */
export const differenceJson = z
  .object({
    what: z.string().meta({ examples: ["₹500.00 was paid on 2 Nov 2026, and is in no settlement until 28 Nov 2026"] }), // oxfmt-ignore
    todo: z.string().meta({ description: "What to do about it.", examples: ["Ask the payment service about it"] }), // oxfmt-ignore
    orderId: z
      .number()
      .int()
      .nullable()
      .meta({ examples: [12] }),
    settlement: z.string().nullable().meta({ description: "Its number, or the carrier's list; null: it is in none.", examples: [null] }), // oxfmt-ignore
    entity: z.string().meta({ description: "The payment service's id, or the row of a list.", examples: ["pay_7IZD7aJ2"] }), // oxfmt-ignore
    amount: rupees.meta({ examples: [500] }),
  })
  .meta({ id: "SettlementDifference" });

/** A settlement as the API answers it: paise become rupees. */
export const settlementToJson = (one: Settlement): z.input<typeof settlementJson> => ({
  ...one,
  paidOut: toRupees(one.paidOut),
  payments: toRupees(one.payments),
  refunds: toRupees(one.refunds),
  fees: toRupees(one.fees),
  other: toRupees(one.other),
});

/** The same of a difference. */
export const differenceToJson = (one: Difference): z.input<typeof differenceJson> => ({
  ...one,
  amount: toRupees(one.amount),
});
