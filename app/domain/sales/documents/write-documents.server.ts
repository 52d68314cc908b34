import type { Db } from "~/db/database.server";
import { together } from "~/db/writing/together.server";
import { indianDate } from "~/domain/kit/dates";
import { isNote } from "../orders/order-documents";
import type { IssuedDocument } from "./issued-document";

/** A document that is to be written: as it will be read. */
export type DocumentToWrite = Omit<IssuedDocument, "id" | "value" | "cancelledAt"> & { orderId: number };

/** SQLite takes 32,766 parameters, a row of a document has some twenty. */
const ROWS_AT_ONCE = 400;

const FIGURES = ["value", "taxable", "centralTax", "stateTax", "integratedTax"] as const;
type Figure = (typeof FIGURES)[number];

/** The sums of a document's lines. Paise. */
export function sumsOf(lines: readonly Record<Figure, number>[]): Record<Figure, number> {
  const sum = (of: Figure) => lines.reduce((total, line) => total + line[of], 0);
  return {
    value: sum("value"),
    taxable: sum("taxable"),
    centralTax: sum("centralTax"),
    stateTax: sum("stateTax"),
    integratedTax: sum("integratedTax"),
  };
}

/** Writes documents with their lines, in one round trip. @param trx the transaction that has drawn their numbers */
export async function writeDocuments(trx: Db, documents: readonly DocumentToWrite[]): Promise<void> {
  const rows = documents.map((document) => {
    const { taxable, centralTax, stateTax, integratedTax, value } = sumsOf(document.lines);
    return {
      order_id: document.orderId,
      series: isNote(document.kind) ? document.kind : ("invoice" as const),
      kind: document.kind,
      number: document.number,
      issued_at: document.issuedAt,
      issued_on: indianDate(new Date(document.issuedAt)),
      of_document: document.of,
      cause: document.cause,
      refund_id: document.refundId,
      cancelled_at: null,
      seller: JSON.stringify(document.seller),
      payment: JSON.stringify(document.payment),
      recipient: JSON.stringify(document.recipient),
      buyer_gstin: document.buyerGstin,
      buyer_reference: document.buyerReference,
      place: document.place,
      split: document.split,
      value,
      taxable,
      central_tax: centralTax,
      state_tax: stateTax,
      integrated_tax: integratedTax,
    };
  });
  const lines = documents.flatMap(({ lines: own }, at) => own.map((line) => ({ line, of: rows[at]! })));
  await together([
    ...portions(rows).map((some) => trx.insertInto("documents").values(some).execute()),
    ...portions(lines).map((some) =>
      trx
        .insertInto("document_lines")
        .values((eb) =>
          some.map(({ line, of }) => ({
            // By its number: its id is not known yet.
            document_id: eb
              .selectFrom("documents")
              .select("id")
              .where("series", "=", of.series)
              .where("number", "=", of.number),
            position: line.position,
            of_line: line.ofLine,
            is_delivery: line.isDelivery ? (1 as const) : (0 as const),
            title: line.title,
            hsn: line.hsn,
            tax_rate: line.taxRate,
            quantity: line.quantity,
            mrp: line.mrp,
            unit_price: line.unitPrice,
            gross: line.gross,
            discount: line.discount,
            value: line.value,
            taxable: line.taxable,
            central_tax: line.centralTax,
            state_tax: line.stateTax,
            integrated_tax: line.integratedTax,
          })),
        )
        .execute(),
    ),
  ]);
}

function portions<Row>(rows: readonly Row[]): Row[][] {
  const count = Math.ceil(rows.length / ROWS_AT_ONCE);
  return Array.from({ length: count }, (_, at) => rows.slice(at * ROWS_AT_ONCE, (at + 1) * ROWS_AT_ONCE));
}
