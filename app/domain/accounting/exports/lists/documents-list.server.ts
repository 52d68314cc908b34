import type { Db } from "~/db/database.server";
import { documentCause, documentKind, placeName } from "../../documents-in-words";
import type { Period } from "../../period";
import { type After, exportedList, inPortions, PORTION } from "../export-list.server";

/** Bills, invoices and notes of a period, by day; cancelled ones with their mark. */
export const documentsList = exportedList("Documents", {
  portions: (db, period) => inPortions(period.from, (after) => documentRows(db, period, after)),
  columns: [
    { heading: "Number", kind: "text", width: 18, of: (row) => row.number },
    { heading: "Date", kind: "day", of: (row) => row.at },
    { heading: "Kind", kind: "text", width: 24, of: (row) => documentKind(row.kind) },
    { heading: "Order", kind: "number", of: (row) => row.orderId },
    { heading: "Of", kind: "text", width: 18, of: (row) => row.of },
    { heading: "Reason", kind: "text", width: 22, of: (row) => documentCause(row.cause) },
    { heading: "Buyer", kind: "text", width: 28, of: (row) => row.buyer },
    { heading: "GSTIN", isOfTax: true, kind: "text", width: 18, of: (row) => row.gstin },
    { heading: "Place code", isOfTax: true, kind: "text", of: (row) => row.place },
    { heading: "Place", kind: "text", width: 20, of: (row) => placeName(row.place) },
    { heading: "Value", kind: "money", of: (row) => row.value },
    { heading: "Taxable", isOfTax: true, kind: "money", of: (row) => row.taxable },
    { heading: "CGST", isOfTax: true, kind: "money", of: (row) => row.centralTax },
    { heading: "SGST", isOfTax: true, kind: "money", of: (row) => row.stateTax },
    { heading: "IGST", isOfTax: true, kind: "money", of: (row) => row.integratedTax },
    { heading: "Cancelled", kind: "time", width: 16, of: (row) => row.cancelledAt },
  ],
  count: (db, period) => countDocuments(db, period),
});

async function documentRows(db: Db, { to }: Period, after: After) {
  const rows = await db
    .selectFrom("documents as d")
    .leftJoin("documents as noted", "noted.id", "d.of_document")
    .select(["d.id", "d.issued_on as at", "d.number", "d.kind", "d.order_id as orderId"])
    .select(["noted.number as of", "d.cause", "d.recipient", "d.buyer_gstin as gstin", "d.place", "d.value"])
    .select(["d.taxable", "d.central_tax as centralTax", "d.state_tax as stateTax"])
    .select(["d.integrated_tax as integratedTax", "d.cancelled_at as cancelledAt"])
    .where((eb) => eb(eb.refTuple("d.issued_on", "d.id"), ">", eb.tuple(after.at, after.id)))
    .where("d.issued_on", "<=", to)
    .orderBy("d.issued_on")
    .orderBy("d.id")
    .limit(PORTION)
    .execute();
  return rows.map(({ recipient, ...row }) => ({ ...row, buyer: buyerName(recipient) }));
}

/** @param recipient of a document, as JSON */
export const buyerName = (recipient: string): string =>
  (JSON.parse(recipient) as { name?: string }).name ?? "";

/** How many documents a period has, cancelled ones too. */
export async function countDocuments(db: Db, { from, to }: Period): Promise<number> {
  const { count } = await db
    .selectFrom("documents")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("issued_on", ">=", from)
    .where("issued_on", "<=", to)
    .executeTakeFirstOrThrow();
  return count;
}
