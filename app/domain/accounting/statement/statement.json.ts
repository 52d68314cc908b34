import { z } from "zod";
import { toRupees } from "~/domain/kit/money";
import { AGES, ENTRY_KINDS, type EntryKind, type Statement } from "./statement";

const rupees = z.number().meta({ examples: [1200] });
const balance = rupees.meta({ description: "Below zero the shop owes it to the customer." });

/** A statement of account in the JSON API. In rupees. */
export const statementJson = z
  .object({
    from: z.string().meta({ format: "date", examples: ["2026-11-01"] }),
    to: z.string().meta({ format: "date", examples: ["2026-11-30"] }),
    opening: balance.meta({ description: "What was owed before the first day." }),
    rows: z.array(
      z.object({
        day: z.string().meta({ format: "date", examples: ["2026-11-03"] }),
        kind: z.enum(Object.keys(ENTRY_KINDS) as [EntryKind]),
        number: z.string().meta({ description: "Of the document; of money the way.", examples: ["KI/26-27/000012"] }), // oxfmt-ignore
        reference: z.string().meta({ examples: ["PO 7"] }),
        orderId: z.number().int().nullable().meta({ description: "null: of several orders.", examples: [12] }), // oxfmt-ignore
        debit: rupees,
        credit: rupees.meta({ examples: [0] }),
        balance,
      }),
    ),
    debits: rupees,
    credits: rupees.meta({ examples: [0] }),
    closing: balance.meta({ description: "What was owed after the last day." }),
    ages: z
      .array(z.object({ label: z.string().meta({ examples: [AGES[0].label] }), open: rupees }))
      .meta({ description: "What is open today, by how late it is." }),
  })
  .meta({ id: "StatementOfAccount" });

/** @param ages as of `openByAge` */
export const statementToJson = (
  { opening, rows, debits, credits, closing }: Statement,
  { from, to }: { from: string; to: string },
  ages: readonly number[],
): z.input<typeof statementJson> => ({
  from,
  to,
  opening: toRupees(opening),
  rows: rows.map((row) => ({
    ...row,
    debit: toRupees(row.debit),
    credit: toRupees(row.credit),
    balance: toRupees(row.balance),
  })),
  debits: toRupees(debits),
  credits: toRupees(credits),
  closing: toRupees(closing),
  ages: AGES.map(({ label }, at) => ({ label, open: toRupees(ages[at]!) })),
});
