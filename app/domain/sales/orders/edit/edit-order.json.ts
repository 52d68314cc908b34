import { z } from "zod";
import { toRupees } from "~/domain/kit/money";
import { totalsJson, totalsToJson } from "../money/totals.json";
import type { EditOutcome } from "./edit-order.server";

const rupees = z.number().meta({ examples: [0] });

/** What a change of an order answers, beside its result. Money in rupees. */
export const editedFields = {
  totals: totalsJson.optional(),
  refundDue: rupees.optional().meta({ description: "Is being refunded now." }),
  due: rupees
    .optional()
    .meta({ description: "Is still to be paid in all, by a link, to the shop or at the door." }),
};

/** The same of a change that was made. */
export const editedToJson = ({ totals, couponCode, refundDue, due }: Extract<EditOutcome, { ok: true }>) => ({
  totals: totalsToJson(totals, couponCode),
  refundDue: toRupees(refundDue),
  due: toRupees(due),
});
