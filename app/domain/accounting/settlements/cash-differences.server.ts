import type { Db } from "~/db/database.server";
import { indianDate } from "~/domain/kit/dates";
import { checkRemittance, listRemittances } from "~/domain/sales/at-the-door/remittances.server";
import type { Difference } from "./settlement";

/** What differs in the carriers' lists that were uploaded in a time, of the latest fifty lists. */
export async function cashDifferences(
  db: Db,
  { from, to }: { from: string; to: string },
): Promise<Difference[]> {
  const lists = (await listRemittances(db)).filter(({ uploadedAt }) => {
    const day = indianDate(new Date(uploadedAt));
    return from <= day && day <= to;
  });
  const checked = await Promise.all(lists.map(({ id }) => checkRemittance(db, id)));
  return checked.flatMap((list) =>
    (list?.lines ?? []).flatMap(({ row, verdict, amount }) =>
      verdict.kind === "difference"
        ? [
            {
              what: verdict.what,
              todo: verdict.todo,
              orderId: verdict.orderId,
              settlement: list!.name,
              entity: String(row),
              amount: amount ?? 0,
            },
          ]
        : [],
    ),
  );
}
