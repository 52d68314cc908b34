import { readDb, writeDb } from "~/db/shop-database.server";
import { gstr1Json, toGstr1Json } from "~/domain/accounting/gstr1/gstr1.json";
import { GSTR1_LIST, gstr1Query } from "~/domain/accounting/gstr1/gstr1.schema";
import { NOT_REGISTERED, readGstr1 } from "~/domain/accounting/gstr1/read-return.server";
import { periodOfMonth } from "~/domain/accounting/period";
import { recordExport } from "~/domain/kit/audit/audit.server";
import { operation, refused, resultSchema } from "~/api/operation.server";

/** The accountant's month, as files and figures. */
export const accounts = [
  operation({
    method: "GET",
    path: "/accounts/gstr1",
    tag: "Accounts",
    summary: "The return GSTR-1 of a month",
    description:
      "The JSON that the GST portal takes, in its own names, from the documents issued in the month. Every key is there, also of a table with nothing in it. A return that would be untrue or refused there is not given: msg says what to do, the screen Accounts lists it. The audit log says who downloaded it.",
    access: "staff",
    right: "exports",
    also: "sales",
    query: gstr1Query,
    answer: gstr1Json.or(resultSchema),
    async handle({ query: { month }, caller: { account } }) {
      const found = await readGstr1(readDb, { ...periodOfMonth(month)!, month });
      if (!found) return refused(NOT_REGISTERED);
      if (found.refusal !== null) return refused(found.refusal);
      const filters = { Month: month, Format: "JSON" };
      await recordExport(writeDb, { staffId: account!.id, list: GSTR1_LIST, filters });
      return toGstr1Json(found);
    },
  }),
];
