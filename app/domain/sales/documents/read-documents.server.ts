import type { Db } from "~/db/database.server";
import type { OrderDocument } from "../orders/order-documents";
import type { DocumentPayment, IssuedDocument, Recipient, Seller } from "./issued-document";

/** The columns of `documents` that lists show. */
export const LISTED = [
  "d.id",
  "d.kind",
  "d.number",
  "d.issued_at as issuedAt",
  "d.value",
  "d.of_document as of",
  "d.cause",
  "d.refund_id as refundId",
  "d.cancelled_at as cancelledAt",
] as const;

/** All documents of an order as they were issued, with its notes, the oldest first. */
export async function readDocuments(db: Db, orderId: number): Promise<IssuedDocument[]> {
  return (await documentsOfOrders(db, [orderId])).get(orderId) ?? [];
}

/** The same of several orders, by order. @returns an order without documents is not in it */
export async function documentsOfOrders(
  db: Db,
  orderIds: readonly number[],
): Promise<Map<number, IssuedDocument[]>> {
  // One statement, so that documents that are written meanwhile have their lines.
  const rows = await db
    .selectFrom("documents as d")
    .innerJoin("document_lines as l", "l.document_id", "d.id")
    .select(LISTED)
    .select(["d.order_id as orderId", "d.seller", "d.payment", "d.recipient", "d.buyer_gstin as buyerGstin"])
    .select(["d.buyer_reference as buyerReference", "d.place", "d.split"])
    .select(["l.position", "l.of_line", "l.is_delivery", "l.title", "l.hsn", "l.tax_rate", "l.quantity"])
    .select(["l.mrp", "l.unit_price", "l.gross", "l.discount", "l.value as line_value", "l.taxable"])
    .select(["l.central_tax", "l.state_tax", "l.integrated_tax"])
    .where("d.order_id", "in", orderIds)
    .orderBy("d.id")
    .orderBy("l.position")
    .execute();
  const orders = new Map<number, IssuedDocument[]>();
  for (const row of rows) {
    const ofOrder = orders.get(row.orderId) ?? [];
    orders.set(row.orderId, ofOrder);
    // The lines of a document follow each other.
    if (ofOrder.at(-1)?.id !== row.id) ofOrder.push(documentOf(row));
    ofOrder.at(-1)!.lines.push({
      position: row.position,
      ofLine: row.of_line,
      isDelivery: row.is_delivery === 1,
      title: row.title,
      hsn: row.hsn,
      taxRate: row.tax_rate,
      quantity: row.quantity,
      mrp: row.mrp,
      unitPrice: row.unit_price,
      gross: row.gross,
      discount: row.discount,
      value: row.line_value,
      taxable: row.taxable,
      centralTax: row.central_tax,
      stateTax: row.state_tax,
      integratedTax: row.integrated_tax,
    });
  }
  return orders;
}

interface DocumentRow extends OrderDocument {
  seller: string;
  payment: string;
  recipient: string;
  buyerGstin: string;
  buyerReference: string;
  place: string;
  split: IssuedDocument["split"];
}

/** @returns without its lines */
function documentOf(row: DocumentRow): IssuedDocument {
  const { id, kind, number, issuedAt, value, of, cause, refundId, cancelledAt } = row;
  const { buyerGstin, buyerReference, place, split } = row;
  return {
    id,
    kind,
    number,
    issuedAt,
    value,
    of,
    cause,
    refundId,
    cancelledAt,
    seller: JSON.parse(row.seller) as Seller,
    payment: JSON.parse(row.payment) as DocumentPayment,
    recipient: JSON.parse(row.recipient) as Recipient,
    buyerGstin,
    buyerReference,
    place,
    split,
    lines: [],
  };
}
