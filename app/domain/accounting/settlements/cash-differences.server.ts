import type { Db } from "~/db/database.server";
import { checkRemittance, listRemittances } from "~/domain/sales/at-the-door/remittances.server";
import { type Period, periodBounds } from "../period";
import { type Difference, MOST_DIFFERENCES } from "./settlement";

/** What differs in the carriers' lists that were uploaded in a time, of its latest fifty lists; at most 200 rows. */
export async function cashDifferences(db: Db, days: Pick<Period, "from" | "to">): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const { id } of await listRemittances(db, periodBounds(days))) {
    const list = await checkRemittance(db, id);
    for (const { row, verdict, amount } of list?.lines ?? [])
      if (verdict.kind === "difference")
        found.push({
          what: verdict.what,
          todo: verdict.todo,
          orderId: verdict.orderId,
          settlement: list!.name,
          entity: String(row),
          amount: amount ?? 0,
        });
    if (found.length >= MOST_DIFFERENCES) return found.slice(0, MOST_DIFFERENCES);
  }
  return found;
}
