import { config } from "~/process/config.server";
import type { Db, ShopDatabase } from "~/db/database.server";
import type { MailAttachment } from "~/platform/mail/mail-transports.server";
import { makePdf, type MakePdf } from "~/platform/pdf/pdf.server";
import { parseId } from "~/domain/kit/ids";
import { readDocumentLook } from "~/domain/shop/look/document-look.server";
import type { OrderDetail } from "../orders/order-detail";
import { readOrder } from "../orders/orders.server";
import { quotationFile } from "../quotations/quotation-file.server";
import { proformaFile } from "../transfers/proforma.server";
import { type DocumentContent, documentContent } from "./document-content";
import { type DocumentFile, TEMPLATE } from "./document-parts.server";
import { documentFileName, standingDocuments } from "../orders/order-documents";
import type { IssuedDocument } from "./issued-document";
import { findDocuments } from "./issued-documents.server";

/** `write` is used only when an order of before needs its documents for the first time. */
type Documents = Pick<ShopDatabase, "read" | "write">;

/**
 * A document of a paid order, as a PDF. Its figures are those that were stored when it was issued. A later cancellation or
 * refund is stamped on it.
 * @param order.accountId the customer who must own the order; "anybody": for staff
 * @param order.documentId left out: the one that has the order's invoice number
 */
export async function orderDocumentFile(
  db: Documents,
  {
    orderId,
    accountId,
    documentId,
  }: { orderId: number; accountId: number | "anybody"; documentId?: number | undefined },
  make: MakePdf = makePdf,
): Promise<DocumentFile> {
  const order = await readOrder(db.read, orderId, accountId);
  const documents = order ? await orderDocuments(db, order) : [];
  const document =
    documentId === undefined ? standingDocuments(documents.map(({ issued }) => issued))[0]?.id : documentId;
  const found = documents.find(({ issued }) => issued.id === document);
  if (!found) return { ok: false, reason: "not_found" };
  const { look, files } = await readDocumentLook(db.read, config.coversDir);
  const pdf = await make(TEMPLATE, { ...found.content, ...look }, files);
  if (!pdf.ok) return { ok: false, reason: "unavailable" };
  return { ok: true, filename: documentFileName(found.issued), bytes: pdf.bytes };
}

/**
 * All that was issued for an order, with its texts for the template, the oldest first.
 * @returns none when the order was never accepted
 */
export async function orderDocuments(
  db: Documents,
  order: OrderDetail,
): Promise<{ issued: IssuedDocument; content: DocumentContent }[]> {
  if (!order.paidAt) return [];
  const documents = await findDocuments(db, order.id);
  return documents.map((issued) => ({ issued, content: documentContent(issued, order, documents) }));
}

/**
 * The document for a mail's attachment.
 * @param name from `documentAttachment`, `noteAttachment`, `proformaAttachment` or `quotationAttachment`
 * @throws when the PDF cannot be made now, or the name is unknown
 */
export async function makeAttachment(
  db: Documents,
  name: string,
  make: MakePdf = makePdf,
): Promise<MailAttachment> {
  const [, kind, number] = /^(invoice|note|proforma|quotation):(\d+)$/.exec(name) ?? [];
  const id = parseId(number) ?? 0;
  const order =
    kind === "note"
      ? { orderId: await orderOfNote(db.read, id), documentId: id, accountId: "anybody" as const }
      : { orderId: id, accountId: "anybody" as const };
  const file =
    kind === "quotation"
      ? await quotationFile(db.read, id, make)
      : kind === "proforma"
        ? await proformaFile(db.read, order, make)
        : await orderDocumentFile(db, order, make);
  if (!file.ok) throw new Error(`the document ${name} could not be made: ${file.reason}`);
  return { filename: file.filename, contentType: "application/pdf", content: file.bytes };
}

/** @returns 0: there is no such note */
async function orderOfNote(db: Db, id: number): Promise<number> {
  const note = await db
    .selectFrom("documents")
    .select("order_id")
    .where("id", "=", id)
    .where("of_document", "is not", null)
    .executeTakeFirst();
  return note?.order_id ?? 0;
}
