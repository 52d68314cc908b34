import type { Db } from "~/db/database.server";
import { readSettings } from "~/domain/shop/settings/settings.server";
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

/** Whether figures of tax are shown: the shop has a GSTIN, or had one when it issued a document of the period. */
export async function showsTax(db: Db, { from, to }: Period): Promise<boolean> {
  if ((await readSettings(db)).gstin !== "") return true;
  const taxed = await db
    .selectFrom("documents")
    .select("id")
    .where("issued_on", ">=", from)
    .where("issued_on", "<=", to)
    .whereRef("taxable", "<", "value")
    .limit(1)
    .executeTakeFirst();
  return taxed !== undefined;
}
