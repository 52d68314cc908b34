import { z } from "zod";
import { database } from "~/db/shop-database.server";
import { accountFile } from "~/domain/accounting/exports/account-lists.server";
import { ACCOUNT_LISTS, API_ACCOUNT_LISTS, FILE_FORMATS } from "~/domain/accounting/exports/exports";
import { accountFileQuery } from "~/domain/accounting/exports/exports.schema";
import { type AskedPeriod, type Period, readPeriod } from "~/domain/accounting/period";
import { downloadAnswer } from "~/http/answers/download-answer.server";
import { ApiError, operation } from "~/api/operation.server";

const ABOUT: Record<(typeof API_ACCOUNT_LISTS)[number], string> = {
  orders: "The orders that were placed in a month or in some days, paid or not.",
  lines: "The lines of the documents of a month or of some days; their sums are those of the documents.",
  payments: "The payments that came in a month or in some days.",
  refunds: "The refunds whose money went back in a month or in some days, with their notes.",
  documents:
    "The bills, invoices and notes of a month or of some days; cancelled ones have their day in `Cancelled`.",
  open: "What is not settled at this moment, whatever the days: due at doors, after changes of orders, by transfer, on account, and refunds on their way.",
};

/** The period of a call. @throws 400 with the sentence that says what is wrong */
export function askedPeriod(query: AskedPeriod): Period {
  const read = readPeriod(query);
  if (!read.ok) throw new ApiError(400, read.message);
  return read.period;
}

/** The accountant's lists as files. */
export const accountFiles = API_ACCOUNT_LISTS.map((list) =>
  operation({
    method: "GET",
    path: `/accounts/export/${list}`,
    tag: "Accounts",
    summary: `${ACCOUNT_LISTS[list].label} of a month as a file`,
    description: `${ABOUT[list]} As CSV or Excel workbook, in rupees and Indian days. Without a period it is the current month. The audit log says who downloaded what.`,
    access: "staff",
    right: "exports",
    also: "sales",
    query: accountFileQuery,
    answer: z.string().meta({ format: "binary" }),
    fileTypes: Object.values(FILE_FORMATS).map(({ type }) => type.replace(/;.*/, "")),
    async handle({ query, caller: { account, session } }) {
      const { format } = query;
      const file = await accountFile(database, { list, period: askedPeriod(query), format }, account!.id);
      if (!file.ok) throw new ApiError(400, file.message);
      return downloadAnswer({ ...file, requestId: session.requestId });
    },
  }),
);
