import { config } from "~/process/config.server";
import type { ShopDatabase } from "~/db/database.server";
import type { MailAttachment } from "~/platform/mail/mail-transports.server";
import { makePdf, type MakePdf } from "~/platform/pdf/pdf.server";
import { parseId } from "~/domain/kit/ids";
import { readDocumentLook } from "~/domain/shop/look/document-look.server";
import type { OrderDetail } from "../orders/orders";
import { readOrder } from "../orders/orders.server";
import { proformaFile } from "../transfers/proforma.server";
import { type DocumentContent, documentContent } from "./document-content";
import { billedLines, type DocumentFile, TEMPLATE } from "./document-parts.server";
import { documentFileName } from "../orders/order-documents";
import type { IssuedDocument } from "./issued-document";
import { issuedDocument } from "./issued-documents.server";

/** `write` is used only when an order paid long ago needs its document for the first time. */
type Documents = Pick<ShopDatabase, "read" | "write">;

/**
 * The bill of supply or tax invoice of a paid order, as a PDF. It shows the data stored when it was issued, and the
 * order's own copy of titles, prices and address. A later cancellation or refund is stamped on it.
 * @param order.accountId the customer who must own the order; "anybody": for staff
 */
export async function orderDocumentFile(
  db: Documents,
  { orderId, accountId }: { orderId: number; accountId: number | "anybody" },
  make: MakePdf = makePdf,
): Promise<DocumentFile> {
  const order = await readOrder(db.read, orderId, accountId);
  const document = order && (await orderDocument(db, order));
  if (!document) return { ok: false, reason: "not_found" };
  const { content } = document;
  const { look, files } = await readDocumentLook(db.read, config.coversDir);
  const pdf = await make(TEMPLATE, { ...content, ...look }, files);
  if (!pdf.ok) return { ok: false, reason: "unavailable" };
  return { ok: true, filename: documentFileName(document.issued), bytes: pdf.bytes };
}

/**
 * What was issued for an order, and its texts for the template.
 * @returns null when the order was never paid
 */
export async function orderDocument(
  db: Documents,
  order: OrderDetail,
): Promise<{ issued: IssuedDocument; content: DocumentContent } | null> {
  const issued = order.paidAt ? await issuedDocument(db, order.id) : null;
  return issued && { issued, content: documentContent(issued, order, await billedLines(db.read, order.id)) };
}

/**
 * The document for a mail's attachment.
 * @param name from `documentAttachment` or `proformaAttachment`
 * @throws when the PDF cannot be made now, or the name is unknown
 */
export async function makeAttachment(
  db: Documents,
  name: string,
  make: MakePdf = makePdf,
): Promise<MailAttachment> {
  const [, kind, number] = /^(invoice|proforma):(\d+)$/.exec(name) ?? [];
  const order = { orderId: parseId(number) ?? 0, accountId: "anybody" } as const;
  const file =
    kind === "proforma" ? await proformaFile(db.read, order, make) : await orderDocumentFile(db, order, make);
  if (!file.ok) throw new Error(`the document ${name} could not be made: ${file.reason}`);
  return { filename: file.filename, contentType: "application/pdf", content: file.bytes };
}
