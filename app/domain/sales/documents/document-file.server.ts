import path from "node:path";
import { config, ROOT } from "~/process/config.server";
import type { Db, ShopDatabase } from "~/db/database.server";
import type { MailAttachment } from "~/platform/mail/mail-transports.server";
import { makePdf, type MakePdf } from "~/platform/pdf/pdf.server";
import { parseId } from "~/domain/kit/ids";
import { readDocumentLook } from "~/domain/shop/look/document-look.server";
import { readOrder } from "../orders/orders.server";
import { type DocumentLine, documentContent } from "./document-content";
import { documentFileName } from "../orders/order-documents";
import { issuedDocument } from "./issued-documents.server";

/** The Typst template that lays out the texts. */
export const TEMPLATE = path.join(ROOT, "app/domain/sales/documents/order-document.typ");

/** `write` is used only when an order paid long ago needs its document for the first time. */
type Documents = Pick<ShopDatabase, "read" | "write">;

export type DocumentFile =
  | { ok: true; filename: string; bytes: Uint8Array }
  /** `not_found`: no such order of this customer, or it was never paid. `unavailable`: the PDF cannot be made now. */
  | { ok: false; reason: "not_found" | "unavailable" };

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
  const document = order?.paidAt ? await issuedDocument(db, orderId) : null;
  if (!order || !document) return { ok: false, reason: "not_found" };
  const content = documentContent(document, order, await billedLines(db.read, orderId));
  const { look, files } = await readDocumentLook(db.read, config.coversDir);
  const pdf = await make(TEMPLATE, { ...content, ...look }, files);
  if (!pdf.ok) return { ok: false, reason: "unavailable" };
  return { ok: true, filename: documentFileName(document), bytes: pdf.bytes };
}

/** The lines as they were ordered, without today's catalogue data. */
async function billedLines(db: Db, orderId: number): Promise<DocumentLine[]> {
  return db
    .selectFrom("order_lines")
    .select(["title", "mrp", "unit_price as unitPrice", "quantity", "hsn", "tax_rate as taxRate"])
    .where("order_id", "=", orderId)
    .orderBy("id")
    .execute();
}

/**
 * The document for a mail's attachment.
 * @param name from `documentAttachment`
 * @throws when the PDF cannot be made now, or the name is unknown
 */
export async function makeAttachment(
  db: Documents,
  name: string,
  make: MakePdf = makePdf,
): Promise<MailAttachment> {
  const orderId = parseId(/^invoice:(\d+)$/.exec(name)?.[1]);
  const file = orderId
    ? await orderDocumentFile(db, { orderId, accountId: "anybody" }, make)
    : ({ ok: false, reason: "not_found" } as const);
  if (!file.ok) throw new Error(`the document ${name} could not be made: ${file.reason}`);
  return { filename: file.filename, contentType: "application/pdf", content: file.bytes };
}
