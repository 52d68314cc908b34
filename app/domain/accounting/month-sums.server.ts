import type { Db } from "~/db/database.server";
import { added, type DocumentSums, NO_SUMS } from "./month-sums";
import type { Period } from "./period";

/** Bills and invoices of a period, and the notes that were issued in it; cancelled documents have no figures. */
export async function documentSums(
  db: Db,
  { from, to }: Period,
): Promise<{ sales: DocumentSums; notes: DocumentSums }> {
  const rows = await db
    .selectFrom("documents")
    .select((eb) => [
      "series",
      eb.fn.countAll<number>().as("documents"),
      eb.fn.sum<number>("value").as("value"),
      eb.fn.sum<number>("taxable").as("taxable"),
      eb.fn.sum<number>("central_tax").as("centralTax"),
      eb.fn.sum<number>("state_tax").as("stateTax"),
      eb.fn.sum<number>("integrated_tax").as("integratedTax"),
    ])
    .where("issued_on", ">=", from)
    .where("issued_on", "<=", to)
    .where("cancelled_at", "is", null)
    .groupBy("series")
    .execute();
  const sumOf = (isSale: boolean) =>
    rows
      .filter(({ series }) => (series === "invoice") === isSale)
      .reduce((one, other) => added(one, other), NO_SUMS);
  return { sales: sumOf(true), notes: sumOf(false) };
}
