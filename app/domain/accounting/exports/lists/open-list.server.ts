import type { Db } from "~/db/database.server";
import { indianDate } from "~/domain/kit/dates";
import { OPEN_KINDS, OPEN_LABELS, type OpenKind } from "../../month-sums";
import { type OpenRow, openRows, openSums } from "../../open-sums.server";
import { exportedList, PORTION } from "../export-list.server";

/** What is not settled at this moment, whatever the period: by kind, then by order or refund. Adds up to 'Open now'. */
export const openList = exportedList("Open now", {
  columns: [
    { heading: "What", kind: "text", width: 40, of: (row) => OPEN_LABELS[row.kind] },
    { heading: "Order", kind: "number", of: (row) => row.orderId },
    { heading: "Since", kind: "time", width: 16, of: (row) => row.since },
    { heading: "Customer", kind: "text", width: 28, of: (row) => row.customer },
    { heading: "Due on", kind: "day", of: (row) => dayOf(row.due) },
    { heading: "Amount", kind: "money", of: (row) => row.amount },
  ],
  portions: openOf,
  count: async (db) => (await openSums(db)).reduce((sum, { count }) => sum + count, 0),
});

/** @param due a day, or a moment */
const dayOf = (due: string | null) =>
  due === null ? null : due.length > 10 ? indianDate(new Date(due)) : due;

async function* openOf(db: Db): AsyncGenerator<(OpenRow & { kind: OpenKind })[]> {
  for (const kind of OPEN_KINDS) {
    let after = 0;
    for (;;) {
      const rows = await openRows(db, kind, after, PORTION);
      if (rows.length > 0) yield rows.map((row) => ({ ...row, kind }));
      if (rows.length < PORTION) break;
      after = rows.at(-1)!.id;
    }
  }
}
